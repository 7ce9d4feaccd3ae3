#include "cli/picture_maker.h"

#include "engine/core/error.h"

#include <QFile>
#include <QPainter>

namespace headlight {

PictureMaker::PictureMaker() {
    // What Qt has to say of missing session folders concerns no one here; what goes wrong is told by save().
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    qputenv("QT_QPA_PLATFORM", "offscreen"); // the program never opens a window, so it never needs a display
    m_application = std::make_unique<QGuiApplication>(m_argc, m_argv);
}

void PictureMaker::save(const Picture& picture, const std::string& path) {
    const int scale = fitsPng(picture, 2) ? 2 : 1; // the map of a long text has a pixel for each pair all the same
    const QString problem = exportPicture(picture, QFile::decodeName(path.c_str()), scale);
    if (!problem.isEmpty())
        throw Error(problem.toStdString());
}

} // namespace headlight
