#include "panels/train/train_curves.h"

#include "engine/tasks/metric.h"
#include "engine/tasks/selection_baselines.h"
#include "figure/figure_menu.h"
#include "jobs/train_log.h"
#include "plots/curve_plot.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Training is noise from batch to batch, so its line is a moving average, the recorded numbers faint behind it.
/// Evaluations are few points and stay as they are.
constexpr double smoothing = 0.9;
const QColor faint(128, 128, 128, 90);

bool isShare(const QString& name) {
    const Metric* metric = findMetric(name.toStdString());
    return metric && metric->unit == MetricUnit::Share;
}

/// As the status and the table of runs have it.
QVector<double> inPercent(QVector<double> values) {
    for (double& value : values)
        value = std::round(value * 1e12) / 1e10; // 100 × 0.36 is not 36
    return values;
}

QString eachBatchText() {
    return TrainCurves::tr("train, each batch");
}

QString averageText(const QString& name) {
    return TrainCurves::tr("%1, moving average, weight %2").arg(name).arg(smoothing);
}

const QStringList splits = {QStringLiteral("train"), QStringLiteral("dev"), QStringLiteral("test")};

} // namespace

TrainCurves::TrainCurves(QWidget* parent)
    : QWidget(parent), m_loss(makePlot(QStringLiteral("train.loss"))),
      m_metric(makePlot(QStringLiteral("train.figure"))) {
    nameMeasure(*m_loss, tr("loss"));
    nameMetric(QStringLiteral("accuracy"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_loss);
    splitter->addWidget(m_metric);
    layout->addWidget(splitter);
    m_loss->shareX(m_metric);
}

CurvePlot* TrainCurves::makePlot(const QString& name) {
    auto* plot = new CurvePlot;
    plot->setObjectName(name);
    plot->setAxis(PlotWidget::Axis::X, tr("epoch"), {}, PlotWidget::Kind::Epoch);
    plot->expectInLegend({eachBatchText(), averageText(splits[0]), splits[1], splits[2]});
    connect(plot, &CurvePlot::cursorRequested, this, &TrainCurves::epochRequested);
    connect(plot, &PlotWidget::failed, this, &TrainCurves::failed);
    connect(plot->menu(), &FigureMenu::failed, this, &TrainCurves::failed);
    return plot;
}

void TrainCurves::nameMeasure(CurvePlot& plot, const QString& measure, const QString& unit) {
    plot.setAccessibleName(tr("Curves of the %1").arg(measure));
    plot.setAxis(PlotWidget::Axis::Y, measure, unit);
    (&plot == m_loss ? m_lossTitle : m_metricTitle) = {measure, unit};
    plot.setEmptyText(tr("The %1 of training, dev and test set appears here.").arg(measure));
}

void TrainCurves::nameMetric(const QString& metric) {
    m_metricName = metric;
    const Metric* known = findMetric(metric.toStdString());
    nameMeasure(*m_metric, known ? QString::fromStdString(known->title) : metric,
                isShare(metric) ? QStringLiteral("%") : QString());
}

void TrainCurves::clear() {
    m_lines.clear();
    setCursor(std::nullopt);
    draw();
}

void TrainCurves::setRun(const TrainRunInfo& run, const QList<TrainPoint>& points) {
    m_title = tr("Run %1: %2").arg(run.id).arg(run.title);
    nameMetric(run.metric);
    m_loss->setExplanation(run.smoothsLabels ? smoothedLossText() : QString());
    m_lines.clear();
    setCursor(std::nullopt);
    keep(points);
    draw();
}

void TrainCurves::add(const QList<TrainPoint>& points) {
    keep(points);
    if (!points.isEmpty())
        draw();
}

void TrainCurves::keep(const QList<TrainPoint>& points) {
    for (const TrainPoint& point : points) {
        Line& line = m_lines[point.metric];
        line.epochs.append(point.epoch);
        line.values.append(point.value);
        line.steps.append(point.step);
    }
}

void TrainCurves::setCursor(std::optional<double> epoch) {
    m_loss->setCursor(epoch);
    m_metric->setCursor(epoch);
}

/// What chooses without a network on the set that judges, test or else dev: each a line with its name, in the colour of
/// that set's curve. Those of both sets would be twice as many, and hide the curves.
QList<CurveSeries> TrainCurves::besideLines(const QString& quantity) const {
    int split = int(splits.size()) - 1;
    while (split > 1 && !m_lines.contains(splits[split] + QStringLiteral(".accuracy")))
        --split;
    double last = 0;
    for (const Line& line : m_lines)
        last = std::max(last, line.epochs.last());
    QList<CurveSeries> lines;
    for (const SelectionBaselineRow& row : selectionBaselineRows()) {
        const QString title = QString::fromStdString(row.title);
        const auto found = m_lines.constFind(splits[split] + besideMetric + title);
        if (found == m_lines.cend())
            continue;
        const double value = inPercent({found->values.last()}).front();
        CurveSeries& line = lines.emplace_back();
        line.id = found.key();
        line.name = tr("%1 (%2)").arg(title, splits[split]);
        line.look.index = split;
        line.look.dashed = true;
        line.x = {0, last};
        line.y = {value, value};
        line.labels = {QString(), title};
        line.quantity = quantity;
    }
    return lines;
}

void TrainCurves::draw() {
    for (CurvePlot* plot : {m_loss, m_metric}) {
        const QString measure = plot == m_loss ? QStringLiteral(".loss") : '.' + m_metricName;
        QList<CurveSeries> series;
        const auto& [title, unit] = plot == m_loss ? m_lossTitle : m_metricTitle;
        const QString quantity = unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit);
        bool average = false;
        for (int split = 0; split < splits.size(); ++split) {
            const auto line = m_lines.constFind(splits[split] + measure);
            if (line == m_lines.cend())
                continue;
            const QVector<double> values =
                plot == m_metric && isShare(m_metricName) ? inPercent(line->values) : line->values;
            const bool isAveraged = split == 0 && values.size() >= fewestSmoothed;
            average = average || isAveraged;
            if (isAveraged) {
                CurveSeries recorded;
                recorded.id = QStringLiteral("recorded");
                recorded.name = eachBatchText();
                recorded.look = {0, faint};
                recorded.x = line->epochs;
                recorded.y = values;
                recorded.steps = line->steps;
                recorded.quantity = quantity;
                series.append(recorded);
            }
            CurveSeries curve;
            curve.id = splits[split];
            curve.name = isAveraged ? averageText(splits[split]) : splits[split];
            curve.look.index = split;
            curve.x = line->epochs;
            curve.y = isAveraged ? smoothed(values, smoothing) : values;
            curve.steps = line->steps;
            curve.points = split > 0;
            curve.quantity = quantity;
            series.append(curve);
        }
        if (plot == m_metric && m_metricName == QLatin1String("accuracy"))
            series += besideLines(quantity);
        const QString how = average ? tr("moving average, weight %1").arg(smoothing) : tr("as recorded");
        plot->setDescription(m_title, {{tr("Training curve"), how}});
        plot->setAxis(PlotWidget::Axis::Y, title, unit, PlotWidget::Kind::Number,
                      average ? tr("train averaged") : QString());
        plot->setCurves(series);
    }
}

} // namespace headlight
