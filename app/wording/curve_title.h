#pragma once

#include "engine/analysis/scale_measurement.h"

#include <QString>

namespace headlight {

/// Of the curve that a point belongs to: "mtsa:heads=8, fused", "disa, fused, one at a time".
QString curveTitle(const ScalePoint& point);

} // namespace headlight
