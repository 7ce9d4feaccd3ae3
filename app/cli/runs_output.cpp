#include "cli/runs_output.h"

#include "cli/csv_row.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/tasks/evaluation.h"
#include "engine/tasks/task.h"
#include "viewmodels/run_filter.h"
#include "viewmodels/runs_load.h"
#include "viewmodels/runs_model.h"
#include "wording/memory_size.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json configurationOf(const RunSummary& run) {
    return jsonFrom(run.run.configuration).value_or(Json::object());
}

/// Option by its name, whatever part of the configuration it stands in.
std::vector<std::pair<std::string, std::string>> optionsOf(const RunSummary& run) {
    std::vector<std::pair<std::string, std::string>> options = {{"model", run.run.model},
                                                                {"data", run.run.datasetSpec}};
    const Json configuration = configurationOf(run);
    for (const auto& [part, values] : configuration.items())
        if (values.is_object())
            for (const auto& [name, value] : values.items())
                options.emplace_back(name, value.is_string() ? value.get<std::string>() : jsonText(value));
    return options;
}

std::string optionOf(const RunSummary& run, const std::string& name) {
    for (const auto& [option, value] : optionsOf(run))
        if (option == name)
            return value;
    return {};
}

const MetricSummary* metricOf(const RunSummary& run, const std::string& name) {
    for (const MetricSummary& metric : run.metrics)
        if (metric.name == name)
            return &metric;
    return nullptr;
}

constexpr std::size_t longestValue = 2000; ///< characters of one in a text for people; JSON and CSV have all

std::string timeText(double seconds) {
    const auto time = std::time_t(seconds);
    std::tm parts{};
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", localtime_r(&time, &parts));
    return text;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// What the run is judged by, of the kept model or of the last one; other metrics than the accuracy with their names.
std::string judgementOf(const RunSummary& run, bool last) {
    for (const std::string& name : metricsOfTask(run.run.task))
        for (const std::string split : {last ? "test." : "best.", last ? "dev." : "test."})
            if (const MetricSummary* metric = metricOf(run, split + name))
                return (name == "accuracy" ? "" : name + " ") + metricValue(name, metric->last);
    return "—";
}

std::vector<std::string> differing(const RunList& runs) {
    std::vector<std::string> names, result;
    for (const RunSummary& run : runs)
        for (const auto& [name, value] : optionsOf(run))
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
    for (const std::string& name : names)
        if (std::any_of(runs.begin(), runs.end(),
                        [&](const RunSummary& run) { return optionOf(run, name) != optionOf(runs.front(), name); }))
            result.push_back(name);
    return result;
}

std::vector<std::string> metricNames(const RunList& runs) {
    std::vector<std::string> names;
    for (const RunSummary& run : runs)
        for (const MetricSummary& metric : run.metrics)
            if (std::find(names.begin(), names.end(), metric.name) == names.end())
                names.push_back(metric.name);
    std::sort(names.begin(), names.end());
    return names;
}

std::string briefValue(const std::string& name, double value) {
    return name.ends_with("_bytes") ? sizeText(value) : brief(value);
}

std::vector<std::vector<std::string>> comparisonRows(const RunList& runs, bool exact) {
    std::vector<std::vector<std::string>> rows = {{""}, {"name"}};
    for (const RunSummary& run : runs) {
        rows[0].push_back("run " + std::to_string(run.run.id));
        rows[1].push_back(run.run.name);
    }
    for (const std::string& name : differing(runs)) {
        rows.push_back({name});
        for (const RunSummary& run : runs)
            rows.back().push_back(optionOf(run, name));
    }
    for (const std::string& name : metricNames(runs))
        for (const bool best : {true, false}) {
            rows.push_back({name + (best ? " best" : " last")});
            for (const RunSummary& run : runs) {
                const MetricSummary* metric = metricOf(run, name);
                const double value = !metric ? 0 : best ? metric->best : metric->last;
                rows.back().push_back(!metric ? "" : exact ? jsonText(value) : briefValue(name, value));
            }
        }
    return rows;
}

/// Of an evaluation what it said; null where that is damaged.
struct ReadEvaluation {
    StoredEvaluation stored;
    Json details;
};

/// Says once what is damaged.
std::vector<ReadEvaluation> evaluationsOf(const Store& store, RunId run) {
    std::vector<ReadEvaluation> evaluations;
    std::string problem;
    for (StoredEvaluation& stored : store.evaluations(run)) {
        Json details;
        try {
            details = parseJson(stored.details, "run " + std::to_string(run) + ": details of an evaluation");
        } catch (const Error& error) {
            problem = problem.empty() ? error.what() : problem;
        }
        evaluations.push_back({std::move(stored), std::move(details)});
    }
    if (!problem.empty())
        note("left out is what is damaged: " + problem);
    return evaluations;
}

/// By split, of its last evaluation, what is said beside the figures.
std::map<std::string, std::string> besideOf(const Store& store, RunId run) {
    std::map<std::string, std::string> beside;
    for (const ReadEvaluation& evaluation : evaluationsOf(store, run))
        beside[evaluation.stored.split] = besideText(evaluation.details);
    return beside;
}

} // namespace

