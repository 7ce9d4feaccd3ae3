#include "cli/picture_maker.h"

#include "cli/figure_flags.h"
#include "cli/terminal.h"
#include "engine/core/error.h"

#include <QFile>

namespace headlight {

PictureMaker::PictureMaker(const FigureOptions& figure)
    : m_dpi(figure.dpi), m_wantsValues(figure.has(FigurePart::Values)) {
    // What Qt has to say of missing session folders concerns no one here; what goes wrong is told by save().
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    qputenv("QT_QPA_PLATFORM", "offscreen"); // the program never opens a window, so it never needs a display
    m_application = std::make_unique<QGuiApplication>(m_argc, m_argv);
    checkFont(figure);
}

void PictureMaker::save(const Picture& picture, const std::string& path) const {
    const QString problem = exportPicture(picture, QFile::decodeName(path.c_str()), m_dpi);
    if (!problem.isEmpty())
        throw Error(problem.toStdString());
    if (!picture.remark.isEmpty())
        note(picture.remark.toStdString());
    if (m_wantsValues && !picture.parts.testFlag(FigurePart::Values))
        note("--values: the cells of this picture have no numbers; those of a single map have them");
}

} // namespace headlight
