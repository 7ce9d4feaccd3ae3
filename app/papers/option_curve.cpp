#include "papers/option_curve.h"

#include "engine/tasks/metric.h"
#include "papers/distinct_look.h"

#include <QObject>

namespace headlight {

namespace {

/// A dashed line across the plot.
CurveSeries lineAt(double y, const QString& name, const SeriesLook& look, double from, double to) {
    CurveSeries line;
    line.id = line.name = name;
    line.look = look;
    line.look.dashed = true;
    line.x = {from, to};
    line.y = {y, y};
    return line;
}

} // namespace

std::shared_ptr<CurvePlot> optionPlot(const PaperMaterial& material, const PaperTraining& training,
                                      const std::vector<OptionCurve>& curves, const QString& option, RunValue value,
                                      const std::optional<PaperSetting>& level) {
    const auto plot = std::make_shared<CurvePlot>();
    const QString metric = QString::fromStdString(training.metric);
    plot->setAxis(PlotWidget::Axis::X, option, {}, PlotWidget::Kind::Count);
    plot->setAxis(PlotWidget::Axis::Y, QString::fromStdString(findMetric(training.metric)->title),
                  unitOfMeasure(metric));
    QList<CurveSeries> series;
    double from = std::nan(""), to = std::nan("");
    int look = 0;
    for (const OptionCurve& curve : curves) {
        CurveSeries one;
        one.id = one.name = curve.name;
        one.look = distinctLook(look++);
        one.points = true;
        for (const PaperSetting& setting : curve.settings) {
            from = std::fmin(from, setting.number); // of all, so that lines are seen while few are trained
            to = std::fmax(to, setting.number);
            const RunStatistics runs = statisticsOf(material, setting.name, training.metric, value);
            if (runs.count == 0)
                continue;
            one.x.append(setting.number);
            one.y.append(runs.mean);
            one.low.append(runs.low);
            one.high.append(runs.high);
        }
        if (!one.x.isEmpty())
            series.append(one);
    }
    if (level)
        if (const RunStatistics runs = statisticsOf(material, level->name, training.metric, value); runs.count > 0)
            series.append(lineAt(runs.mean, QString::fromStdString(level->name), distinctLook(look), from, to));
    for (const OwnRun* own : comparableOf(material, training))
        series.append(lineAt(inUnitOfMeasure(value(own->summary, training.metric), metric),
                             QString::fromStdString(own->name), lookOf(*own), from, to));
    plot->setCurves(series);
    plot->setExplanation(seedsText(QObject::tr("Points"), QObject::tr("bands"), material));
    plot->setEmptyText(QObject::tr("Nothing of it is trained yet."));
    return plot;
}

} // namespace headlight
