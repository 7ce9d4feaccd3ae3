#pragma once

#include "engine/analysis/curve_growth.h"

#include <QList>
#include <QString>
#include <QVector>

namespace headlight {

struct SweepRecord;

/// The points of one sweep that differ in their length only.
struct ScaleCurve {
    QString id;     ///< unique among all sweeps
    QString title;  ///< curveTitle
    QString nameId; ///< curveId
    qint64 sweep = 0;
    QString where;                        ///< machine and version of the program: "abacus, Headlight 1.0"
    QString mode;                         ///< infer or train
    std::vector<ScaleMeasurement> points; ///< by length
};

enum class ScaleMeasure { Seconds, Bytes };

/// What a plot shows of a curve.
struct ScaleLine {
    QVector<double> length, value, low, high;   ///< measured; low and high only of times
    QVector<double> predictedLength, predicted; ///< too large to be tried, memory only
    QVector<Index> sequencesAtOnce;             ///< in memory, as many as lengths
    CurveGrowth growth;                         ///< of the values
};

/// Meeting point of two curves.
struct ScaleCrossing {
    std::size_t first, second; ///< which curves; the first one is the cheaper before it
    double length = 0, value = 0;
};

std::vector<ScaleCurve> curvesOf(const SweepRecord& sweep, const std::vector<ScaleMeasurement>& measurements);
ScaleLine lineOf(const ScaleCurve& curve, ScaleMeasure measure);
/// In words, behind "grows as": "length to the power 1.93 ± 0.02 (64 to 384 tokens, R² 0.998)", or "not fitted: …".
QString growthText(const CurveGrowth& growth);
/// How the memory of attention alone grows, in words; empty without attention.
QString attentionText(const ScaleCurve& curve);
/// How many sequences are in memory at once: "8 sequences; 6 from 256 tokens on, 2 from 512 on". Of many steps the
/// first and the last, unless all are wanted. Empty where nothing was measured, or a program before wrote no numbers.
QString sequencesText(const ScaleCurve& curve, bool all = false);
/// Of all pairs of curves that were measured alike (mode, batch, features, threads, machine, version), by length;
/// pieces and single sequences are compared with reference forms, not with each other.
QList<ScaleCrossing> crossingsOf(const std::vector<ScaleCurve>& curves, ScaleMeasure measure);

} // namespace headlight