RunList filtered(const RunList& runs, const std::string& filter) {
    if (filter.empty())
        return runs;
    QList<RunEntry> entries;
    for (const RunSummary& run : runs)
        entries.append(entryOf(run));
    RunsModel model;
    model.setRuns(entries);
    const QList<RunColumn>& columns = model.columns();
    const RunFilter accepts(QString::fromStdString(filter), columns);
    RunList result;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const RunEntry& entry = entries[qsizetype(k)];
        QString words;
        for (const RunColumn& column : columns)
            words += valueOf(entry, column).toString() + QLatin1Char(' ');
        const auto lookup = [&](const QString& key) {
            const auto found = std::find_if(columns.begin(), columns.end(),
                                            [&](const RunColumn& column) { return column.key == key; });
            return found == columns.end() ? QVariant() : valueOf(entry, *found);
        };
        if (accepts.accepts(lookup, words))
            result.push_back(runs[k]);
    }
    return result;
}

Json documentOf(const RunSummary& summary) {
    const RunRecord& run = summary.run;
    Json best = Json::object(), last = Json::object();
    for (const MetricSummary& metric : summary.metrics) {
        best[metric.name] = number(metric.best);
        last[metric.name] = number(metric.last);
    }
    return {{"id", run.id},
            {"name", run.name},
            {"status", statusName(run.status)},
            {"message", run.message},
            {"model", run.model},
            {"dataset", run.datasetSpec},
            {"configuration", configurationOf(summary)},
            {"best", best},
            {"last", last},
            {"seed", run.seed},
            {"fold", run.fold ? Json(*run.fold) : Json()},
            {"checkpoint", run.checkpoint},
            {"tags", run.tags},
            {"notes", run.notes},
            {"created", run.created},
            {"finished", run.finished ? Json(*run.finished) : Json()}};
}

Json detailsOf(const Store& store, const RunSummary& summary) {
    const RunRecord& run = summary.run;
    Json document = documentOf(summary);
    document["threads"] = run.threads;
    document["version"] = run.programVersion;
    document["machine"] = {{"processor", run.machine.processor},
                           {"cores", run.machine.cores},
                           {"memory_bytes", run.machine.memoryBytes},
                           {"system", run.machine.system},
                           {"host", run.machine.host}};
    document["metrics"] = Json::array();
    for (const MetricSummary& metric : summary.metrics)
        document["metrics"].push_back({{"name", metric.name},
                                       {"points", metric.count},
                                       {"last", number(metric.last)},
                                       {"last_step", metric.lastStep},
                                       {"best", number(metric.best)},
                                       {"best_step", metric.bestStep},
                                       {"best_epoch", metric.bestEpoch}});
    document["evaluations"] = Json::array();
    for (const auto& [evaluation, details] : evaluationsOf(store, run.id))
        document["evaluations"].push_back({{"step", evaluation.step},
                                           {"epoch", evaluation.epoch},
                                           {"split", evaluation.split},
                                           {"details", details}});
    return document;
}

