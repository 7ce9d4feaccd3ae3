#include "plots/curve_plot.h"

#include <map>

namespace headlight {
namespace {

/// Rows keyed by x or step. A key that comes twice in one curve (a resumed run) gets a row of its own.
class WideTable {
public:
    explicit WideTable(const QString& key) { m_table.columns.append(key); }

    void column(const QString& name, const QVector<double>& keys, const QVector<double>& values) {
        m_table.columns.append(name);
        std::map<double, int> seen;
        for (qsizetype i = 0; i < keys.size(); ++i) {
            QStringList& row = m_rows[{keys[i], seen[keys[i]]++}];
            row.resize(m_table.columns.size());
            row.last() = exactNumber(values[i]);
        }
    }

    ValueTable table() const {
        ValueTable result = m_table;
        for (const auto& [key, cells] : m_rows) {
            QStringList row = cells;
            row.resize(result.columns.size());
            row.first() = exactNumber(key.first);
            result.rows.append(row);
        }
        return result;
    }

private:
    ValueTable m_table;
    std::map<std::pair<double, int>, QStringList> m_rows;
};

QString withQuantity(const QString& name, const QString& quantity) {
    return quantity.isEmpty() ? name : name + QStringLiteral(", ") + quantity;
}

QString fileNameOf(const CurveSeries& series) {
    return series.fileName.isEmpty() ? series.name : series.fileName;
}

QString heading(const CurveSeries& series, const QList<CurveSeries>& all) {
    const QString own = fileNameOf(series);
    const auto same =
        std::count_if(all.begin(), all.end(), [&](const auto& other) { return fileNameOf(other) == own; });
    const QString name = same > 1 ? QStringLiteral("%1 (%2)").arg(own, series.id) : own;
    return withQuantity(name, series.quantity);
}

} // namespace

ValueTable CurvePlot::values() const {
    const bool bySteps =
        !m_series.isEmpty() && m_groups.isEmpty() &&
        std::all_of(m_series.begin(), m_series.end(), [](const CurveSeries& s) { return !s.steps.isEmpty(); });
    const bool alone = m_series.size() == 1;
    WideTable wide(bySteps ? QStringLiteral("step") : valueHeading(Axis::X));
    bool timed = false;
    for (const CurveSeries& series : m_series) {
        const QVector<double>& keys = bySteps ? series.steps : series.x;
        const QString name = heading(series, m_series);
        const QString before = alone ? QString() : name + QStringLiteral(", ");
        timed = timed || !series.wallTimes.isEmpty();
        if (!series.wallTimes.isEmpty())
            wide.column(before + QStringLiteral("wall time (Unix seconds)"), keys, series.wallTimes);
        if (!bySteps && !series.steps.isEmpty())
            wide.column(before + QStringLiteral("step"), keys, series.steps);
        if (bySteps && series.x != series.steps && series.x != series.wallTimes)
            wide.column(before + valueHeading(Axis::X), keys, series.x);
        wide.column(name, keys, series.y);
        if (isSmoothed(series))
            wide.column(name + QStringLiteral(", moving average, weight %1").arg(m_smoothing), keys,
                        smoothed(series.y, m_smoothing));
        if (!series.low.isEmpty()) {
            wide.column(name + QStringLiteral(" low"), keys, series.low);
            wide.column(name + QStringLiteral(" high"), keys, series.high);
        }
    }
    for (const CurveSeries& series : m_series) // behind all others, whose columns keep their places
        for (const auto& [name, numbers] : series.beside)
            wide.column(fileNameOf(series) + QStringLiteral(", ") + name, bySteps ? series.steps : series.x, numbers);
    for (const CurveGroup& group : m_groups) {
        const Band band = bandOf(group.members, group.spread);
        const auto named = [&](const QString& what) { return withQuantity(group.name + u' ' + what, group.quantity); };
        const QString between = group.isRead ? QStringLiteral(", between their points on straight lines") : QString();
        wide.column(named(QStringLiteral("mean") + between), band.x, band.mean);
        if (group.members.size() > 1) {
            wide.column(named(rowOf(group.spread).low), band.x, band.low);
            wide.column(named(rowOf(group.spread).high), band.x, band.high);
        }
        wide.column(group.name + QStringLiteral(" n"), band.x, QVector<double>(band.count.begin(), band.count.end()));
    }
    ValueTable table = wide.table();
    if (alone && timed && bySteps) { // the usual order of a single curve: wall time, step, value
        table.columns.swapItemsAt(0, 1);
        for (QStringList& row : table.rows)
            row.swapItemsAt(0, 1);
    }
    return table;
}

} // namespace headlight
