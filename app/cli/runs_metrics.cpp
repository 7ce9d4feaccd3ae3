#include "cli/runs_output.h"

#include "cli/csv_row.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// Calls visit(run, metric, points) for each chosen metric. Error when no run has a metric that is asked for.
template <class Visit>
void forEachMetric(const Store& store, const RunList& runs, const std::vector<std::string>& metrics, Visit visit) {
    std::vector<std::string> known;
    for (const RunSummary& run : runs)
        for (const MetricSummary& metric : run.metrics)
            if (std::find(known.begin(), known.end(), metric.name) == known.end())
                known.push_back(metric.name);
    for (const std::string& wanted : metrics)
        if (std::find(known.begin(), known.end(), wanted) == known.end())
            throw Error("--metric: none of these runs has \"" + wanted + "\"." + suggestion(wanted, known));
    for (const RunSummary& run : runs)
        for (const MetricSummary& metric : run.metrics)
            if (metrics.empty() || std::find(metrics.begin(), metrics.end(), metric.name) != metrics.end())
                visit(run.run, metric.name, store.metric(run.run.id, metric.name));
}

} // namespace

std::string metricsCsv(const Store& store, const RunList& runs, const std::vector<std::string>& metrics) {
    std::string text = "run,metric,wall_time,step,epoch,value\n";
    forEachMetric(store, runs, metrics, [&](const RunRecord& run, const std::string& name, const auto& points) {
        for (const MetricPoint& point : points)
            text += csvRow({std::to_string(run.id), name, jsonText(point.wallTime), std::to_string(point.step),
                            jsonText(point.epoch),
                            std::isfinite(point.value) ? jsonText(point.value) : std::to_string(point.value)});
    });
    return text;
}

Json metricsDocument(const Store& store, const RunList& runs, const std::vector<std::string>& metrics) {
    Json document = Json::array();
    forEachMetric(store, runs, metrics, [&](const RunRecord& run, const std::string& name, const auto& points) {
        Json list = Json::array();
        for (const MetricPoint& point : points)
            list.push_back({point.wallTime, point.step, point.epoch, point.value});
        document.push_back({{"run", run.id}, {"metric", name}, {"points", list}});
    });
    return document;
}

} // namespace headlight
