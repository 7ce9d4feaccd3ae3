#include "viewmodels/runs_view.h"

#include "viewmodels/run_filter.h"
#include "wording/corpus_title.h"
#include "wording/option_title.h"

#include <algorithm>

namespace headlight {

namespace {

/// Different in any two runs, whatever their configuration.
const QSet<QString>& ownColumns() {
    static const QSet<QString> keys = {"name", "started", "notes", "message", "tags"};
    return keys;
}

QString wordsOf(const RunEntry& run) {
    return QStringList{QString::number(run.id),
                       run.name,
                       run.title,
                       run.status,
                       run.model,
                       encoderTitle(run.model),
                       run.data,
                       corpusTitle(run.data),
                       run.tags.join(' '),
                       run.notes,
                       run.version,
                       run.machine}
        .join('\n');
}

} // namespace

RunsView::RunsView(RunsModel& runs, QObject* parent)
    : QSortFilterProxyModel(parent), m_runs(runs), m_filter(std::make_unique<const RunFilter>()) {
    const QStringList hidden = usuallyHidden();
    m_hidden = QSet<QString>(hidden.begin(), hidden.end());
    setSortRole(RunsModel::SortRole);
    setDynamicSortFilter(true);
    setSourceModel(&runs);
    const auto refresh = [this] {
        refreshEmpty();
        refreshDiffering();
    };
    refreshEmpty();
    connect(&runs, &QAbstractItemModel::rowsInserted, this, refresh);
    connect(&runs, &QAbstractItemModel::rowsRemoved, this, refresh);
    connect(&runs, &QAbstractItemModel::dataChanged, this, refresh);
}

RunsView::~RunsView() = default;

QStringList RunsView::usuallyHidden() {
    return {"message", "version", "machine", "notes", "last", "speed", "inference"};
}

void RunsView::setFilterText(const QString& text) {
    auto filter = std::make_unique<const RunFilter>(text, m_runs.columns());
    m_text = text;
    m_filter = std::move(filter);
    invalidateRowsFilter();
    refreshDiffering();
}

void RunsView::setHiddenColumns(const QStringList& keys) {
    m_hidden = QSet<QString>(keys.begin(), keys.end());
    invalidateColumnsFilter();
}

void RunsView::setOnlyDiffering(bool on) {
    m_onlyDiffering = on;
    refreshDiffering();
    invalidateColumnsFilter();
}

void RunsView::setChosen(const QList<qint64>& ids) {
    m_chosen = ids;
    refreshDiffering();
}

void RunsView::setSort(const QString& key, Qt::SortOrder order) {
    m_sortKey = key;
    if (sortColumn() == 0 && sortOrder() == order)
        invalidate();
    else
        sort(0, order); // the name is always there
}

QList<qint64> RunsView::shownIds() const {
    QList<qint64> ids;
    for (int row = 0; row < rowCount(); ++row)
        ids.append(m_runs.runs()[mapToSource(index(row, 0)).row()].id);
    return ids;
}

QStringList RunsView::differingKeys(const RunsModel& runs, const QList<qint64>& ids) {
    QList<const RunEntry*> compared;
    for (const qint64 id : ids)
        if (const RunEntry* run = runs.find(id))
            compared.append(run);
    QStringList keys;
    for (const RunColumn& column : runs.columns()) {
        if (ownColumns().contains(column.key))
            continue;
        for (const RunEntry* run : compared)
            if (valueOf(*run, column) != valueOf(*compared.front(), column)) {
                keys.append(column.key);
                break;
            }
    }
    return keys;
}

void RunsView::refreshDiffering() {
    if (!m_onlyDiffering)
        return;
    const QList<qint64> compared = m_chosen.size() >= 2 ? m_chosen : shownIds();
    const QStringList keys = differingKeys(m_runs, compared);
    QSet<QString> differing(keys.begin(), keys.end());
    const bool compares = compared.size() >= 2;
    if (differing == m_differing && compares == m_compares)
        return;
    m_differing = std::move(differing);
    m_compares = compares;
    invalidateColumnsFilter();
}

void RunsView::refreshEmpty() {
    QSet<QString> empty;
    for (const RunColumn& column : m_runs.columns())
        if (column.isRare && std::none_of(m_runs.runs().begin(), m_runs.runs().end(),
                                          [&](const RunEntry& run) { return valueOf(run, column).isValid(); }))
            empty.insert(column.key);
    if (empty == m_empty)
        return;
    m_empty = std::move(empty);
    invalidateColumnsFilter();
}

bool RunsView::fits(const RunFilter& filter, const RunEntry& run) const {
    return filter.accepts(
        [&](const QString& key) {
            const int column = m_runs.columnOf(key);
            return column < 0 ? QVariant() : valueOf(run, m_runs.columns()[column]);
        },
        wordsOf(run));
}

bool RunsView::hasRunsFor(const RunFilter& filter) const {
    return std::any_of(m_runs.runs().begin(), m_runs.runs().end(),
                       [&](const RunEntry& run) { return fits(filter, run); });
}

bool RunsView::filterAcceptsRow(int row, const QModelIndex&) const {
    return fits(*m_filter, m_runs.runs()[row]);
}

bool RunsView::filterAcceptsColumn(int column, const QModelIndex&) const {
    const QString& key = m_runs.columns()[column].key;
    if (key == QLatin1String("name"))
        return true;
    return !m_hidden.contains(key) &&
           (m_onlyDiffering && m_compares ? m_differing.contains(key) : !m_empty.contains(key));
}

bool RunsView::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const int column = std::max(0, m_runs.columnOf(m_sortKey));
    const int role = m_runs.columns()[column].key == QLatin1String("name") ? int(Qt::DisplayRole) : RunsModel::SortRole;
    const QVariant a = left.siblingAtColumn(column).data(role), b = right.siblingAtColumn(column).data(role);
    if (!a.isValid() || !b.isValid()) // runs without the value stay at the bottom
        return sortOrder() == Qt::AscendingOrder ? a.isValid() && !b.isValid() : !a.isValid() && b.isValid();
    if (a.typeId() == QMetaType::QDateTime)
        return a.toDateTime() < b.toDateTime();
    bool aIsNumber = false, bIsNumber = false;
    const double x = a.toDouble(&aIsNumber), y = b.toDouble(&bIsNumber);
    if (aIsNumber && bIsNumber)
        return x < y;
    return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
}

} // namespace headlight
