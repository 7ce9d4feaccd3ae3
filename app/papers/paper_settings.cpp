#include "papers/paper_settings.h"

#include "engine/core/error.h"
#include "engine/data/formats.h"
#include "engine/store/run_recorder.h"
#include "engine/tasks/metric.h"
#include "viewmodels/published.h"
#include "wording/corpus_title.h"
#include "wording/shown_text.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <map>

namespace headlight {

namespace {

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

/// What runs that are compared may have different of a corpus: how much of it is read, and how its files are written.
/// The other options make another task of it, another direction or other texts.
constexpr std::array comparableOptions{"format", "phrases", "train_on_dev", "dev", "limit", "seed"};

/// "from=en, to=de": those options of the first that the other has not, or has otherwise.
QString otherOptions(const CorpusOptions& one, const CorpusOptions& other) {
    QStringList texts;
    for (const OptionRow& row : corpusFields().rows()) {
        const std::string value = corpusFields().get(one, row.name);
        if (std::find(comparableOptions.begin(), comparableOptions.end(), row.name) == comparableOptions.end() &&
            value != corpusFields().get(other, row.name))
            texts << (value.empty() ? QObject::tr("no %1").arg(QString::fromStdString(row.name))
                                    : QString::fromStdString(row.name + "=" + value));
    }
    return texts.join(QStringLiteral(", "));
}

/// Why a run can't be compared with those of a corpus; empty: it can.
QString corpusReason(const RunRecord& run, const std::string& figures) {
    const std::string& own = run.datasetSpec;
    const std::string named = run.datasetName + own.substr(std::min(own.find('?'), own.size()));
    const QString anotherCorpus = QObject::tr("another corpus, %1").arg(corpusTitle(shownText(named)));
    const QString published = publishedCorpusOf(QString::fromStdString(figures));
    if (!published.isEmpty()) // its name says all, in whatever edition
        return publishedCorpusOf(QString::fromStdString(own)) == published ? QString() : anotherCorpus;
    try {
        const ParsedSpec here = parseSpec(own), there = parseSpec(figures);
        if (here.path != there.path && !here.path.ends_with('/' + there.path))
            return anotherCorpus;
        const CorpusOptions ours = corpusOptions(own, here), theirs = corpusOptions(figures, there);
        const QString options = otherOptions(ours, theirs);
        if (options.isEmpty())
            return {};
        return (ours.from != theirs.from || ours.to != theirs.to
                    ? QObject::tr("another direction: %1; the figure: %2")
                    : QObject::tr("other options of the corpus: %1; the figure: %2"))
            .arg(options, otherOptions(theirs, ours));
    } catch (const Error&) { // no specification
        return anotherCorpus;
    }
}

/// Why a run can't stand beside those of a training; empty: it can.
QString reasonAgainst(const RunSummary& run, const PaperTraining& training) {
    if (run.run.task != training.task)
        return QObject::tr("another task");
    if (const QString reason = corpusReason(run.run, training.corpus); !reason.isEmpty())
        return reason;
    if (!std::isnan(lastOf(run, training.shown + "." + training.metric)))
        return {};
    const QString metric = QString::fromStdString(findMetric(training.metric)->title);
    return training.shown == "best"
               ? QObject::tr("it has no %1 yet").arg(metric)
               : QObject::tr("it has no %1 on the %2 set").arg(metric, QString::fromStdString(training.shown));
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
        if (reasonAgainst(own.summary, training).isEmpty())
            comparable.push_back(&own);
    return comparable;
}

QStringList othersOf(const PaperMaterial& material, const PaperTraining& training) {
    QStringList others;
    for (const OwnRun& own : material.own)
        if (const QString reason = reasonAgainst(own.summary, training); !reason.isEmpty())
            others << leftOutText(own, reason);
    return others;
}

QString leftOutText(const OwnRun& own, const QString& reason) {
    return QObject::tr("%1 (%2)").arg(QString::fromStdString(own.name), reason);
}

QStringList leftOutTexts(const PaperMaterial& material, const QString& reason) {
    QStringList texts;
    for (const OwnRun& own : material.own)
        texts << leftOutText(own, reason);
    return texts;
}

SeriesLook lookOf(const OwnRun& own) {
    SeriesLook look = own.look;
    look.dashed = true;
    return look;
}

QString seedsText(const QString& what, const QString& spread, const PaperMaterial& material) {
    std::map<std::string, int> counts;
    for (const PaperResult& result : material.runs)
        counts[result.setting] += result.isFinished;
    std::erase_if(counts, [](const auto& entry) { return entry.second == 0; });
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end(),
                                                   [](const auto& a, const auto& b) { return a.second < b.second; });
    if (counts.empty())
        return {};
    if (most->second < 2)
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
               ? QObject::tr("Quick: %1 features, %2 (a cut of the corpus: %3), one seed. Nothing here is comparable "
                             "with the paper.")
                     .arg(quickFeatures)
                     .arg(QString::fromStdString(training.quickSize), QString::fromStdString(training.quickCut))
               : QObject::tr("Training here: %1 epochs of %2 (%3) with the recipe %4, %5 for each setting, without "
                             "word vectors from elsewhere.")
                     .arg(config.train.epochs)
                     .arg(QString::fromStdString(training.size), QString::fromStdString(training.corpus),
                          QString::fromStdString(training.recipe),
                          training.seeds == 1 ? QObject::tr("one seed") : QObject::tr("%1 seeds").arg(training.seeds));
}

} // namespace headlight
