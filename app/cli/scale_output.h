#pragma once

#include "engine/analysis/scale_plan.h"
#include "engine/store/store.h"

#include <string>

namespace headlight {

/// The measurements as CSV, a row each; of a point that was not measured the figures are empty and the status says why:
/// "too large: would need 34 GB", "failed: …".
std::string csvOf(const std::vector<ScaleMeasurement>& measurements);

/// For people: a table of the points, then how time and memory grow with the length.
std::string textOf(const std::vector<ScaleMeasurement>& measurements);

/// "mtsa:heads=8, fused, one at a time, train".
std::string curveName(const ScalePoint& point);

/// "would need 34 GB".
std::string neededText(double bytes);

} // namespace headlight
