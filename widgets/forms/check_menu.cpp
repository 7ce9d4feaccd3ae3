#include "forms/check_menu.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <utility>

namespace headlight {

namespace {

bool canTick(const QAction* action) {
    return action && action->isCheckable() && action->isEnabled();
}

} // namespace

void CheckMenu::mousePressEvent(QMouseEvent* event) {
    m_isPressed = true;
    QMenu::mousePressEvent(event);
}

void CheckMenu::mouseReleaseEvent(QMouseEvent* event) {
    // A right click may open the menu when it is pressed, below the pointer; that it ends chooses nothing.
    const bool opened = !std::exchange(m_isPressed, false) && event->button() == Qt::RightButton;
    if (QAction* action = actionAt(event->position().toPoint()); canTick(action)) {
        if (!opened)
            action->trigger();
    } else
        QMenu::mouseReleaseEvent(event);
}

void CheckMenu::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool ticks = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
    if (QAction* action = activeAction(); ticks && canTick(action))
        action->trigger();
    else
        QMenu::keyPressEvent(event);
}

} // namespace headlight
