#include "viewmodels/runs_groups.h"

#include "viewmodels/runs_view.h"
#include "wording/option_title.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <QHash>
#include <QObject>

namespace headlight {

RunStatistics RunStatistics::of(QList<double> values) {
    values.removeIf([](double value) { return std::isnan(value); });
    RunStatistics statistics;
    statistics.count = int(values.size());
    if (values.isEmpty())
        return statistics;
    std::sort(values.begin(), values.end());
    double sum = 0;
    for (const double value : values)
        sum += value;
    statistics.mean = sum / double(values.size());
    double squares = 0;
    for (const double value : values)
        squares += (value - statistics.mean) * (value - statistics.mean);
    statistics.deviation = values.size() > 1 ? std::sqrt(squares / double(values.size() - 1)) : 0;
    const qsizetype middle = values.size() / 2;
    statistics.median = values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    statistics.low = values.front();
    statistics.high = values.back();
    return statistics;
}

QStringList keysOfSetting(const RunsModel& runs) {
    QStringList keys = {"model", "data"};
    for (const RunColumn& column : runs.columns())
        if (column.isOption && column.key != QLatin1String("seed") && column.key != QLatin1String("fold"))
            keys.append(column.key);
    return keys;
}

namespace {

/// Model and data come first; of the options as few as tell the group from those that have the same so far.
QString nameOf(const RunGroup& group, const QList<RunGroup>& groups, const QStringList& keys,
               const QList<RunColumn>& columns, const QStringList& differing) {
    const qsizetype model = keys.indexOf("model");
    QList<RunGroup> alike = groups; // as far as it is named
    const auto tells = [&](qsizetype k) {
        return alike.removeIf([&](const RunGroup& other) { return other.values[k] != group.values[k]; }) > 0;
    };
    QStringList parts;
    for (qsizetype k = 0; k < keys.size(); ++k)
        if (const bool isTold = tells(k); columns[k].isOption ? isTold : k == model || differing.contains(keys[k])) {
            const QString value = group.values[k].isEmpty() ? QStringLiteral("(none)") : group.values[k];
            parts.append(!columns[k].isOption ? value
                         : keys[k] == QLatin1String("folds") && value == optionValueTitle(keys[k], QStringLiteral("0"))
                             ? QObject::tr("no folds")
                             : QStringLiteral("%1 %2").arg(columns[k].title, value));
        }
    return parts.isEmpty() ? QObject::tr("all runs") : parts.join(QStringLiteral(" · "));
}

/// What a run would have in common with one that repeats it; empty when its seed is not known.
QStringList recipeOf(const RunEntry& run) {
    if (!run.options.contains(QStringLiteral("seed")))
        return {};
    QStringList recipe = {run.model, run.data};
    for (auto option = run.options.cbegin(); option != run.options.cend(); ++option)
        recipe << option.key() << option.value().toString();
    return recipe;
}

bool countsBefore(const RunEntry& a, const RunEntry& b) {
    const QString finished = QStringLiteral("finished");
    return (a.status == finished) != (b.status == finished) ? a.status == finished : a.id > b.id;
}

void leaveOutRepeated(RunGroup& group, const RunsModel& runs) {
    QHash<QStringList, qint64> counted;
    for (const qint64 id : std::as_const(group.ids)) {
        const RunEntry& run = *runs.find(id);
        const QStringList recipe = recipeOf(run);
        if (recipe.isEmpty())
            continue;
        const auto other = counted.find(recipe);
        if (other == counted.end()) {
            counted.insert(recipe, id);
        } else if (countsBefore(run, *runs.find(*other))) {
            group.repeated.append(*other);
            *other = id;
        } else {
            group.repeated.append(id);
        }
    }
    group.ids.removeIf([&](qint64 id) { return group.repeated.contains(id); });
}

} // namespace

void takeColor(RunGroup& group, const RunsModel& runs) {
    const RunEntry& oldest = *runs.find(*std::min_element(group.ids.begin(), group.ids.end()));
    group.color = oldest.color;
    group.ownColor = oldest.ownColor;
}

QList<RunGroup> groupRuns(const RunsModel& runs, const QList<qint64>& ids, const QStringList& keys) {
    QList<RunColumn> columns;
    for (const QString& key : keys) {
        const int column = runs.columnOf(key);
        if (column < 0)
            throw std::invalid_argument("groupRuns: expected a column, got \"" + key.toStdString() + "\"");
        columns.append(runs.columns()[column]);
    }
    QList<RunGroup> groups;
    for (const qint64 id : ids) {
        const RunEntry* run = runs.find(id);
        if (!run)
            continue;
        QStringList values;
        for (const RunColumn& column : std::as_const(columns))
            values.append(shownOf(*run, column));
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const RunGroup& candidate) { return candidate.values == values; });
        if (group == groups.end())
            groups.append({{}, {id}, 0, values});
        else
            group->ids.append(id);
    }
    const QStringList differing = RunsView::differingKeys(runs, ids);
    for (RunGroup& group : groups) {
        leaveOutRepeated(group, runs);
        takeColor(group, runs);
        group.name = nameOf(group, groups, keys, columns, differing);
    }
    return groups;
}

QList<RunColumn> measuredColumns() {
    QList<RunColumn> columns;
    for (const RunColumn& column : runColumns())
        if (column.isMeasured)
            columns.append(column);
    return columns;
}

QString unitOfMeasure(const QString& key) {
    for (const RunColumn& column : runColumns())
        if (column.key == key)
            return column.kind == RunColumn::Kind::Share   ? QStringLiteral("%")
                   : column.kind == RunColumn::Kind::Bytes ? QStringLiteral("MB")
                                                           : QString();
    return {};
}

double inUnitOfMeasure(double value, const QString& key) {
    const QString unit = unitOfMeasure(key);
    // Per cent to ten digits after the point: the last ones are the noise of a mean, and 100 × 0.942 is not 94.2.
    return unit == QLatin1String("%")    ? std::round(value * 1e12) / 1e10
           : unit == QLatin1String("MB") ? value / 1e6
                                         : value;
}

RunStatistics statisticsOf(const RunsModel& runs, const RunGroup& group, const QString& key) {
    const int column = runs.columnOf(key);
    QList<double> values;
    for (const qint64 id : group.ids)
        if (const RunEntry* run = runs.find(id); run && column >= 0) {
            const QVariant value = valueOf(*run, runs.columns()[column]);
            values.append(value.isValid() ? value.toDouble() : std::nan(""));
        }
    return RunStatistics::of(values);
}

} // namespace headlight
