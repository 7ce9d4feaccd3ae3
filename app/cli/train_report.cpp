#include "cli/train_report.h"

#include "cli/terminal.h"
#include "jobs/train_log.h"

#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct Figure {
    const char* name;
    std::optional<double> (*of)(const TrainReport&);
};

constexpr Figure figures[] = {
    {"best test", [](const TrainReport& r) { return r.result.best.test; }},
    {"best dev", [](const TrainReport& r) { return r.result.best.dev; }},
    {"last test", [](const TrainReport& r) { return r.result.last.test; }},
    {"last dev", [](const TrainReport& r) { return r.result.last.dev; }},
};

struct Spread {
    double mean = 0, deviation = 0; ///< of a sample
    std::size_t count = 0;
};

/// Over the runs that have the figure.
Spread spreadOf(const std::vector<TrainReport>& reports, const Figure& figure) {
    Spread spread;
    for (const TrainReport& report : reports)
        if (const auto value = figure.of(report)) {
            spread.mean += *value;
            ++spread.count;
        }
    if (spread.count == 0)
        return spread;
    spread.mean /= double(spread.count);
    for (const TrainReport& report : reports)
        if (const auto value = figure.of(report))
            spread.deviation += std::pow(*value - spread.mean, 2);
    spread.deviation = spread.count > 1 ? std::sqrt(spread.deviation / double(spread.count - 1)) : 0;
    return spread;
}

std::string figuresText(const TrainFigures& f, const std::string& name) {
    if (!f.dev && !f.test)
        return "not evaluated";
    std::string text = f.dev ? "dev " + figureValue(name, *f.dev) : "";
    if (f.test)
        text += (text.empty() ? "test " : ", test ") + figureValue(name, *f.test);
    return name + ": " + text + " (epoch " + brief(f.epoch) + ")";
}

Json known(const std::optional<double>& figure) {
    return figure ? Json(*figure) : Json();
}

Json figuresDocument(const TrainFigures& f) {
    return {{"step", f.step}, {"epoch", f.epoch}, {"dev", known(f.dev)}, {"test", known(f.test)}};
}

} // namespace

TrainReport reportOf(const RunRecord& record, const RecordedRun& run, double seconds) {
    TrainReport report = {
        run.id, statusName(record.status), record.name, int(record.seed), record.fold, run.folder, run.result, seconds};
    if (run.result.finished && run.result.step < run.result.steps)
        report.early = earlyText(configurationOf(record).train.patience, run.result.best.dev ? "dev" : "test",
                                 QString::fromStdString(run.result.figure))
                           .toStdString();
    return report;
}

std::string textOf(const TrainReport& report) {
    return "run " + std::to_string(report.id) + " " + report.status + " (" + report.name + "), " +
           counted(report.result.step, "step") + " in " + duration(report.seconds) +
           (report.early.empty() ? "" : ", ended early: " + report.early) + "\n  checkpoint " + report.folder.string() +
           "\n  best       " + figuresText(report.result.best, report.result.figure) + "\n  last       " +
           figuresText(report.result.last, report.result.figure) + "\n";
}

std::string summaryText(const std::vector<TrainReport>& reports) {
    const std::string name = reports.empty() ? "" : reports.front().result.figure;
    std::string text = name + ", mean ± standard deviation\n";
    for (const Figure& figure : figures)
        if (const Spread spread = spreadOf(reports, figure); spread.count > 0)
            text += "  " + padded(figure.name, 11) + figureValue(name, spread.mean) + " ± " +
                    figureValue(name, spread.deviation) + " of " + std::to_string(spread.count) + " runs\n";
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
                        {"seconds", r.seconds},
                        {"figure", r.result.figure},
                        {"best", figuresDocument(r.result.best)},
                        {"last", figuresDocument(r.result.last)}});
    for (const Figure& figure : figures)
        if (const Spread spread = spreadOf(reports, figure); spread.count > 0)
            summary[figure.name] = {{"mean", spread.mean}, {"deviation", spread.deviation}, {"runs", spread.count}};
    return {{"runs", runs}, {"summary", summary}};
}

} // namespace headlight
