#include "panels/runs/curve_metrics.h"

#include "engine/store/run_recorder.h"
#include "engine/tasks/metric.h"
#include "wording/shown_text.h"

#include <QObject>
#include <QStringList>
#include <cmath>

namespace headlight {

/// Of "test.f1" what the metric's row says; null where it has none, as the loss.
static const Metric* metricRowOf(const QString& metric) {
    return findMetric(metric.section('.', 1).toStdString());
}

bool isCurve(const QString& metric) {
    return metric != QLatin1String(run_metric::parameters) && metric != QLatin1String(run_metric::seconds) &&
           metric != QLatin1String(run_metric::epochs);
}

int rankOfMetric(const QString& metric) {
    static const QStringList order = [] {
        QStringList names = {"train.loss", "train.accuracy"};
        for (const Metric& row : metricRows())
            if (row.judges)
                names << "dev." + QString::fromStdString(row.name) << "test." + QString::fromStdString(row.name);
        return names << "dev.loss"
                     << "test.loss";
    }();
    const qsizetype index = order.indexOf(metric);
    return index < 0 ? int(order.size()) : int(index);
}

QString metricTitle(const QString& metric) {
    if (metric == QLatin1String(run_metric::speed))
        return QStringLiteral("speed");
    if (metric == QLatin1String(run_metric::memory))
        return QStringLiteral("peak memory");
    if (metric == QLatin1String(run_metric::learningRate))
        return QStringLiteral("learning rate");
    if (metric.endsWith(QLatin1String(".seconds")))
        return QStringLiteral("%1 evaluation time").arg(shownText(metric.section('.', 0, 0)));
    const Metric* row = metricRowOf(metric);
    const QString measure = row ? QString::fromStdString(row->title) : shownText(metric.section('.', 1));
    if (metric.startsWith(QLatin1String(run_metric::best)))
        return QStringLiteral("%1 of the best model").arg(measure);
    if (row)
        return shownText(metric.section('.', 0, 0)) + ' ' + measure;
    QString title = shownText(metric);
    return title.replace('.', ' ').replace('_', ' ');
}

QString unitOfMetric(const QString& metric) {
    const Metric* row = metricRowOf(metric);
    return row && row->unit == MetricUnit::Share         ? QStringLiteral("%")
           : metric == QLatin1String(run_metric::memory) ? QObject::tr("MB")
           : metric == QLatin1String(run_metric::speed)  ? QObject::tr("tokens/s")
           : metric.endsWith(QLatin1String(".seconds"))  ? QObject::tr("s")
                                                         : QString();
}

QVector<double> inUnitOfMetric(QVector<double> values, const QString& metric) {
    const QString unit = unitOfMetric(metric);
    if (unit == QLatin1String("%"))
        for (double& value : values)
            value = std::round(value * 1e12) / 1e10; // 100 × 0.942 is not 94.2
    if (metric == QLatin1String(run_metric::memory))
        for (double& value : values)
            value /= 1e6;
    return values;
}

QString quantityOf(const QString& metric) {
    const QString title = metricTitle(metric), unit = unitOfMetric(metric);
    return unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit);
}

bool isPerBatch(const QString& metric) {
    return metric == QLatin1String(run_metric::trainLoss) || metric == QLatin1String(run_metric::trainAccuracy) ||
           metric == QLatin1String(run_metric::speed);
}

} // namespace headlight
