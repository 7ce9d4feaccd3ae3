#include "panels/scaling/sweep_list.h"

#include "engine/analysis/scale_plan.h"
#include "engine/core/error.h"
#include "forms/wrapping_tree.h"
#include "panels/undo_actions.h"
#include "wording/shown_text.h"
#include "wording/sweep_words.h"

#include <QAction>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {

enum SweepColumn { Number, Measurement, Points };

qint64 idOf(const QTreeWidgetItem* item) {
    return item ? item->data(Number, Qt::UserRole).toLongLong() : 0;
}

void fill(QTreeWidgetItem& item, const SweepRecord& sweep) {
    item.setData(Number, Qt::UserRole, qint64(sweep.id));
    item.setText(Number, QString::number(sweep.id));
    item.setSizeHint(Number, QSize(0, int(1.5 * QFontMetrics(item.font(Number)).height()))); // at least
    try {
        const ScalePlan plan = planOf(sweep);
        item.setText(Measurement, sweepWords(plan));
        item.setToolTip(Measurement, sweepDetails(sweep, plan));
        item.setText(Points, QObject::tr("%1 of %2").arg(sweep.points).arg(plan.points().size()));
        item.setToolTip(Points, QObject::tr("Of the points of this sweep, each a model at a length: so many are "
                                            "measured, or known to be too large"));
    } catch (const Error& error) {
        item.setText(Measurement, shownText(std::string_view(error.what())));
        item.setToolTip(Measurement, item.text(Measurement));
    }
    item.setToolTip(Number, item.toolTip(Measurement));
}

} // namespace

SweepList::SweepList(QWidget* parent)
    : QWidget(parent), m_tree(new WrappingTree), m_remove(new QAction(tr("Delete"), this)),
      m_undo(new UndoActions(QStringLiteral("scaling"), this)) {
    m_tree->setObjectName(QStringLiteral("scaling.sweeps"));
    m_tree->setAccessibleName(tr("Sweeps"));
    m_tree->setEmptyText(tr("There are no sweeps yet: measure one, and it appears here."));
    m_tree->setHeaderLabels({tr("Sweep"), tr("Measurement"), tr("Points")});
    for (const SweepColumn column : {Number, Points})
        m_tree->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(Measurement, QHeaderView::Stretch);
    m_tree->headerItem()->setToolTip(Measurement, tr("Models, and how they are measured; the tooltip of a row has all "
                                                     "of it, and the machine"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree);
    column->addLayout(makeButtons());
    connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        const qint64 id = idOf(item);
        const bool wanted = item->checkState(Number) == Qt::Checked;
        if (wanted == m_shown.contains(id))
            return;
        if (wanted)
            m_shown.insert(id);
        else
            m_shown.remove(id);
        emit shownChanged();
    });
    // What is chosen, not what Qt calls current: a list that gets the focus makes its first row current by itself.
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, [this] {
        m_remove->setEnabled(current() > 0);
        emit currentChanged(current());
    });
    // Space ticks what is current, and only the first column has ticks.
    QItemSelectionModel* selection = m_tree->selectionModel();
    connect(selection, &QItemSelectionModel::currentChanged, this, [selection](const QModelIndex& index) {
        if (index.column() > Number)
            selection->setCurrentIndex(index.siblingAtColumn(Number), QItemSelectionModel::NoUpdate);
    });
    m_remove->setEnabled(false);
}

QHBoxLayout* SweepList::makeButtons() {
    m_remove->setObjectName(QStringLiteral("scaling.remove"));
    m_remove->setShortcut(QKeySequence(Qt::Key_Delete));
    m_remove->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_remove->setToolTip(tr("Removes the chosen sweep and its curves; undo brings them back (%1)")
                             .arg(m_remove->shortcut().toString(QKeySequence::NativeText)));
    addAction(m_remove);
    connect(m_remove, &QAction::triggered, this, [this] { emit removeRequested(current()); });
    connect(m_undo->undo(), &QAction::triggered, this, &SweepList::undoRequested);
    connect(m_undo->redo(), &QAction::triggered, this, &SweepList::redoRequested);
    // Whoever deletes or undoes with a button goes on in the list, where the keys of undo and redo are about sweeps.
    for (QAction* one : {m_remove, m_undo->undo(), m_undo->redo()})
        connect(one, &QAction::triggered, m_tree, qOverload<>(&QWidget::setFocus));
    auto* row = new QHBoxLayout;
    const int edge = fontMetrics().height() / 2;
    row->setContentsMargins(edge, 0, edge, edge / 2);
    for (QAction* one : {m_remove, m_undo->undo()}) {
        auto* button = new QToolButton;
        button->setObjectName(one->objectName() + QStringLiteral(".button"));
        button->setDefaultAction(one);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    row->addStretch();
    return row;
}

void SweepList::setUndo(const QString& undo, const QString& redo) {
    m_undo->offer(undo, redo);
}

void SweepList::setShown(const QList<qint64>& sweeps) {
    m_shown = QSet<qint64>(sweeps.begin(), sweeps.end());
}

void SweepList::setSweeps(const std::vector<SweepRecord>& sweeps) {
    const QSignalBlocker quiet(m_tree);
    const qint64 before = current();
    m_tree->clear();
    for (auto sweep = sweeps.rbegin(); sweep != sweeps.rend(); ++sweep) {
        auto* item = new QTreeWidgetItem(m_tree);
        fill(*item, *sweep);
        item->setCheckState(Number, m_shown.contains(sweep->id) ? Qt::Checked : Qt::Unchecked);
        if (sweep->id == before)
            m_tree->setCurrentItem(item);
    }
    m_remove->setEnabled(current() > 0);
}

QList<qint64> SweepList::shown() const {
    QList<qint64> ids;
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row)
        if (m_tree->topLevelItem(row)->checkState(Number) == Qt::Checked)
            ids.append(idOf(m_tree->topLevelItem(row)));
    std::sort(ids.begin(), ids.end());
    return ids;
}

qint64 SweepList::current() const {
    const QList<QTreeWidgetItem*> chosen = m_tree->selectedItems();
    return chosen.isEmpty() ? 0 : idOf(chosen.first());
}

void SweepList::show(qint64 sweep) {
    m_shown.insert(sweep);
}

void SweepList::setCurrent(qint64 sweep) {
    const QSignalBlocker quiet(m_tree);
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row)
        if (QTreeWidgetItem* item = m_tree->topLevelItem(row); idOf(item) == sweep)
            m_tree->setCurrentItem(item);
    m_remove->setEnabled(current() > 0);
}

} // namespace headlight
