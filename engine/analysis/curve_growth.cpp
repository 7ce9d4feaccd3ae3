#include "analysis/curve_growth.h"

#include "core/grouped.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace headlight {

namespace {

using Curve = std::vector<ScaleMeasurement>;
using Figure = std::function<double(const ScaleMeasurement&)>;

constexpr std::size_t fewest = 3;
constexpr Index span = 4;
constexpr double mostUncertain = 0.25; // of an exponent: half a power of the length within two standard errors
constexpr double leastR2 = 0.8;
constexpr double flat = 0.1; // an exponent of which R² says nothing: there is no growth to explain

/// The longest points that a fit takes; empty when they are too few.
Curve longestOf(const Curve& points) {
    for (std::size_t count = fewest; count <= points.size(); ++count)
        if (points.back().point.length >= span * points[points.size() - count].point.length)
            return {points.end() - std::ptrdiff_t(count), points.end()};
    return {};
}

/// Of the logarithm of a median: as of normal times with these quartiles.
double errorOfTime(const ScaleMeasurement& one) {
    constexpr double quartilesOfNormal = 1.349, medianByMean = 1.2533; // in standard deviations; in standard errors
    if (one.repetitions < 2 || one.secondsLow <= 0)
        return 0;
    const double deviation = std::log(one.secondsHigh / one.secondsLow) / quartilesOfNormal;
    return medianByMean * deviation / std::sqrt(double(one.repetitions));
}

double noError(const ScaleMeasurement&) {
    return 0;
}

CurveGrowth fitted(const Curve& points, const Figure& figure, const Figure& error) {
    std::vector<GrowthPoint> fittedPoints;
    for (const ScaleMeasurement& one : longestOf(points))
        if (figure(one) > 0)
            fittedPoints.push_back({double(one.point.length), figure(one), error(one)});
    CurveGrowth growth;
    if (fittedPoints.size() >= fewest)
        growth.fit = growthOf(fittedPoints);
    if (!growth.fit) {
        growth.missing = "fewer than 3 lengths over a factor of 4";
        return growth;
    }
    const bool isFlat = std::abs(growth.fit->exponent) < flat;
    if (growth.fit->uncertainty.value_or(0) > mostUncertain || (growth.fit->r2 < leastR2 && !isFlat)) {
        growth.missing = growth.fit->ofPoints > mostUncertain ? "too noisy to fit" : "no power of the length";
        growth.fit.reset();
    }
    return growth;
}

/// Stretches of lengths at which as many sequences are in memory at once.
std::vector<Curve> stretchesOf(const Curve& points) {
    std::vector<Curve> stretches;
    for (const ScaleMeasurement& one : points) {
        if (stretches.empty() || stretches.back().back().sequencesAtOnce != one.sequencesAtOnce)
            stretches.emplace_back();
        stretches.back().push_back(one);
    }
    return stretches;
}

/// Of the stretches that can be fitted, the one of the longest lengths.
CurveGrowth fittedBytes(const Curve& curve, const Figure& figure) {
    const Curve points = measuredOf(curve);
    const std::vector<Curve> stretches = stretchesOf(points);
    for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch)
        if (!longestOf(*stretch).empty())
            return fitted(*stretch, figure, noError);
    if (stretches.size() < 2)
        return fitted(points, figure, noError);
    const ScaleMeasurement &first = points.front(), &last = points.back();
    CurveGrowth growth;
    if (last.sequencesAtOnce < first.sequencesAtOnce)
        growth.missing = "fewer sequences in memory at greater lengths";
    else
        growth.missing = std::to_string(first.sequencesAtOnce) + " sequences at once at " +
                         grouped(first.point.length) + " tokens, " + std::to_string(last.sequencesAtOnce) + " at " +
                         grouped(last.point.length);
    return growth;
}

} // namespace

std::string CurveGrowth::text() const {
    return fit ? fit->text() : "not fitted: " + missing;
}

std::vector<ScaleMeasurement> measuredOf(const std::vector<ScaleMeasurement>& curve) {
    Curve points;
    std::copy_if(curve.begin(), curve.end(), std::back_inserter(points),
                 [](const auto& one) { return one.status == ScaleMeasurement::Status::Measured; });
    std::sort(points.begin(), points.end(),
              [](const auto& a, const auto& b) { return a.point.length < b.point.length; });
    return points;
}

CurveGrowth timeGrowth(const std::vector<ScaleMeasurement>& curve) {
    return fitted(
        measuredOf(curve), [](const auto& one) { return one.seconds; }, errorOfTime);
}

CurveGrowth memoryGrowth(const std::vector<ScaleMeasurement>& curve) {
    CurveGrowth growth = fittedBytes(curve, [](const auto& one) { return double(one.memory.growing()); });
    for (const ScaleMeasurement& one : curve)
        growth.constant = std::max(growth.constant, double(one.memory.constant()));
    return growth;
}

CurveGrowth attentionGrowth(const std::vector<ScaleMeasurement>& curve) {
    return fittedBytes(curve, [](const auto& one) { return double(one.memory.attention); });
}

} // namespace headlight
