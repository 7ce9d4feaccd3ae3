#include "window/screenshot.h"

#include "window/main_window.h"

#include <QApplication>
#include <QBuffer>
#include <QPixmap>

#include "figure/export.h"

namespace headlight {

static constexpr int lookMilliseconds = 50;

Screenshot::Screenshot(MainWindow& window, const QString& path) : m_window(window), m_path(path) {
    connect(&m_timer, &QTimer::timeout, this, &Screenshot::look);
    m_timer.start(lookMilliseconds);
}

void Screenshot::look() {
    if (const QString problem = m_window.openProblem(); !problem.isEmpty()) {
        finish(problem);
        return;
    }
    // Complete twice in a row: what became complete just now has been laid out and painted.
    m_completeLooks = m_window.isComplete() ? m_completeLooks + 1 : 0;
    if (m_completeLooks >= 3) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        if (!m_window.grab().save(&buffer, "PNG"))
            finish(tr("the picture could not be made"));
        else
            finish(writeWholeFile(m_path, bytes));
    } else if (++m_looks * lookMilliseconds > patienceSeconds * 1000) {
        const QString work = m_window.work().join(QStringLiteral(", "));
        finish(tr("the view was not complete after %1 s, no picture was written").arg(patienceSeconds) +
               (work.isEmpty() ? QString() : tr("; still going on: %1").arg(work)));
    }
}

void Screenshot::finish(const QString& problem) {
    m_timer.stop();
    m_problem = problem;
    QApplication::exit(problem.isEmpty() ? 0 : 1);
}

} // namespace headlight
