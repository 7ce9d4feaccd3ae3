#pragma once

#include "engine/analysis/scale_measurement.h"

#include <QString>

namespace headlight {

/// What people call the curve that a point belongs to: "MTSA, heads 8, fused", "DiSA, fused, one at a time".
QString curveTitle(const ScalePoint& point);

/// The same by identifiers, for files and the command line: "mtsa:heads=8, fused".
QString curveId(const ScalePoint& point);

/// "inference", "training step".
QString stepModeTitle(StepMode mode);
/// "in pieces", "one at a time".
QString sequencesTitle(Sequences sequences);

} // namespace headlight
