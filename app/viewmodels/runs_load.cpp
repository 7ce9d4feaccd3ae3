#include "viewmodels/runs_load.h"

#include "engine/core/json_text.h"
#include "engine/encoders/registry.h"
#include "engine/store/run_recorder.h"
#include "engine/store/run_series.h"
#include "engine/store/store.h"
#include "engine/tasks/task.h"
#include "engine/train/run_config.h"
#include "jobs/stored_run.h"
#include "wording/run_title.h"
#include "wording/shown_text.h"

#include <QDir>
#include <QFileInfo>
#include <QObject>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace headlight {

namespace {

const MetricSummary* find(const RunSummary& summary, const std::string& name) {
    for (const MetricSummary& metric : summary.metrics)
        if (metric.name == name)
            return &metric;
    return nullptr;
}

double lastOf(const RunSummary& summary, const std::string& name) {
    const MetricSummary* metric = find(summary, name);
    return metric ? metric->last : std::nan("");
}

std::optional<RunEntry::Reached> reachedBy(const RunSummary& summary, const Metric& metric) {
    RunEntry::Reached reached;
    reached.best = lastOf(summary, run_metric::best + metric.name);
    reached.last = lastOf(summary, "test." + metric.name);
    if (const MetricSummary* dev = find(summary, "dev." + metric.name)) {
        reached.dev = dev->best;
        if (std::isnan(reached.last))
            reached.last = dev->last;
    }
    if (std::isnan(reached.best) && std::isnan(reached.last) && std::isnan(reached.dev))
        return std::nullopt;
    return reached;
}

QVariant variantOf(const nlohmann::ordered_json& value) {
    if (value.is_boolean())
        return QString::fromLatin1(value.get<bool>() ? "true" : "false");
    if (value.is_number_integer())
        return QVariant::fromValue(value.get<qint64>());
    if (value.is_number())
        return value.get<double>();
    return shownText(value.is_string() ? value.get<std::string>() : jsonText(value));
}

constexpr const char* optionGroups[] = {"encoder_options", "classifier", "train"};

/// What a configuration of each encoder has that says nothing else.
const nlohmann::ordered_json& usualConfiguration(const std::string& encoder) {
    static const auto usual = [] {
        std::map<std::string, nlohmann::ordered_json> byEncoder;
        for (const EncoderRow& row : encoderRows())
            byEncoder[row.id] = RunConfig::forEncoder(row.id).toJson();
        return byEncoder;
    }();
    static const nlohmann::ordered_json nothing;
    const auto found = usual.find(encoder);
    return found == usual.end() ? nothing : found->second;
}

void addOptions(QMap<QString, QVariant>& options, const nlohmann::ordered_json& document) {
    for (const char* group : optionGroups)
        if (document.is_object() && document.contains(group) && document[group].is_object())
            for (const auto& [name, value] : document[group].items())
                options.insert(shownText(name), variantOf(value));
}

/// Every option of the three groups by its name: names are different over all of them. One that the program had not yet
/// when the run was stored has its default, with which the run would be trained again: it sets no run apart.
QMap<QString, QVariant> optionsOf(const std::string& configuration) {
    QMap<QString, QVariant> options;
    const auto document = jsonFrom(configuration);
    if (!document || !document->is_object())
        return options;
    if (const auto encoder = document->find("encoder"); encoder != document->end() && encoder->is_string())
        addOptions(options, usualConfiguration(encoder->get<std::string>()));
    addOptions(options, *document);
    return options;
}

QString machineText(const Machine& machine) {
    QStringList parts;
    for (const std::string& part : {machine.processor, machine.host})
        if (!part.empty())
            parts.append(shownText(part));
    if (machine.cores > 0)
        parts.append(QStringLiteral("%1 cores").arg(machine.cores));
    return parts.join(QStringLiteral(", "));
}

} // namespace

/// A name that the user gave stays as it is.
static QString titleOf(const RunRecord& run) {
    if (run.name != usualName(run.model, run.datasetName, run.seed, run.fold))
        return shownText(run.name);
    return runTitle(shownText(run.model), shownText(run.datasetName), qint64(run.seed),
                    run.fold ? QObject::tr("fold %1").arg(*run.fold) : QString());
}