Json comparisonOf(const RunList& runs) {
    Json ids = Json::array(), options = Json::object(), metrics = Json::object();
    for (const RunSummary& run : runs)
        ids.push_back({{"id", run.run.id}, {"name", run.run.name}});
    for (const std::string& name : differing(runs))
        for (const RunSummary& run : runs)
            options[name].push_back(optionOf(run, name));
    for (const std::string& name : metricNames(runs))
        for (const RunSummary& run : runs) {
            const MetricSummary* metric = metricOf(run, name);
            metrics[name]["best"].push_back(metric ? number(metric->best) : Json());
            metrics[name]["last"].push_back(metric ? number(metric->last) : Json());
        }
    return {{"runs", ids}, {"options", options}, {"metrics", metrics}};
}

std::string runTable(const RunList& runs) {
    if (runs.empty())
        return "no runs\n";
    std::vector<std::vector<std::string>> rows = {
        {"id", "status", "model", "data", "best", "last", "epochs", "started", "name", "tags"}};
    for (const RunSummary& run : runs) {
        const MetricSummary* epochs = metricOf(run, "run.epochs");
        rows.push_back({std::to_string(run.run.id), statusName(run.run.status), run.run.model, run.run.datasetName,
                        judgementOf(run, false), judgementOf(run, true), epochs ? brief(epochs->last) : "—",
                        timeText(run.run.created), run.run.name, joined(run.run.tags)});
    }
    return table(rows, {0, 4, 5, 6});
}

std::string runCsv(const RunList& runs) {
    const std::vector<std::string> metrics = metricNames(runs);
    std::vector<std::string> header = {"id", "name", "status", "model", "dataset", "seed", "tags", "created"};
    for (const std::string& name : metrics) {
        header.push_back("best " + name);
        header.push_back("last " + name);
    }
    std::string text = csvRow(header);
    for (const RunSummary& run : runs) {
        std::vector<std::string> line = {std::to_string(run.run.id), run.run.name,
                                         statusName(run.run.status), run.run.model,
                                         run.run.datasetSpec,        std::to_string(run.run.seed),
                                         joined(run.run.tags),       jsonText(run.run.created)};
        for (const std::string& name : metrics) {
            const MetricSummary* metric = metricOf(run, name);
            line.push_back(metric ? jsonText(metric->best) : "");
            line.push_back(metric ? jsonText(metric->last) : "");
        }
        text += csvRow(line);
    }
    return text;
}

std::string runText(const Store& store, const RunSummary& summary) {
    const RunRecord& run = summary.run;
    std::string text = "run " + std::to_string(run.id) + ": " + cut(run.name, longestValue) + "\n";
    const auto line = [&](const std::string& name, const std::string& value) {
        if (!value.empty())
            text += "  " + padded(cut(name, widestCell), 12) + cut(value, longestValue) + "\n";
    };
    line("status", statusName(run.status) + (run.message.empty() ? "" : ", " + run.message));
    line("model", run.model);
    line("data", run.datasetSpec);
    line("checkpoint", run.checkpoint);
    line("started", timeText(run.created));
    line("seed", std::to_string(run.seed) + (run.fold ? ", fold " + std::to_string(*run.fold) : ""));
    line("tags", joined(run.tags));
    line("notes", run.notes);
    line("machine", run.machine.processor + ", " + std::to_string(run.machine.cores) + " cores, " + run.machine.system);
    line("version", run.programVersion);
    std::vector<std::vector<std::string>> rows = {{"  metric", "last", "best", "at step"}};
    for (const MetricSummary& metric : summary.metrics)
        rows.push_back({"  " + metric.name, briefValue(metric.name, metric.last), briefValue(metric.name, metric.best),
                        grouped(metric.bestStep)});
    text += "\n" + table(rows, {1, 2, 3}) + "\n";
    for (const auto& [split, beside] : besideOf(store, run.id))
        if (!beside.empty())
            text += "  beside it, " + split + ": " + beside + "\n\n";
    text += "  options\n";
    for (const auto& [name, value] : optionsOf(summary))
        line(padded(name, 22), value);
    return text;
}

std::string comparisonTable(const RunList& runs) {
    return table(comparisonRows(runs, false));
}

std::string comparisonCsv(const RunList& runs) {
    std::string text;
    for (const auto& row : comparisonRows(runs, true))
        text += csvRow(row);
    return text;
}

} // namespace headlight
