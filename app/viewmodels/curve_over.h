#pragma once

#include "viewmodels/runs_load.h"

namespace headlight {

/// A metric over another one.
struct CurveOver {
    QVector<double> x, y, steps, wallTimes;
    bool isRead = false; ///< x was read between its points somewhere
};

/// `curve` at its own steps, with `over` as x: its value at the same step, else on the line between its neighbours.
/// Steps before its first point and behind its last, and numbers that are none, are left out.
CurveOver curveOver(const RunCurve& curve, const RunCurve& over);

} // namespace headlight