/// Of a task that this program does not know, nothing is.
static bool hasQuestion(const std::string& task) {
    return std::any_of(taskRows().begin(), taskRows().end(),
                       [&](const auto& row) { return row->id == task && row->hasQuestion(); });
}

RunEntry entryOf(const RunSummary& summary) {
    const RunRecord& run = summary.run;
    RunEntry entry;
    entry.id = run.id;
    entry.setColor({});
    entry.name = shownText(run.name);
    entry.title = titleOf(run);
    entry.status = QString::fromStdString(statusName(run.status));
    entry.message = shownText(run.message);
    entry.model = shownText(run.model);
    // What is left out of a corpus, or how it is read, makes another one of it.
    const std::size_t options = run.datasetSpec.rfind('?');
    entry.data =
        shownText(run.datasetName + (options < run.datasetSpec.size() && run.datasetName.find('?') == std::string::npos
                                         ? run.datasetSpec.substr(options)
                                         : std::string()));
    entry.spec = QString::fromStdString(run.datasetSpec);
    entry.started = QDateTime::fromMSecsSinceEpoch(qint64(run.created * 1000), Qt::UTC);
    entry.folder = QString::fromStdString(run.checkpoint);
    for (const std::string& tag : run.tags)
        entry.tags.append(shownText(tag));
    entry.notes = shownLines(run.notes);
    entry.version = shownText(run.programVersion);
    entry.machine = machineText(run.machine);
    for (const Metric& metric : metricRows())
        if (const auto reached = reachedBy(summary, metric))
            entry.reached.insert(QString::fromStdString(metric.name), *reached);
    for (const std::string& name : metricsOfTask(run.task))
        if (entry.judgedBy.isEmpty() && entry.reached.contains(QString::fromStdString(name)))
            entry.judgedBy = QString::fromStdString(name);
    entry.loss = lastOf(summary, run_metric::trainLoss);
    entry.epochs = lastOf(summary, run_metric::epochs);
    entry.seconds = lastOf(summary, run_metric::seconds);
    for (const char* pass : {"test.seconds", "dev.seconds"})
        if (const MetricSummary* metric = find(summary, pass); metric && std::isnan(entry.inference))
            entry.inference = metric->best;
    entry.memory = lastOf(summary, run_metric::memory);
    entry.speed = lastOf(summary, run_metric::speed);
    entry.parameters = lastOf(summary, run_metric::parameters);
    for (const MetricSummary& metric : summary.metrics)
        entry.metrics.append(QString::fromStdString(metric.name));
    entry.options = optionsOf(run.configuration);
    return entry;
}

QList<RunEntry> loadRuns(const QString& store, StoreTroubles* troubles) {
    QList<RunEntry> entries;
    if (!QFileInfo::exists(store))
        return entries;
    const Store opened(store.toStdString());
    std::vector<DamagedRow> damaged;
    for (const RunSummary& summary : opened.runs(false, &damaged)) {
        entries.append(entryOf(summary));
        if (hasQuestion(summary.run.task))
            entries.back().beside = storedBeside(opened, summary.run.id);
    }
    if (troubles)
        *troubles = {QString::fromStdString(opened.refusal()),
                     QString::fromStdString(leftOutText(opened.path(), damaged))};
    return entries;
}

RunCurve loadCurve(const Store& store, qint64 run, const QString& metric) {
    RunCurve curve;
    for (const MetricPoint& point : store.metric(run, metric.toStdString())) {
        curve.steps.append(double(point.step));
        curve.epochs.append(point.epoch);
        curve.seconds.append(point.seconds);
        curve.wallTimes.append(point.wallTime);
        curve.values.append(point.value);
    }
    return curve;
}

bool canResume(const RunEntry& run) {
    return run.status == QLatin1String("interrupted") || run.status == QLatin1String("failed") ||
           run.status == QLatin1String("stopped") ||
           (run.status == QLatin1String("finished") && hasRunsAfter(run.folder.toStdString()));
}

QString modelFolder(const RunEntry& run) {
    for (const char* part : {"best", "last"}) {
        QString folder = QDir(run.folder).filePath(QLatin1String(part));
        if (!run.folder.isEmpty() && QFileInfo::exists(QDir(folder).filePath(QStringLiteral("config.json"))))
            return folder;
    }
    return {};
}

} // namespace headlight
