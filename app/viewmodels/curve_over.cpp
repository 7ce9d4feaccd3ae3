#include "viewmodels/curve_over.h"

#include <algorithm>
#include <cmath>

namespace headlight {

CurveOver curveOver(const RunCurve& curve, const RunCurve& over) {
    CurveOver joined;
    for (qsizetype i = 0; i < curve.steps.size(); ++i) {
        const double step = curve.steps[i];
        const qsizetype next = std::lower_bound(over.steps.cbegin(), over.steps.cend(), step) - over.steps.cbegin();
        const bool isSame = next < over.steps.size() && over.steps[next] == step;
        if (!isSame && (next == 0 || next == over.steps.size()))
            continue;
        double x = over.values[next];
        if (!isSame) {
            const double before = over.steps[next - 1], share = (step - before) / (over.steps[next] - before);
            x = over.values[next - 1] + share * (over.values[next] - over.values[next - 1]);
        }
        if (!std::isfinite(x) || !std::isfinite(curve.values[i]))
            continue;
        joined.isRead = joined.isRead || !isSame;
        joined.x.append(x);
        joined.y.append(curve.values[i]);
        joined.steps.append(step);
        joined.wallTimes.append(curve.wallTimes[i]);
    }
    return joined;
}

} // namespace headlight
