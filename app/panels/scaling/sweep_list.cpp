#include "panels/scaling/sweep_list.h"

#include "store/sweep_recorder.h"

#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {

enum Column { Number, Models, Points, Conditions };

qint64 idOf(const QTreeWidgetItem* item) {
    return item ? item->data(Number, Qt::UserRole).toLongLong() : 0;
}

void fill(QTreeWidgetItem& item, const SweepRecord& sweep) {
    item.setData(Number, Qt::UserRole, qint64(sweep.id));
    item.setText(Number, QString::number(sweep.id));
    try {
        const ScalePlan plan = planOf(sweep);
        item.setText(Models, QString::fromStdString(plan.toJson()["models"].get<std::string>()));
        item.setText(Points, QObject::tr("%1 of %2").arg(sweep.points).arg(plan.points().size()));
        item.setText(Conditions,
                     QObject::tr("%1 threads, %2").arg(plan.threads).arg(QString::fromStdString(sweep.machine.host)));
    } catch (const Error& error) {
        item.setText(Models, QString::fromUtf8(error.what()));
    }
    for (const int column : {Models, Conditions})
        item.setToolTip(column, QObject::tr("%1\n%2, %3 cores; Headlight %4")
                                    .arg(item.text(column), QString::fromStdString(sweep.machine.processor))
                                    .arg(sweep.machine.cores)
                                    .arg(QString::fromStdString(sweep.programVersion)));
}

} // namespace

SweepList::SweepList(QWidget* parent)
    : QWidget(parent), m_tree(new QTreeWidget), m_remove(new QPushButton(tr("Delete"))) {
    m_tree->setObjectName(QStringLiteral("scaling.sweeps"));
    m_tree->setAccessibleName(tr("Sweeps"));
    m_tree->setRootIsDecorated(false);
    m_tree->setHeaderLabels({tr("Sweep"), tr("Models"), tr("Points"), tr("Measured with")});
    m_tree->header()->setSectionResizeMode(Number, QHeaderView::ResizeToContents);
    m_remove->setObjectName(QStringLiteral("scaling.remove"));
    m_remove->setToolTip(tr("Delete the chosen sweep and its points from the store"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree);
    column->addWidget(m_remove, 0, Qt::AlignLeft);
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
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this] {
        m_remove->setEnabled(current() > 0);
        emit currentChanged(current());
    });
    connect(m_remove, &QPushButton::clicked, this, [this] { emit removeRequested(current()); });
    m_remove->setEnabled(false);
}

void SweepList::setSweeps(const std::vector<SweepRecord>& sweeps, bool first) {
    if (first) {
        m_shown.clear();
        if (!sweeps.empty())
            m_shown.insert(sweeps.back().id);
    }
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
    return idOf(m_tree->currentItem());
}

void SweepList::show(qint64 sweep) {
    m_shown.insert(sweep);
}

} // namespace headlight
