#include "cli/train_report.h"

#include "cli/terminal.h"

#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct Figure {
    const char* name;
    double (*of)(const TrainReport&);
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
        if (figure.of(report) >= 0) {
            spread.mean += figure.of(report);
            ++spread.count;
        }
    if (spread.count == 0)
        return spread;
    spread.mean /= double(spread.count);
    for (const TrainReport& report : reports)
        if (figure.of(report) >= 0)
            spread.deviation += std::pow(figure.of(report) - spread.mean, 2);
    spread.deviation = spread.count > 1 ? std::sqrt(spread.deviation / double(spread.count - 1)) : 0;
    return spread;
}

std::string accuracies(const TrainFigures& f) {
    if (f.dev < 0 && f.test < 0)
        return "not evaluated";
    std::string text = f.dev < 0 ? "" : "dev " + percent(f.dev);
    if (f.test >= 0)
        text += (text.empty() ? "test " : ", test ") + percent(f.test);
    return text + " (epoch " + brief(f.epoch) + ")";
}

Json share(double accuracy) {
    return accuracy < 0 ? Json() : Json(accuracy);
}

Json figuresDocument(const TrainFigures& f) {
    return {{"step", f.step}, {"epoch", f.epoch}, {"dev", share(f.dev)}, {"test", share(f.test)}};
}

} // namespace

TrainReport reportOf(const RunRecord& record, const RecordedRun& run, double seconds) {
    return {run.id, statusName(record.status), record.name, int(record.seed), record.fold, run.folder, run.result,
            seconds};
}

std::string textOf(const TrainReport& report) {
    return "run " + std::to_string(report.id) + " " + report.status + " (" + report.name + "), " +
           grouped(report.result.step) + " steps in " + duration(report.seconds) + "\n  checkpoint " +
           report.folder.string() + "\n  best       " + accuracies(report.result.best) + "\n  last       " +
           accuracies(report.result.last) + "\n";
}

std::string summaryText(const std::vector<TrainReport>& reports) {
    std::string text = "mean ± standard deviation\n";
    for (const Figure& figure : figures)
        if (const Spread spread = spreadOf(reports, figure); spread.count > 0)
            text += "  " + padded(figure.name, 11) + percent(spread.mean) + " ± " + percent(spread.deviation) + " of " +
                    std::to_string(spread.count) + " runs\n";
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
                        {"best", figuresDocument(r.result.best)},
                        {"last", figuresDocument(r.result.last)}});
    for (const Figure& figure : figures)
        if (const Spread spread = spreadOf(reports, figure); spread.count > 0)
            summary[figure.name] = {{"mean", spread.mean}, {"deviation", spread.deviation}, {"runs", spread.count}};
    return {{"runs", runs}, {"summary", summary}};
}

} // namespace headlight
