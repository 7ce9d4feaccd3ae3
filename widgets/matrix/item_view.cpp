#include "matrix/item_view.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

namespace headlight {

ItemView::ItemView(const QString& name, const QString& accessibleName, const Keys& keys, QWidget* parent)
    : QWidget(parent), m_keys(keys) {
    installAccessibility();
    setObjectName(name);
    setAccessibleName(accessibleName);
    setAttribute(Qt::WA_OpaquePaintEvent); // what lies below need not be painted first
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ItemView::setHover(int index) {
    if (index == current())
        return;
    setCurrent(index);
    setToolTip(spokenValue());
    update();
}

void ItemView::showItems() {
    setToolTip(spokenValue());
    m_told.tell(*this, sizeHint(), heightForWidth(width()));
    update();
}

void ItemView::point(int index) {
    if (index == current())
        return;
    setHover(index);
    emit hovered(index);
    announce(this, spokenValue());
}

void ItemView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    if (hasFocus()) {
        painter.setPen(QPen(color(ColorRole::FocusRing, themeOf(palette())), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void ItemView::mouseMoveEvent(QMouseEvent* event) {
    m_byKeys = false;
    point(indexAt(event->position()));
}

void ItemView::mouseReleaseEvent(QMouseEvent* event) {
    const int index = indexAt(event->position());
    if (event->button() == Qt::LeftButton && index >= 0)
        activate(index, event->modifiers());
}

void ItemView::keyPressEvent(QKeyEvent* event) {
    const bool isOn = event->key() == m_keys.on;
    if (count() > 0 && (isOn || event->key() == m_keys.back)) {
        m_byKeys = true;
        point(std::clamp(current() + (isOn ? 1 : -1), 0, count() - 1));
    } else if (current() >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        activate(current(), event->modifiers());
    } else {
        QWidget::keyPressEvent(event);
    }
}

/// What the keyboard pointed at goes with it.
void ItemView::focusOutEvent(QFocusEvent* event) {
    if (event->reason() != Qt::PopupFocusReason && std::exchange(m_byKeys, false))
        point(-1);
    QWidget::focusOutEvent(event);
}

void ItemView::leaveEvent(QEvent*) {
    point(-1);
}

} // namespace headlight
