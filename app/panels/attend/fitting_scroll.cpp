#include "panels/attend/fitting_scroll.h"

#include <QEvent>
#include <QResizeEvent>
#include <QScreen>
#include <algorithm>

namespace headlight {

FittingScroll::FittingScroll(QWidget* content, double share, QWidget* parent) : QScrollArea(parent), m_share(share) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // what it holds takes it
    setWidget(content);
}

QSize FittingScroll::minimumSizeHint() const {
    const QSize least = QScrollArea::minimumSizeHint();
    const int most = int(m_share * screen()->availableGeometry().height());
    const int wanted =
        widget()->hasHeightForWidth() ? widget()->heightForWidth(viewport()->width()) : widget()->sizeHint().height();
    return {least.width(), std::max(least.height(), std::min(most, wanted))};
}

bool FittingScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

void FittingScroll::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (widget()->hasHeightForWidth() && event->size().width() != event->oldSize().width())
        updateGeometry();
}

} // namespace headlight
