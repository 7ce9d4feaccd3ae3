#include "papers/paper_settings.h"

#include "engine/store/run_recorder.h"
#include "engine/tasks/metric.h"
#include "viewmodels/published.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <map>

namespace headlight {

namespace {

constexpr int quickFeatures = 24;

const MetricSummary* metricOf(const RunSummary& run, const std::string& name) {
    const auto found = std::find_if(run.metrics.begin(), run.metrics.end(),
                                    [&](const MetricSummary& metric) { return metric.name == name; });
    return found == run.metrics.end() ? nullptr : &*found;
}

double lastOf(const RunSummary& run, const std::string& name) {
    const MetricSummary* metric = metricOf(run, name);
    return metric ? metric->last : std::nan("");
}

/// An encoder of the same form with few features.
void makeNarrow(RunConfig& config) {
    for (const OptionRow& row : config.encoderConfig->rows())
        for (const char* width : {"features", "head_features", "feed_forward"})
            if (row.name == width && std::stoi(config.get(width)) > quickFeatures)
                config.set(width, std::to_string(quickFeatures));
    const std::vector<std::string> unused = unusedOptions(taskRow(config.task));
    for (const char* width : {"embedding_features", "hidden"})
        if (std::find(unused.begin(), unused.end(), width) == unused.end())
            config.set(width, std::to_string(quickFeatures));
}

RunConfig configOf(const PaperTraining& training, const PaperSetting& setting, bool quick) {
    RunConfig config = RunConfig::forEncoder(setting.encoder);
    config.task = training.task;
    config.data = training.corpus;
    applyRecipe(config, training.recipe);
    for (const OptionValues* values : {&training.values, &setting.values})
        for (const auto& [name, value] : *values)
            config.set(name, value);
    if (!quick)
        return config;
    config.data += (training.corpus.find('?') == std::string::npos ? "?" : "&") + training.quickCut;
    makeNarrow(config);
    for (const auto& [name, value] : training.quick)
        config.set(name, value);
    return config;
}

/// What tells corpora apart that are not in the same folder.
QString corpusKey(const std::string& spec) {
    const QString text = QString::fromStdString(spec);
    const QString published = publishedCorpusOf(text);
    return published.isEmpty() ? text.section('?', 0, 0).section('/', -1) : published;
}

QString optionsText(const OptionValues& values) {
    QStringList texts;
    for (const auto& [name, value] : values)
        texts << QString::fromStdString(name + "=" + value);
    return texts.join(QStringLiteral("; "));
}

QStringList valueRow(const PaperTraining& training, const QString& name, const RunSummary* run) {
    const auto text = [&](const std::string& metric) { return run ? exactNumber(lastOf(*run, metric)) : QString(); };
    return {name,
            run ? QString::number(run->run.seed) : QString(),
            run ? QString::number(run->run.id) : QString(),
            text(run_metric::parameters),
            text(run_metric::seconds),
            text("test.seconds"),
            run ? exactNumber(reachedBy(*run, training.metric)) : QString(),
            run ? exactNumber(bestOnDev(*run, training.metric)) : QString()};
}

} // namespace

std::vector<PaperRun> runsOf(const PaperTraining& training, const std::vector<PaperSetting>& settings, bool quick) {
    std::vector<PaperRun> runs;
    for (const PaperSetting& setting : settings)
        for (int seed = 1; seed <= (quick ? 1 : training.seeds); ++seed) {
            runs.push_back({setting.name, configOf(training, setting, quick)});
            runs.back().config.train.seed = seed;
        }
    return runs;
}

double reachedBy(const RunSummary& run, const std::string& metric) {
    return lastOf(run, run_metric::best + metric);
}

double bestOnDev(const RunSummary& run, const std::string& metric) {
    const MetricSummary* dev = metricOf(run, "dev." + metric);
    const MetricSummary* one = dev ? dev : metricOf(run, "test." + metric);
    return one ? one->best : std::nan("");
}

std::vector<const PaperResult*> finishedOf(const PaperMaterial& material, const std::string& setting) {
    std::vector<const PaperResult*> finished;
    for (const PaperResult& result : material.runs)
        if (result.isFinished && result.setting == setting)
            finished.push_back(&result);
    return finished;
}

RunStatistics statisticsOf(const PaperMaterial& material, const std::string& setting, const std::string& metric,
                           RunValue value) {
    QList<double> values;
    for (const PaperResult* result : finishedOf(material, setting))
        values.append(inUnitOfMeasure(value(result->summary, metric), QString::fromStdString(metric)));
    return RunStatistics::of(values);
}

std::vector<const OwnRun*> comparableOf(const PaperMaterial& material, const PaperTraining& training) {
    std::vector<const OwnRun*> comparable;
    for (const OwnRun& own : material.own)
        if (own.summary.run.task == training.task &&
            corpusKey(own.summary.run.datasetSpec) == corpusKey(training.corpus))
            comparable.push_back(&own);
    return comparable;
}

QString seedsText(const QString& what, const QString& spread, const PaperMaterial& material) {
    std::map<std::string, int> counts;
    for (const PaperResult& result : material.runs)
        counts[result.setting] += result.isFinished;
    std::erase_if(counts, [](const auto& entry) { return entry.second == 0; });
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end(),
                                                   [](const auto& a, const auto& b) { return a.second < b.second; });
    if (counts.empty() || most->second < 2)
        return QObject::tr("%1: one seed, so no error is known").arg(what);
    const QString number = least->second == most->second ? QString::number(most->second)
                                                         : QObject::tr("%1 to %2").arg(least->second).arg(most->second);
    return QObject::tr("%1: mean of %2 seeds; %3: smallest and largest").arg(what, number, spread);
}

