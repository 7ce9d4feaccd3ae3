#include "viewmodels/model_title.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/tasks/metric.h"
#include "engine/tasks/selection_baselines.h"
#include "viewmodels/model_opener.h"
#include "viewmodels/runs_load.h"
#include "wording/corpus_title.h"
#include "wording/number_text.h"

#include <QFileInfo>
#include <QObject>
#include <algorithm>

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

/// "90.2 %"; "Pearson's r 0.8234" of what is no share, which may be anything.
QString resultText(const Metric& metric, double value) {
    if (!(value >= metric.lowest && value <= metric.highest))
        return {};
    return metric.unit == MetricUnit::Share ? QStringLiteral("%1 %").arg(100 * value, 0, 'f', 1)
                                            : QString::fromStdString(metric.title) + u' ' + figureText(value);
}

/// "34.3 % (80.8 % without a network)", with the best of what chooses without one; the result where nothing does.
QString withBeside(const QString& result, const QList<std::pair<QString, double>>& accuracies) {
    double best = -1;
    for (const auto& [title, accuracy] : accuracies)
        best = std::max(best, accuracy);
    const QString text = resultText(*findMetric("accuracy"), best);
    return result.isEmpty() || text.isEmpty() ? result : QObject::tr("%1 (%2 without a network)").arg(result, text);
}

constexpr std::uint64_t mostEvaluation = std::uint64_t(16) << 20; ///< bytes; a matrix of 500 classes has 1.5 million

QList<std::pair<QString, double>> accuraciesIn(const nlohmann::ordered_json& evaluation) {
    QList<std::pair<QString, double>> accuracies;
    for (const auto& [title, accuracy] : baselinesIn(evaluation))
        accuracies.append({QString::fromStdString(title), accuracy});
    return accuracies;
}

/// Of what `headlight-cli eval --json` said, kept beside the model; empty where it is not, or says no figure.
QString evaluatedText(const QString& folder) {
    const std::filesystem::path path = std::filesystem::path(folder.toStdU16String()) / "evaluation.json";
    try {
        const nlohmann::ordered_json document = parseJson(readFile(path, mostEvaluation), path.string());
        for (const Metric& row : metricRows()) // the one that a task is judged by stands before its others
            if (const auto figure = document.find(row.name); figure != document.end() && figure->is_number())
                return withBeside(resultText(row, figure->get<double>()), accuraciesIn(document));
    } catch (const Error&) { // a model is called by its name alone then
    }
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
            const Metric* const judge = findMetric(run->judgedBy.toStdString());
            return {corpusTitle(run->data.section(QLatin1Char('?'), 0, 0)),
                    judge ? withBeside(resultText(*judge, isBest ? reached.best : reached.last),
                                       run->besideMeasure(isBest ? QStringLiteral("accuracy") : QStringLiteral("last")))
                          : QString()};
        }
    return {corpusTitle(modelName(folder)), evaluatedText(folder)};
}

} // namespace headlight
