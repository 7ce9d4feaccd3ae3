#pragma once

#include "engine/store/store.h"

#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// A run of a model on a corpus, named by model and seed.
inline NewRun sampleRun(const std::string& model, const std::string& data, int seed) {
    NewRun run;
    run.model = model;
    run.name = model + " seed " + std::to_string(seed);
    run.datasetName = run.datasetSpec = data;
    run.seed = std::uint64_t(seed);
    return run;
}

/// That ended with these points of its metrics.
inline RunId addRun(Store& store, const NewRun& run, const std::vector<MetricPoint>& points,
                    RunStatus status = RunStatus::Finished) {
    const RunId id = store.createRun(run);
    store.addMetrics(id, points);
    store.setStatus(id, status);
    return id;
}

/// Of metrics with one value.
inline std::vector<MetricPoint> pointsOf(const std::vector<std::pair<std::string, double>>& figures) {
    std::vector<MetricPoint> points;
    for (const auto& [name, value] : figures)
        points.push_back({name, 10, 1, 5, value});
    return points;
}

} // namespace headlight
