#pragma once

#include <QString>
#include <QVector>

namespace headlight {

// What a metric of a run is as a curve. Names are those of the store (engine/store/run_recorder.h).

/// "train.loss" as people read it: "train loss".
QString metricTitle(const QString& metric);
bool isCurve(const QString& metric);     ///< else one number of the run
int rankOfMetric(const QString& metric); ///< what people look at first has the lowest

/// As the table of runs has it: "%" of an accuracy, "MB", "tokens/s"; empty when it has none.
QString unitOfMetric(const QString& metric);
QVector<double> inUnitOfMetric(QVector<double> values, const QString& metric);
/// What exported values say they are: "test accuracy (%)".
QString quantityOf(const QString& metric);

/// Noisy from one batch to the next, which smoothing is for. Everything else is drawn as it was recorded.
bool isPerBatch(const QString& metric);

} // namespace headlight
