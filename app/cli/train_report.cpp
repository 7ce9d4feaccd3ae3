#include "cli/train_report.h"

#include "cli/terminal.h"
#include "engine/core/json_text.h"
#include "engine/tasks/selection_baselines.h"
#include "jobs/train_log.h"

#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct Place {
    const char* name;
    std::optional<double> (*of)(const TrainReport&);
};

constexpr Place places[] = {
    {"best test", [](const TrainReport& r) { return r.result.best.test; }},
    {"best dev", [](const TrainReport& r) { return r.result.best.dev; }},
    {"last test", [](const TrainReport& r) { return r.result.last.test; }},
    {"last dev", [](const TrainReport& r) { return r.result.last.dev; }},
};

struct Spread {
    double mean = 0, deviation = 0; ///< of a sample
    std::size_t count = 0;
};

std::optional<double> baselineOf(const TrainReport& report, const SelectionBaselineRow& row) {
    for (const auto& [title, accuracy] : report.baselines)
        if (title == row.title)
            return accuracy;
    return std::nullopt;
}

/// Over the runs that have such a value.
template <class Value>
Spread spreadOf(const std::vector<TrainReport>& reports, const Value& valueOf) {
    Spread spread;
    for (const TrainReport& report : reports)
        if (const auto value = valueOf(report)) {
            spread.mean += *value;
            ++spread.count;
        }
    if (spread.count == 0)
        return spread;
    spread.mean /= double(spread.count);
    for (const TrainReport& report : reports)
        if (const auto value = valueOf(report))
            spread.deviation += std::pow(*value - spread.mean, 2);
    spread.deviation = spread.count > 1 ? std::sqrt(spread.deviation / double(spread.count - 1)) : 0;
    return spread;
}

std::string reachedText(const ReachedMetrics& f, const std::string& name) {
    if (!f.dev && !f.test)
        return "not evaluated";
    std::string text = f.dev ? "dev " + metricValue(name, *f.dev) : "";
    if (f.test)
        text += (text.empty() ? "test " : ", test ") + metricValue(name, *f.test);
    return name + ": " + text + " (epoch " + brief(f.epoch) + ")";
}

Json known(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

Json reachedDocument(const ReachedMetrics& f) {
    return {{"step", f.step}, {"epoch", f.epoch}, {"dev", known(f.dev)}, {"test", known(f.test)}};
}

} // namespace

/// Of the test set, else of the dev set, as it was evaluated last.
static void addBaselines(TrainReport& report, const std::vector<StoredEvaluation>& evaluations) {
    bool isTest = false;
    for (const StoredEvaluation& evaluation : evaluations) {
        const auto details = jsonFrom(evaluation.details);
        if (!details || !details->is_object() || (isTest && evaluation.split != "test"))
            continue;
        isTest = evaluation.split == "test";
        report.baselines = baselinesIn(*details);
        report.beside = besideText(*details);
        if (!report.beside.empty())
            report.beside = evaluation.split + " " + report.beside;
    }
}

TrainReport reportOf(const RunRecord& record, const RecordedRun& run,
                     const std::vector<StoredEvaluation>& evaluations) {
    TrainReport report = {run.id,    statusName(record.status), record.name, int(record.seed), record.fold, run.folder,
                          run.result};
    addBaselines(report, evaluations);
    if (run.result.finished && run.result.step < run.result.steps)
        report.early = earlyText(configurationOf(record).train.patience, run.result.best.dev ? "dev" : "test",
                                 QString::fromStdString(run.result.metric))
                           .toStdString();
    return report;
}

std::string textOf(const TrainReport& report) {
    return "run " + std::to_string(report.id) + " " + report.status + " (" + report.name + "), " +
           counted(report.result.step, "step") + " in " + duration(report.result.seconds) +
           (report.early.empty() ? "" : ", ended early: " + report.early) + "\n  checkpoint " + report.folder.string() +
           "\n  best       " + reachedText(report.result.best, report.result.metric) + "\n  last       " +
           reachedText(report.result.last, report.result.metric) +
           (report.beside.empty() ? "" : "\n  beside it  " + report.beside) + "\n";
}

std::string summaryText(const std::vector<TrainReport>& reports) {
    const std::string name = reports.empty() ? "" : reports.front().result.metric;
    std::string text = name + ", mean ± standard deviation\n";
    for (const Place& place : places)
        if (const Spread spread = spreadOf(reports, place.of); spread.count > 0)
            text += "  " + padded(place.name, 11) + metricValue(name, spread.mean) + " ± " +
                    metricValue(name, spread.deviation) + " of " + std::to_string(spread.count) + " runs\n";
    for (const SelectionBaselineRow& row : selectionBaselineRows())
        if (const Spread spread = spreadOf(reports, [&](const TrainReport& r) { return baselineOf(r, row); });
            spread.count > 0)
            text += "  beside it  " + row.title + " " + metricValue(name, spread.mean) + " ± " +
                    metricValue(name, spread.deviation) + "\n";
    return text;
}

Json documentOf(const std::vector<TrainReport>& reports) {
    Json runs = Json::array(), summary = Json::object();
    for (const TrainReport& r : reports)
        runs.push_back({{"id", r.id},
                        {"status", r.status},
                        {"name", r.name},
                        {"seed", r.seed},
                        {"fold", r.fold ? Json(*r.fold) : Json()},
                        {"checkpoint", r.folder.string()},
                        {"steps", r.result.step},
                        {"seconds", r.result.seconds},
                        {"figure", r.result.metric},
                        {"best", reachedDocument(r.result.best)},
                        {"last", reachedDocument(r.result.last)}});
    for (const Place& place : places)
        if (const Spread spread = spreadOf(reports, place.of); spread.count > 0)
            summary[place.name] = {{"mean", spread.mean}, {"deviation", spread.deviation}, {"runs", spread.count}};
    for (const SelectionBaselineRow& row : selectionBaselineRows())
        if (const Spread spread = spreadOf(reports, [&](const TrainReport& r) { return baselineOf(r, row); });
            spread.count > 0)
            summary["baselines"][row.id] = {
                {"mean", spread.mean}, {"deviation", spread.deviation}, {"runs", spread.count}};
    return {{"runs", runs}, {"summary", summary}};
}

} // namespace headlight
