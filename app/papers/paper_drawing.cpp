#include "papers/paper_drawing.h"

#include <QApplication>

namespace headlight {

PaperDrawing::PaperDrawing() {
    // What Qt has to say of missing session folders concerns no one here.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    qputenv("QT_QPA_PLATFORM", "offscreen");
    m_application = std::make_unique<QApplication>(m_argc, m_argv);
}

PaperDrawing::~PaperDrawing() = default;

} // namespace headlight
