#pragma once

#include "viewmodels/runs_entry.h"

#include <QAbstractTableModel>
#include <QHash>

namespace headlight {

/// The table of runs: a row per run, a column per property and per option that any run has.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< the value in full precision; of a heading, with its unit
        IdRole,
        ColorRole,    ///< place in the palette of series
        OwnColorRole, ///< RunEntry::ownColor
        KindRole,     ///< RunColumn::Kind as a number
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Brings the table to this state; rows that stay keep their place in views, selections included.
    void setRuns(const QList<RunEntry>& runs);
    const QList<RunEntry>& runs() const { return m_runs; }
    const RunEntry* find(qint64 id) const; ///< null when there is none
    int rowOf(qint64 id) const;            ///< −1 when there is none
    /// The run's title, with its number where another of `runs` has the same; empty when there is no such run. In files
    /// its name instead.
    QString nameAmong(qint64 id, const QList<qint64>& runs, QString RunEntry::*text = &RunEntry::title) const;
    /// The run's title, with its number where any other run has the same.
    QString titleOf(const RunEntry& run) const;
    const QList<RunColumn>& columns() const { return m_columns; }
    int columnOf(const QString& key) const; ///< −1 when there is none
    QStringList keys() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Name, tags and notes: only asks for the change.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    /// A cell was edited by the user; who owns the store writes it and calls setRuns.
    void editRequested(qint64 id, const QString& key, const QString& value);

private:
    void adoptColumns(const QList<RunEntry>& runs);
    QString shownIn(const RunEntry& run, const RunColumn& column) const;

    QList<RunEntry> m_runs;
    QHash<QString, int> m_titles; ///< how many runs have each
    QList<RunColumn> m_columns = runColumns();
};

} // namespace headlight
