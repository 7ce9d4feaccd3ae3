#pragma once

#include "viewmodels/runs_model.h"

#include <QSet>
#include <QSortFilterProxyModel>
#include <memory>

namespace headlight {

class RunFilter;

/// What of the runs is shown: rows by a filter, columns by the user's choice, or only those in which the runs differ.
class RunsView : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit RunsView(RunsModel& runs, QObject* parent = nullptr);
    ~RunsView() override;

    /// RunFilterError on a text that can't be read; the rows stay as they are then.
    void setFilterText(const QString& text);
    QString filterText() const { return m_text; }
    bool hasRunsFor(const RunFilter& filter) const;

    void setHiddenColumns(const QStringList& keys);
    QStringList hiddenColumns() const { return QStringList(m_hidden.begin(), m_hidden.end()); }
    /// Of the columns that aren't hidden, those in which the compared runs (chosen ones when there are two or more,
    /// else all shown) have different values. Of a single run all of them.
    void setOnlyDiffering(bool on);
    bool onlyDiffering() const { return m_onlyDiffering; }
    void setChosen(const QList<qint64>& ids);
    /// By the column of this key, whether it is shown or not.
    void setSort(const QString& key, Qt::SortOrder order);

    /// Hidden at first: what is rarely looked at.
    static QStringList usuallyHidden();

    QList<qint64> shownIds() const;
    /// Keys of the columns in which these runs differ; the name, and what every run has of its own, left out.
    static QStringList differingKeys(const RunsModel& runs, const QList<qint64>& ids);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool filterAcceptsColumn(int column, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    bool fits(const RunFilter& filter, const RunEntry& run) const;
    void refreshDiffering();
    void refreshEmpty();

    RunsModel& m_runs;
    std::unique_ptr<const RunFilter> m_filter; ///< never null
    QString m_text;
    QString m_sortKey;
    QSet<QString> m_hidden, m_differing;
    QSet<QString> m_empty; ///< rare columns that no run fills
    bool m_onlyDiffering = false;
    bool m_compares = false; ///< two runs or more: a single one differs from nothing
    QList<qint64> m_chosen;
};

} // namespace headlight
