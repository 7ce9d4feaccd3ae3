#include "jobs/stored_run.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/store/run_series.h"
#include "engine/tasks/selection_baselines.h"
#include "engine/tasks/task.h"
#include "jobs/train_log.h"
#include "open_data.h"
#include "wording/shown_text.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace headlight {

using Json = nlohmann::ordered_json;

namespace {

/// Metrics of a stored evaluation, in the order of its task.
std::vector<MetricValue> metricsOf(const Json& details, const std::string& task) {
    std::vector<MetricValue> metrics;
    for (const std::string& name : metricsOfTask(task))
        if (const auto value = details.find(name); value != details.end() && value->is_number())
            metrics.push_back({name, value->get<double>()});
    return metrics;
}

/// What the run is judged by: of those that its task has, the first that it was evaluated by.
QString judgedBy(const RunSummary& run) {
    const std::vector<std::string> names = metricsOfTask(run.run.task);
    for (const std::string& name : names)
        for (const MetricSummary& metric : run.metrics)
            if (metric.name == "dev." + name || metric.name == "test." + name)
                return QString::fromStdString(name);
    return QString::fromStdString(names.front());
}

/// The rule of BatchOrder backwards: the last batch of all may be short, and its epoch is cut.
std::int64_t stepsInAll(std::int64_t step, double epoch, int epochs) {
    constexpr double most = 9e18; // an epoch near 0 in a damaged store
    return epoch > 0 ? std::max(step, std::int64_t(std::min(most, std::ceil(double(step) / epoch * epochs - 1e-6))))
                     : 0;
}

/// The recorder's "after step 985"; the last point of a long run is some steps before.
std::int64_t lastStep(const RunRecord& run, const TrainProgress& progress) {
    static const QRegularExpression form(QStringLiteral("^after step (\\d+)$"));
    const QRegularExpressionMatch match = form.match(QString::fromStdString(run.message));
    return match.hasMatch() ? match.captured(1).toLongLong() : progress.step;
}

/// Why a run ended before its last step.
QString earlyOf(const StoredRun& stored, int patience) {
    if (stored.status != QLatin1String("finished") || patience == 0 || stored.progress.step >= stored.progress.steps)
        return {};
    const bool hasDev = std::any_of(stored.points.begin(), stored.points.end(), [](const TrainPoint& point) {
        return point.metric.startsWith(QLatin1String("dev."));
    });
    return earlyText(patience, hasDev ? QStringLiteral("dev") : QStringLiteral("test"), stored.info.metric);
}

QStringList logOf(const Store& store, const RunRecord& run, const StoredRun& stored) {
    QStringList log;
    const std::vector<MetricPoint> parameters = store.metric(run.id, run_metric::parameters);
    const double count = parameters.empty() ? 0 : parameters.back().value;
    log << beginLine(run.id, stored.info.title, count >= 0 && count < 1e15 ? qint64(count) : 0);
    std::optional<ReachedMetric> best, last;
    std::int64_t bestStep = -1;
    for (const StoredEvaluation& evaluation : store.evaluations(run.id)) {
        const auto document = jsonFrom(evaluation.details);
        if (!document || !document->is_object())
            continue;
        const Json& details = *document;
        const std::vector<MetricValue> metrics = metricsOf(details, run.task);
        const QString split = QString::fromStdString(evaluation.split);
        const bool isBest = details.contains("best") && details["best"] == true;
        const auto loss = details.find("loss");
        log << evaluationLine(evaluation.epoch, split, metrics,
                              loss != details.end() && loss->is_number() ? loss->get<double>() : std::nan(""), isBest,
                              besideText(details));
        // The dev set comes first and says which model is kept; the test set then says what that one is worth.
        if (isBest)
            bestStep = evaluation.step;
        if (metrics.empty() || split == QLatin1String("train"))
            continue;
        last = ReachedMetric{split, metrics.front().name, metrics.front().value};
        if (bestStep == evaluation.step)
            best = last;
    }
    if (run.status == RunStatus::Failed)
        log << shownText(run.message);
    else if (!stored.isLive())
        log << endLine(stored.status, lastStep(run, stored.progress), best, last, stored.early);
    return log;
}

/// What is wrong with them is said when the run is resumed.
std::optional<int> countRunsAfter(const RunRecord& run) {
    try {
        return int(runsAfter(run).size());
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace

TrainProgress storedProgress(const Store& store, RunId run, int epochs) {
    TrainProgress progress;
    const std::vector<MetricPoint> losses = store.metric(run, run_metric::trainLoss);
    if (losses.empty())
        return progress;
    const MetricPoint& last = losses.back();
    progress.step = last.step;
    progress.epoch = last.epoch;
    progress.loss = last.value;
    const std::vector<MetricPoint> seconds = store.metric(run, run_metric::seconds); // also of what followed that step
    progress.seconds = std::max(last.seconds, seconds.empty() ? 0 : seconds.back().value);
    progress.steps = stepsInAll(last.step, last.epoch, epochs);
    return progress;
}

QMap<QString, QList<std::pair<QString, double>>> storedBeside(const Store& store, RunId run) {
    std::map<std::string, StoredEvaluation> last;
    for (StoredEvaluation& evaluation : store.evaluations(run))
        last[evaluation.split] = std::move(evaluation);
    QMap<QString, QList<std::pair<QString, double>>> beside;
    for (const auto& [split, evaluation] : last)
        if (const auto details = jsonFrom(evaluation.details); details && details->is_object())
            for (const auto& [title, accuracy] : baselinesIn(*details))
                beside[QString::fromStdString(split)].append({QString::fromStdString(title), accuracy});
    return beside;
}

QList<TrainPoint> storedPoints(const Store& store, RunId run, const QString& judgedBy) {
    QList<TrainPoint> points;
    for (const char* split : {"train", "dev", "test"})
        for (const QString& measure : {QStringLiteral("loss"), judgedBy}) {
            const QString metric = QStringLiteral("%1.%2").arg(QLatin1String(split), measure);
            for (const MetricPoint& point : store.metric(run, metric.toStdString()))
                points.append({metric, double(point.step), point.epoch, point.seconds, point.value});
        }
    const auto beside = storedBeside(store, run);
    for (auto split = beside.begin(); split != beside.end(); ++split)
        for (const auto& [title, accuracy] : split.value())
            points.append({split.key() + besideMetric + title, 0, 0, 0, accuracy});
    return points;
}

QList<int> storedEpochs(const Store& store, RunId run) {
    QList<int> epochs;
    for (const SnapshotKey& key : store.snapshotKeys(run))
        if (epochs.isEmpty() || epochs.last() != key.epoch)
            epochs.append(key.epoch);
    return epochs;
}

std::optional<StoredRun> readStoredRun(const QString& path, qint64 id) {
    if (!QFileInfo::exists(path))
        return std::nullopt;
    const Store store(path.toStdString());
    std::vector<DamagedRow> damaged;
    const std::vector<RunSummary> runs = store.runs(false, &damaged); // those that aren't deleted
    const auto found =
        std::find_if(runs.begin(), runs.end(), [id](const RunSummary& summary) { return summary.run.id == id; });
    if (std::any_of(damaged.begin(), damaged.end(), [id](const DamagedRow& row) { return row.id == id; }))
        store.summary(id); // says what is wrong with it
    if (found == runs.end())
        return std::nullopt;
    const RunRecord& run = found->run;
    const RunConfig config = configurationOf(run);
    StoredRun stored;
    stored.info.id = id;
    stored.info.folder = QString::fromStdString(run.checkpoint);
    stored.info.epochs = config.train.epochs;
    stored.info.smoothsLabels = config.train.labelSmoothing > 0;
    stored.info.title = runTitle(config, shownText(run.datasetName));
    stored.info.metric = judgedBy(*found);
    stored.status = QString::fromStdString(statusName(run.status));
    stored.progress = storedProgress(store, id, config.train.epochs);
    stored.info.steps = stored.progress.steps;
    stored.points = storedPoints(store, id, stored.info.metric);
    stored.epochs = storedEpochs(store, id);
    stored.early = earlyOf(stored, config.train.patience);
    stored.runsAfter = countRunsAfter(run);
    stored.log = logOf(store, run, stored);
    return stored;
}

Corpus corpusOfRun(const std::string& specification, const std::string& advice) {
    try {
        return openData(specification);
    } catch (const Error& error) {
        std::error_code code;
        if (std::filesystem::exists(parseSpec(specification).path, code))
            throw;
        throw Error(std::string(error.what()) + ". If the corpus is at another place now" + advice);
    }
}

} // namespace headlight
