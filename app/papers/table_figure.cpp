// Tables of papers that compare models by one metric: a bar for each, the published figure over it.
#include "papers/table_figure.h"

#include "engine/tasks/metric.h"
#include "papers/paper_settings.h"
#include "plots/bar_plot.h"

#include <QObject>
#include <algorithm>

namespace headlight {

namespace {

QString titleOfMetric(const std::string& metric) {
    return QString::fromStdString(findMetric(metric)->title);
}

/// Bars of 84 and 86 per cent are told apart on an axis that begins near them; the plot says so.
double startOf(const QList<double>& values) {
    double least = std::nan("");
    for (const double value : values)
        if (!std::isnan(value) && !(value >= least))
            least = value;
    return std::isnan(least) ? 0 : std::max(0.0, std::floor((least - 2) / 5) * 5);
}

PaperPlot barsOf(const PaperTable& table, const PaperMaterial& material) {
    const auto plot = std::make_shared<BarPlot>();
    const std::string& metric = table.training.metric;
    const QString key = QString::fromStdString(metric);
    BarSeries bars{QStringLiteral("here"), QObject::tr("trained here"), {}, {}};
    QStringList categories;
    QList<BarReference> references;
    QList<double> all;
    const auto add = [&](const std::string& name, const RunStatistics& runs) {
        categories << QString::fromStdString(name);
        bars.values << runs.mean;
        bars.low << (runs.count > 1 ? runs.low : std::nan(""));
        bars.high << (runs.count > 1 ? runs.high : std::nan(""));
        bars.counts << runs.count;
        all << runs.mean << runs.low;
    };
    for (const PaperSetting& setting : table.settings) {
        add(setting.name, statisticsOf(material, setting.name, metric));
        bars.looks << SeriesLook{0};
        if (std::isnan(setting.published) || material.quick)
            continue;
        const double value = inUnitOfMeasure(setting.published, key);
        const bool isBar = !std::isnan(bars.values.last());
        references.append({QObject::tr("published"), int(categories.size()) - 1, isBar ? bars.id : QString(), value,
                           isBar ? QString() : categories.last()});
        all << value;
    }
    for (const OwnRun* own : comparableOf(material, table.training)) {
        add(own->name, RunStatistics::of({inUnitOfMeasure(reachedBy(own->summary, metric), key)}));
        bars.looks << own->look;
    }
    bars.valueName = QObject::tr("mean");
    bars.lowName = QObject::tr("min");
    bars.highName = QObject::tr("max");
    plot->setAxis(PlotWidget::Axis::X, QString::fromStdString(table.axis));
    plot->setAxis(PlotWidget::Axis::Y, titleOfMetric(metric), unitOfMeasure(key));
    const bool hasBars = std::any_of(bars.counts.begin(), bars.counts.end(), [](int count) { return count > 0; });
    plot->setBars(categories, hasBars ? QList<BarSeries>{bars} : QList<BarSeries>(), references);
    const QString title = QString::fromStdString(table.title);
    QStringList explanation = {seedsText(QObject::tr("Bars"), QObject::tr("whiskers"), material)};
    if (const double start = startOf(all); start > 0) {
        plot->setLimits(PlotWidget::Axis::Y, start, {});
        explanation << QObject::tr("the axis begins at %1").arg(start);
    }
    explanation.removeAll(QString());
    plot->setExplanation(explanation.join(QStringLiteral("; ")));
    plot->setEmptyText(QObject::tr("Nothing of it is trained yet."));
    plot->setDescription(title, {{QStringLiteral("figure"), QString::fromStdString(table.source)}});
    return {key, title, plot};
}

QString meanText(const RunStatistics& runs, bool isShare) {
    if (runs.count == 0)
        return QObject::tr("not trained");
    const QString mean = QString::number(runs.mean, 'f', isShare ? 2 : 3);
    return runs.count < 2 ? mean : QObject::tr("%1 ± %2").arg(mean, QString::number(runs.deviation, 'f', 2));
}

ValueTable besideOf(const PaperTable& table, const PaperMaterial& material) {
    const std::string& metric = table.training.metric;
    const QString key = QString::fromStdString(metric);
    const bool isShare = findMetric(metric)->unit == MetricUnit::Share;
    const bool hasSeeds = std::any_of(table.settings.begin(), table.settings.end(), [&](const PaperSetting& setting) {
        return statisticsOf(material, setting.name, metric).count > 1;
    });
    const QString here = QObject::tr("%1 here, %2").arg(titleOfMetric(metric), unitOfMeasure(key));
    ValueTable beside;
    beside.columns = {QString::fromStdString(table.axis),
                      hasSeeds ? QObject::tr("%1 (mean ± deviation)").arg(here) : here, QObject::tr("Published")};
    for (const PaperSetting& setting : table.settings)
        beside.rows.append({QString::fromStdString(setting.name),
                            meanText(statisticsOf(material, setting.name, metric), isShare),
                            std::isnan(setting.published)
                                ? QString()
                                : QString::number(inUnitOfMeasure(setting.published, key), 'f', isShare ? 2 : 3)});
    return beside;
}

} // namespace

PaperFigure figureOf(const PaperTable& table) {
    return {table.id, table.title, table.source,
            [table](bool quick) {
                return PaperNeeds{{}, runsOf(table.training, table.settings, quick)};
            },
            [table](const PaperMaterial& material) {
                DrawnFigure drawn;
                drawn.plots = {barsOf(table, material)};
                drawn.values =
                    runValues(material, table.training, table.settings, QString::fromStdString(table.source));
                drawn.beside = besideOf(table, material);
                drawn.leftOut = othersOf(material, table.training);
                drawn.remarks << budgetText(table.training, material.quick);
                for (const std::string& remark : table.remarks)
                    drawn.remarks << QString::fromStdString(remark);
                return drawn;
            }};
}

} // namespace headlight
