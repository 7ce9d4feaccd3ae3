#include "forms/check_menu.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace headlight {

namespace {

bool canTick(const QAction* action) {
    return action && action->isCheckable() && action->isEnabled();
}

} // namespace

void CheckMenu::mouseReleaseEvent(QMouseEvent* event) {
    if (QAction* action = actionAt(event->position().toPoint()); canTick(action))
        action->trigger();
    else
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
