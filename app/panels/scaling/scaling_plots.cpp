#include "panels/scaling/scaling_plots.h"

#include "engine/store/sweep_records.h"
#include "figure/figure_menu.h"
#include "forms/empty_state.h"
#include "panels/scaling/curve_legend.h"
#include "wording/curve_title.h"
#include "wording/memory_size.h"
#include "wording/option_title.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

/// Index of the last length below one; −1 when there is none.
qsizetype lastBefore(const QVector<double>& lengths, double length) {
    return std::lower_bound(lengths.begin(), lengths.end(), length) - lengths.begin() - 1;
}

struct MemoryUnit {
    const char* name;
    double bytes;
};

/// In which the largest memory of these curves, tried or not, has at most four digits before the point.
MemoryUnit unitFor(const std::vector<ScaleCurve>& curves) {
    double most = 0;
    for (const ScaleCurve& curve : curves) {
        const ScaleLine line = lineOf(curve, ScaleMeasure::Bytes);
        for (const QVector<double>& values : {line.value, line.predicted})
            for (const double bytes : values)
                most = std::max(most, bytes);
    }
    return most < 1e10 ? MemoryUnit{"MB", 1e6} : most < 1e13 ? MemoryUnit{"GB", 1e9} : MemoryUnit{"TB", 1e12};
}

/// "would need 34 GB" at the last point, and before it wherever that is half as much as at the label behind it.
QStringList labelsOf(const QVector<double>& predicted) {
    QStringList labels;
    double behind = std::numeric_limits<double>::infinity();
    for (auto bytes = predicted.crbegin(); bytes != predicted.crend(); ++bytes) {
        const bool shown = *bytes <= behind / 2;
        labels.prepend(shown ? QObject::tr("would need %1").arg(QString::fromStdString(sizeText(*bytes))) : QString());
        behind = shown ? *bytes : behind;
    }
    return labels;
}

/// Through the range that was fitted, close enough together to be round on any axes.
CurvePoints fitOf(const CurveGrowth& growth, double unit) {
    constexpr int steps = 32;
    CurvePoints points;
    if (growth.fit)
        for (int k = 0; k <= steps; ++k) {
            const double length = growth.fit->from * std::pow(growth.fit->to / growth.fit->from, double(k) / steps);
            points.x.append(length);
            points.y.append(growth.at(length) / unit);
        }
    return points;
}

/// The fit at the lengths that were measured, as exported values have it; nothing outside of its range.
QVector<double> fitAt(const CurveGrowth& growth, const QVector<double>& lengths, double unit) {
    QVector<double> values;
    for (const double length : lengths) {
        const bool isFitted = growth.fit && length >= growth.fit->from && length <= growth.fit->to;
        values.append(isFitted ? growth.at(length) / unit : std::nan(""));
    }
    return values;
}

QString atOnceText(Index sequences) {
    return sequences == 1 ? QObject::tr("1 sequence at once")
                          : QObject::tr("%1 sequences at once").arg(qint64(sequences));
}

/// How many sequences are in memory, wherever they are fewer than before.
QStringList fallLabels(const ScaleLine& line) {
    QStringList labels(line.length.size());
    for (qsizetype k = 1; k < labels.size(); ++k)
        if (line.sequencesAtOnce[k] < line.sequencesAtOnce[k - 1])
            labels[k] = atOnceText(line.sequencesAtOnce[k]);
    return labels;
}

} // namespace

