#include "viewmodels/model_title.h"

#include "engine/core/error.h"
#include "engine/tasks/metric.h"
#include "viewmodels/model_opener.h"
#include "viewmodels/runs_load.h"
#include "wording/corpus_title.h"

#include <QFileInfo>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// The run whose folder that is; none where the store can't be read, which the Runs view tells.
std::optional<RunEntry> runIn(const QString& folder, const QString& store) {
    try {
        for (const RunEntry& run : loadRuns(store))
            if (!run.folder.isEmpty() && QFileInfo(run.folder).canonicalFilePath() == folder)
                return run;
    } catch (const Error&) {
    }
    return std::nullopt;
}

/// "90.2 %"; "0.82" of a correlation.
QString figureText(const QString& metric, double value) {
    for (const Metric& row : metricRows())
        if (row.name == metric.toStdString() && !std::isnan(value))
            return displayOf(value, row.unit == MetricUnit::Share ? RunColumn::Kind::Share : RunColumn::Kind::Figure);
    return {};
}

} // namespace

ModelTitle modelTitleOf(const QString& folder, const QString& store) {
    const QFileInfo place(folder);
    const QString which = place.fileName();
    const bool isBest = which == QLatin1String("best");
    if (isBest || which == QLatin1String("last"))
        if (const auto run = runIn(QFileInfo(place.path()).canonicalFilePath(), store)) {
            const RunEntry::Reached reached = run->reached.value(run->judgedBy);
            return {corpusTitle(run->data.section(QLatin1Char('?'), 0, 0)),
                    figureText(run->judgedBy, isBest ? reached.best : reached.last)};
        }
    return {corpusTitle(modelName(folder)), {}};
}

} // namespace headlight
