#pragma once

#include "engine/store/sweep_records.h"

#include <QSet>
#include <QWidget>
#include <vector>

class QAction;
class QHBoxLayout;
class QTreeWidget;
class QTreeWidgetItem;

namespace headlight {

class UndoActions;
class WrappingTree;

/// The sweeps of the store, the newest first, with a tick at those that are drawn.
class SweepList : public QWidget {
    Q_OBJECT
public:
    explicit SweepList(QWidget* parent = nullptr);

    void setSweeps(const std::vector<SweepRecord>& sweeps);
    void setShown(const QList<qint64>& sweeps); ///< which get a tick when they come
    QList<qint64> shown() const;                ///< by number
    qint64 current() const;                     ///< 0: none
    void show(qint64 sweep);                    ///< gives it a tick when it comes
    /// As if it had been chosen, but without currentChanged: the form is about it already.
    void setCurrent(qint64 sweep);
    /// What undo and redo would do, "Delete sweep 3"; empty: nothing.
    void setUndo(const QString& undo, const QString& redo);

signals:
    void shownChanged();
    void currentChanged(qint64 sweep);
    void removeRequested(qint64 sweep);
    void undoRequested();
    void redoRequested();

private:
    QHBoxLayout* makeButtons();

    WrappingTree* m_tree;
    QAction* m_remove;
    UndoActions* m_undo;
    QSet<qint64> m_shown;
};

} // namespace headlight
