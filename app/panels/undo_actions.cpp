#include "panels/undo_actions.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QWidget>
#include <utility>

namespace headlight {

UndoKeys::UndoKeys(QWidget* widget, std::function<void()> undo, std::function<void()> redo)
    : QObject(widget), m_undo(std::move(undo)), m_redo(std::move(redo)) {
    widget->installEventFilter(this);
}

bool UndoKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    const bool isUndo = key->matches(QKeySequence::Undo), isRedo = key->matches(QKeySequence::Redo);
    if (!isUndo && !isRedo)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress)
        (isUndo ? m_undo : m_redo)();
    event->accept();
    return true;
}

void addUndoKeys(QDoubleSpinBox* number, const std::function<void()>& undo, const std::function<void()>& redo) {
    const auto undoOrDrop = [number, undo] {
        if (number->cleanText() == number->textFromValue(number->value()))
            undo();
        else
            number->setValue(number->value());
    };
    new UndoKeys(number, undoOrDrop, redo);
}

UndoActions::UndoActions(const QString& name, QWidget* part)
    : QObject(part), m_undo(new QAction(tr("Undo"), this)), m_redo(new QAction(tr("Redo"), this)) {
    m_undo->setObjectName(name + QStringLiteral(".undo"));
    m_redo->setObjectName(name + QStringLiteral(".redo"));
    new UndoKeys(
        part, [this] { m_undo->trigger(); }, [this] { m_redo->trigger(); });
    offer({}, {});
}

void UndoActions::offer(const QString& undo, const QString& redo) {
    const auto set = [](QAction* action, const QString& verb, const QString& title) {
        action->setEnabled(!title.isEmpty());
        action->setToolTip(title.isEmpty() ? verb : QStringLiteral("%1: %2").arg(verb, title));
    };
    set(m_undo, tr("Undo (Ctrl+Z)"), undo);
    set(m_redo, tr("Redo (Ctrl+Shift+Z)"), redo);
}

} // namespace headlight
