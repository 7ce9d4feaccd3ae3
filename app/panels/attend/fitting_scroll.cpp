#include "panels/attend/fitting_scroll.h"

#include <QEvent>
#include <QResizeEvent>
#include <algorithm>

namespace headlight {

FittingScroll::FittingScroll(QWidget* content, double share, int linesOfOthers, QWidget* parent)
    : QScrollArea(parent), m_share(share), m_linesOfOthers(linesOfOthers) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // what it holds takes it
    setWidget(content);
}

QSize FittingScroll::minimumSizeHint() const {
    return {QScrollArea::minimumSizeHint().width(), m_givesWay ? 0 : fittingHeight()};
}

QSize FittingScroll::sizeHint() const {
    return {QScrollArea::sizeHint().width(), fittingHeight()};
}

int FittingScroll::fittingHeight() const {
    const int least = m_givesWay ? 0 : QScrollArea::minimumSizeHint().height();
    return std::max(least, std::min(most(), wanted()));
}

void FittingScroll::setRoom(int height, int limit) {
    m_room = height;
    m_limit = limit;
    fit(); // also where the room is the same: what it is for may be another
}

int FittingScroll::most() const {
    const int beyond = window()->height() - m_linesOfOthers * fontMetrics().height();
    return std::min(std::max({int(m_share * beyond), m_room, 0}), m_limit);
}

int FittingScroll::wanted() const {
    return widget()->hasHeightForWidth() ? widget()->heightForWidth(maximumViewportSize().width())
                                         : widget()->sizeHint().height();
}

/// What is as high as its width asks is seen whole: a scroll bar for its last empty line would only narrow it. Whether
/// there is one is decided by the width without it: a narrower content is higher, so that the bar would come for its
/// own sake, go because all fits without it, and come again.
void FittingScroll::fit() {
    if (widget()->hasHeightForWidth())
        setVerticalScrollBarPolicy(wanted() > std::max(most(), height()) ? Qt::ScrollBarAlwaysOn
                                                                         : Qt::ScrollBarAlwaysOff);
    m_told.tell(*this, {0, fittingHeight()});
}

bool FittingScroll::eventFilter(QObject* watched, QEvent* event) {
    if ((watched == widget() && event->type() == QEvent::LayoutRequest) ||
        (watched == window() && event->type() == QEvent::Resize))
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void FittingScroll::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    window()->installEventFilter(this); // its own window, or that of a dock that floats
    fit();
}

void FittingScroll::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fit();
}

} // namespace headlight
