#include "forms/overlay.h"

#include <QEvent>
#include <QLayout>
#include <QWidget>
#include <algorithm>

namespace headlight {

namespace {

constexpr int widestEm = 46, cornerEm = 10;
constexpr double share = 0.62; ///< of the width: what starts things at the left stays free

} // namespace

Overlay::Overlay(QWidget* over, QWidget* under, Place place)
    : QObject(over), m_over(over), m_under(under), m_place(place) {
    const bool isShown = !over->isHidden();
    over->setParent(under->parentWidget());
    over->setVisible(isShown);
    over->installEventFilter(this);
    under->installEventFilter(this);
}

bool Overlay::eventFilter(QObject* watched, QEvent* event) {
    const bool moved = watched == m_under && (event->type() == QEvent::Resize || event->type() == QEvent::Move);
    const bool changed = watched == m_over && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show);
    if (moved || changed)
        arrange();
    return QObject::eventFilter(watched, event);
}

void Overlay::arrange() {
    const QRect room = m_under->geometry();
    if (m_place == Place::Whole) {
        m_over->setGeometry(room);
        return m_over->raise();
    }
    const int em = m_over->fontMetrics().height(), edge = em / 2;
    const bool isLine = m_place == Place::Line;
    const int widest = (m_place == Place::Corner ? cornerEm : widestEm) * em;
    const int width = isLine ? room.width() : std::min({room.width() - 2 * edge, int(room.width() * share), widest});
    const QLayout& layout = *m_over->layout();
    const int needed = layout.hasHeightForWidth() ? layout.totalHeightForWidth(width) : layout.totalSizeHint().height();
    const int height = std::min(std::max(needed, isLine ? room.height() : 0), m_over->parentWidget()->height());
    const QPoint corner =
        isLine ? room.topLeft() : QPoint(room.right() - edge - width + 1, room.bottom() - edge - height + 1);
    m_over->setGeometry(QRect(corner, QSize(width, height)));
    m_over->raise();
}

} // namespace headlight
