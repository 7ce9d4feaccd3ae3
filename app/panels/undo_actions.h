#pragma once

#include <QObject>
#include <functional>

class QAction;
class QDoubleSpinBox;
class QWidget;

namespace headlight {

/// While `widget` has the focus, the keys of undo and redo do this, and nothing of their own.
class UndoKeys : public QObject {
    Q_OBJECT

public:
    UndoKeys(QWidget* widget, std::function<void()> undo, std::function<void()> redo);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<void()> m_undo, m_redo;
};

/// UndoKeys of a number that alters something at once: what is typed, and was not taken yet, goes first.
void addUndoKeys(QDoubleSpinBox* number, const std::function<void()>& undo, const std::function<void()>& redo);

/// Undo and redo of what a list holds. While the focus is in `part`, the list and what belongs to it, the keys of undo
/// and redo are about it, not about the open model.
class UndoActions : public QObject {
    Q_OBJECT

public:
    /// `name` begins the names of both: "runs" for runs.undo and runs.redo.
    UndoActions(const QString& name, QWidget* part);

    QAction* undo() const { return m_undo; }
    QAction* redo() const { return m_redo; }
    /// What they would do, "Delete sweep 3"; empty: nothing.
    void offer(const QString& undo, const QString& redo);

private:
    QAction *m_undo, *m_redo;
};

} // namespace headlight