ValueTable runValues(const PaperMaterial& material, const PaperTraining& training,
                     const std::vector<PaperSetting>& settings, const QString& published) {
    const QString metric = QString::fromStdString(training.metric);
    ValueTable table;
    table.columns = {"setting",
                     "seed",
                     "run",
                     "parameters",
                     "seconds",
                     "pass_seconds",
                     metric,
                     QStringLiteral("best_dev_%1").arg(metric),
                     "model",
                     "options",
                     QStringLiteral("published_%1").arg(metric),
                     "published_source",
                     "status"};
    for (const PaperResult& result : material.runs) {
        const auto setting = std::find_if(settings.begin(), settings.end(),
                                          [&](const PaperSetting& one) { return one.name == result.setting; });
        QStringList row =
            valueRow(training, QString::fromStdString(result.setting), result.run > 0 ? &result.summary : nullptr);
        row[1] = QString::number(result.seed);
        row << QString::fromStdString(setting->encoder) << optionsText(setting->values)
            << exactNumber(setting->published) << (std::isnan(setting->published) ? QString() : published)
            << QString::fromStdString(result.status);
        table.rows.append(row);
    }
    for (const OwnRun* own : comparableOf(material, training))
        table.rows.append(valueRow(training, QString::fromStdString(own->name), &own->summary)
                          << QString::fromStdString(own->summary.run.model) << QString() << QString() << QString()
                          << QString::fromStdString(statusName(own->summary.run.status)));
    return table;
}

QString budgetText(const PaperTraining& training, bool quick) {
    RunConfig config = RunConfig::forEncoder("mtsa");
    applyRecipe(config, training.recipe);
    for (const auto& [name, value] : training.values)
        if (name == "epochs")
            config.set(name, value);
    return quick
               ? QObject::tr("Quick: %1 features, a cut of the corpus (%2), one seed. Nothing here is comparable with "
                             "the paper.")
                     .arg(quickFeatures)
                     .arg(QString::fromStdString(training.quickCut))
               : QObject::tr("Trained here: %1 epochs of %2 with the recipe %3, %4 for each setting, without word "
                             "vectors from elsewhere.")
                     .arg(config.train.epochs)
                     .arg(QString::fromStdString(training.corpus), QString::fromStdString(training.recipe),
                          training.seeds == 1 ? QObject::tr("one seed") : QObject::tr("%1 seeds").arg(training.seeds));
}

} // namespace headlight
