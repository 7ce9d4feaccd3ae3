#include "panels/attend/fitting_scroll.h"

#include <QEvent>
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
    return {least.width(), std::max(least.height(), std::min(most, widget()->sizeHint().height()))};
}

bool FittingScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace headlight