ScalingPlots::ScalingPlots(QWidget* parent) : QWidget(parent) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    auto* bar = new QHBoxLayout;
    m_mode = new QComboBox;
    m_mode->setObjectName(QStringLiteral("scaling.mode"));
    m_mode->setAccessibleName(tr("Mode that is drawn"));
    m_mode->setToolTip(tr("What is drawn of the sweeps: inference is forward only"));
    auto* modeTitle = new QLabel(tr("Mode"));
    modeTitle->setBuddy(m_mode);
    m_mode->addItem(stepModeTitle(StepMode::Train), "train");
    m_mode->addItem(stepModeTitle(StepMode::Infer), "infer");
    m_mode->addItem(tr("both"), "");
    m_logarithmic = new QCheckBox(tr("Logarithmic axes"));
    m_logarithmic->setObjectName(QStringLiteral("scaling.log"));
    m_logarithmic->setToolTip(tr("A power of the length is then a straight line, its slope the power"));
    bar->addWidget(modeTitle);
    bar->addWidget(m_mode);
    bar->addWidget(m_logarithmic);
    bar->addStretch();
    column->addLayout(bar);
    auto* plots = new QHBoxLayout;
    m_time = makePlot("scaling.time", tr("Time of a step"));
    m_memory = makePlot("scaling.memoryPlot", tr("Memory of a step"));
    m_time->shareX(m_memory);
    plots->addWidget(m_time, 1);
    plots->addWidget(m_memory, 1);
    column->addLayout(plots, 3);
    m_legend = new CurveLegend;
    column->addWidget(m_legend, 1);
    m_crossings = new QLabel;
    m_crossings->setObjectName(QStringLiteral("scaling.crossings"));
    m_crossings->setWordWrap(true);
    m_crossings->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_crossings);
    auto* empty =
        new EmptyState(tr("A sweep shows what encoders cost as sequences grow: time and memory, side by side."),
                       tr("Measure a sweep"));
    empty->setPicture(FaintPicture::Curves);
    connect(empty, &EmptyState::clicked, this, &ScalingPlots::measureRequested);
    m_pages = new QStackedWidget;
    m_pages->addWidget(content);
    m_pages->addWidget(empty);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);
    connect(m_mode, &QComboBox::activated, this, [this] {
        m_isModeChosen = true;
        draw();
        emit choicesChanged();
    });
    connect(m_logarithmic, &QCheckBox::clicked, this, [this] {
        draw();
        emit choicesChanged();
    });
    draw();
}

CurvePlot* ScalingPlots::makePlot(const QString& name, const QString& title) {
    auto* plot = new CurvePlot;
    plot->setObjectName(name);
    plot->setAccessibleName(title);
    plot->setAxis(PlotWidget::Axis::X, tr("length"), tr("tokens"), PlotWidget::Kind::Count);
    plot->setLegendBeside(true);
    connect(plot, &PlotWidget::failed, this, &ScalingPlots::failed);
    connect(plot, &PlotWidget::limitsChanged, this, &ScalingPlots::choicesChanged);
    return plot;
}

void ScalingPlots::setCurves(const std::vector<SweepRecord>& sweeps, std::vector<ScaleCurve> curves) {
    m_sweeps = sweeps;
    m_curves = std::move(curves);
    placeCurves();
    beginWithMeasured();
    draw();
}

void ScalingPlots::draw() {
    m_pages->setCurrentIndex(m_sweeps.empty() ? 1 : 0);
    const QString mode = m_mode->currentData().toString();
    std::vector<ScaleCurve> curves;
    for (const ScaleCurve& curve : m_curves)
        if (mode.isEmpty() || curve.mode == mode)
            curves.push_back(curve);
    const QString step = mode == QLatin1String("train")   ? tr(" of a training step")
                         : mode == QLatin1String("infer") ? tr(" of inference")
                                                          : QString();
    m_time->setAxis(PlotWidget::Axis::Y, tr("time") + step, tr("s"));
    m_memory->setAxis(PlotWidget::Axis::Y, tr("memory") + step, unitFor(curves).name);
    for (CurvePlot* plot : {m_time, m_memory}) {
        plot->setEmptyText(m_curves.empty() ? tr("Give a sweep a tick in the list.")
                                            : tr("No point%1 is measured yet.").arg(step));
        for (const auto axis : {PlotWidget::Axis::X, PlotWidget::Axis::Y})
            plot->setLogarithmic(axis, m_logarithmic->isChecked());
    }
    chooseLooks(curves);
    drawInto(*m_time, curves, ScaleMeasure::Seconds);
    drawInto(*m_memory, curves, ScaleMeasure::Bytes);
    fillLegend(curves);
    describeCrossings(curves);
}

