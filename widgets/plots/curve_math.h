#pragma once

#include "plots/spread.h"

#include <QList>
#include <QVector>

namespace headlight {

/// Exponential moving average without the pull towards zero at the start:
/// m_t = w·m_{t−1} + (1−w)·y_t with m_0 = 0, shown as m_t / (1 − w^t). Weight 0 returns the values themselves.
/// A value that is no number stays a gap and leaves the average as it is. `weight` in [0, 1), else invalid_argument.
QVector<double> smoothed(const QVector<double>& y, double weight);

/// Several curves of one setting (seeds) as one: mean and spread at every x that occurs in any of them. Where a member
/// has no point it is read between its neighbours; outside its own range it takes no part. A gap (NaN) stays a gap; of
/// a single member there is no spread.
struct Band {
    QVector<double> x, mean, low, high;
    QVector<int> count; ///< members that take part at that x
};
struct CurvePoints {
    QVector<double> x; ///< ascending
    QVector<double> y;
};
/// Whether a band of them reads any member between its points.
bool isReadBetween(const QList<CurvePoints>& members);
Band bandOf(const QList<CurvePoints>& members, Spread spread);

} // namespace headlight
