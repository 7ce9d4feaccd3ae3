#pragma once

#include "engine/store/store.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headlight {

using RunList = std::vector<RunSummary>;

/// The runs that a filter of the window's table accepts ("model = mtsa and accuracy > 0.9"). Error on a filter that is
/// not understood.
RunList filtered(const RunList& runs, const std::string& filter);

nlohmann::ordered_json documentOf(const RunSummary& summary);
/// Everything that is stored about a run but its points.
nlohmann::ordered_json detailsOf(const Store& store, const RunSummary& summary);
/// {"runs", "options", "metrics"}: only options that differ.
nlohmann::ordered_json comparisonOf(const RunList& runs);

std::string runTable(const RunList& runs);
std::string runCsv(const RunList& runs);
std::string runText(const Store& store, const RunSummary& summary);
std::string comparisonTable(const RunList& runs);
std::string comparisonCsv(const RunList& runs);

/// All points of the chosen metrics (all when empty), a line each: run,metric,wall_time,step,epoch,value.
std::string metricsCsv(const Store& store, const RunList& runs, const std::vector<std::string>& metrics);
/// [{"run", "metric", "points": [[wall_time, step, epoch, value], …]}, …]
nlohmann::ordered_json metricsDocument(const Store& store, const RunList& runs,
                                       const std::vector<std::string>& metrics);

} // namespace headlight