void ScalingPlots::drawInto(CurvePlot& plot, const std::vector<ScaleCurve>& curves, ScaleMeasure measure) const {
    const double unit = measure == ScaleMeasure::Bytes ? unitFor(curves).bytes : 1;
    const auto scaled = [unit](QVector<double> values) {
        for (double& value : values)
            value /= unit;
        return values;
    };
    QList<CurveSeries> series;
    PictureMetadata metadata{{tr("Mode"), m_mode->currentText()}, {tr("Measured"), commonConditions(curves)}};
    if (const QString atOnce = sequencesOf(curves); measure == ScaleMeasure::Bytes && !atOnce.isEmpty())
        metadata.append({tr("In memory at once"), atOnce});
    plot.setCaption(captionOf(curves, measure));
    for (const ScaleCurve& curve : curves) {
        const int look = m_looks.value(curve.id);
        const ScaleLine line = lineOf(curve, measure);
        // Parameters don't grow, but they are part of the curve.
        const bool isBytes = measure == ScaleMeasure::Bytes;
        const QString growth =
            isBytes ? tr("activations and attention: %1").arg(growthText(line.growth)) : growthText(line.growth);
        CurveSeries one{
            curve.id, nameOf(curve) + QStringLiteral("   ") + growth, {look}, line.length, scaled(line.value)};
        one.fileName = fileNameOf(curve) + QStringLiteral("   ") +
                       (isBytes ? QStringLiteral("activations and attention: ") : QString()) +
                       QString::fromStdString(line.growth.text());
        one.low = scaled(line.low);
        one.high = scaled(line.high);
        one.points = true;
        one.fit = fitOf(line.growth, unit);
        one.quantity = plot.axisTitle(PlotWidget::Axis::Y);
        if (isBytes) {
            for (const Index sequences : line.sequencesAtOnce)
                one.notes.append(atOnceText(sequences));
            one.labels = fallLabels(line);
            one.beside = {{QStringLiteral("sequences at once"),
                           QVector<double>(line.sequencesAtOnce.begin(), line.sequencesAtOnce.end())}};
        }
        if (line.growth.fit)
            one.beside.append({QStringLiteral("fit, ") + one.quantity, fitAt(line.growth, line.length, unit)});
        series.append(one);
        metadata.append({nameOf(curve), growth});
        if (!line.predicted.isEmpty()) {
            CurveSeries predicted{curve.id + QStringLiteral("/predicted"),
                                  tr("%1, would need").arg(nameOf(curve)),
                                  {look, {}, true},
                                  line.predictedLength,
                                  scaled(line.predicted)};
            predicted.fileName = fileNameOf(curve) + QStringLiteral(", would need");
            predicted.points = true;
            predicted.labels = labelsOf(line.predicted);
            predicted.quantity = one.quantity;
            if (const qsizetype before = lastBefore(line.length, line.predictedLength.front()); before >= 0)
                predicted.from = QPointF(one.x[before], one.y[before]);
            series.append(predicted);
        }
    }
    plot.setDescription(plot.accessibleName(), metadata);
    plot.setCurves(series);
}

/// In the colours of the plots.
void ScalingPlots::fillLegend(const std::vector<ScaleCurve>& curves) {
    QList<CurveLegend::Row> rows;
    for (const ScaleCurve& curve : curves)
        rows.append({{m_looks.value(curve.id)},
                     nameOf(curve),
                     growthText(lineOf(curve, ScaleMeasure::Seconds).growth),
                     growthText(lineOf(curve, ScaleMeasure::Bytes).growth),
                     attentionText(curve),
                     sequencesText(curve),
                     sequencesText(curve, true)});
    m_legend->setRows(rows);
    m_legend->setVisible(!rows.isEmpty());
}

} // namespace headlight
