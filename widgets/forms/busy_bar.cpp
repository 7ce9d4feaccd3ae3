#include "forms/busy_bar.h"

#include "style/colors.h"

#include <QEvent>
#include <QPainter>
#include <cmath>

namespace headlight {
namespace {

constexpr int delay = 100;   // ms
constexpr int frame = 33;    // ms
constexpr double lap = 1400; // ms from left to right and back
constexpr double barShare = 0.25;

} // namespace

BusyBar::BusyBar(QWidget* content) : QWidget(content) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("busyBar"));
    setAccessibleName(tr("Busy"));
    content->installEventFilter(this);
    m_delay.setSingleShot(true);
    m_delay.setInterval(delay);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        setGeometry(parentWidget()->rect());
        raise();
        show();
        m_motion.start();
    });
    m_motion.setInterval(frame);
    connect(&m_motion, &QTimer::timeout, this, [this] {
        m_phase = std::fmod(m_phase + frame / lap, 1.);
        update();
    });
    hide();
}

void BusyBar::setBusy(bool busy) {
    if (m_busy == busy)
        return;
    m_busy = busy;
    m_progress = -1;
    if (busy) {
        m_delay.start();
        return;
    }
    m_delay.stop();
    m_motion.stop();
    hide();
}

void BusyBar::setProgress(double share) {
    m_progress = qMin(share, 1.);
    update();
}

bool BusyBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void BusyBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme theme = themeOf(palette());
    QColor veil = color(ColorRole::Window, theme);
    veil.setAlphaF(0.45F);
    painter.fillRect(rect(), veil);
    const double height = qMax(3., fontMetrics().height() / 5.);
    painter.fillRect(QRectF(0, 0, width(), height), color(ColorRole::Border, theme));
    QRectF bar(0, 0, width() * qMax(0., m_progress), height);
    if (m_progress < 0)
        bar = QRectF((1 - std::abs(2 * m_phase - 1)) * width() * (1 - barShare), 0, width() * barShare, height);
    painter.fillRect(bar, color(ColorRole::Accent, theme));
}

} // namespace headlight
