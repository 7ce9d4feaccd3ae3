#pragma once

#include "analysis/growth.h"
#include "store/store.h"

#include <QList>
#include <QString>
#include <QVector>

namespace headlight {

/// The points of one sweep that differ in their length only.
struct ScaleCurve {
    QString id;    ///< unique among all sweeps
    QString title; ///< "mtsa:heads=8, fused"
    qint64 sweep = 0;
    QString where;                        ///< machine and version of the program: "abacus, Headlight 1.0"
    QString mode;                         ///< infer or train
    std::vector<ScaleMeasurement> points; ///< by length
};

enum class ScaleMeasure { Seconds, Bytes };

/// What a plot shows of a curve.
struct ScaleLine {
    QVector<double> length, value, low, high; ///< measured; low and high only of times
    QVector<double> foretoldLength, foretold; ///< too large to be tried, memory only
    std::optional<Growth> growth;
};

/// Meeting point of two curves.
struct ScaleCrossing {
    std::size_t first, second; ///< which curves; the first one is the cheaper before it
    double length = 0, value = 0;
};

/// "mtsa:heads=8, fused".
QString curveTitle(const ScalePoint& point);
std::vector<ScaleCurve> curvesOf(const SweepRecord& sweep, const std::vector<ScaleMeasurement>& measurements);
ScaleLine lineOf(const ScaleCurve& curve, ScaleMeasure measure);
/// "n^1.93 ± 0.02"; empty without a fit.
QString growthText(const std::optional<Growth>& growth);
/// Of all pairs of curves that were measured alike (mode, batch, features, threads, machine, version), by length.
QList<ScaleCrossing> crossingsOf(const std::vector<ScaleCurve>& curves, ScaleMeasure measure);

} // namespace headlight
