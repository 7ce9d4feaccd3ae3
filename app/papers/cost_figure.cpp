// Time and memory of a step against the length of its input: one sweep for the figures of two papers.
#include "engine/core/thread_pool.h"
#include "papers/curve_figures.h"
#include "papers/distinct_look.h"
#include "plots/curve_plot.h"
#include "viewmodels/published.h"
#include "wording/curve_title.h"
#include "wording/option_title.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

// What the papers measured: REFERENCE §5.8, and §5.1 for the memory that Table 1 gives.
constexpr Index paperBatch = 64;
constexpr Index paperFeatures = 300;
constexpr Index paperLength = 64; ///< of the table's memory, of a training step

/// What the two figures differ in.
struct CostFigure {
    std::string title;
    std::string source;                ///< paper and number
    std::vector<std::string> encoders; ///< that the paper shows, in its order
    bool hasNumbers = false;           ///< the paper gives some in a table
};

/// The memory that MTSA's Table 1 gives for an encoder, bytes; NaN where it has none.
double publishedBytes(const CostFigure& figure, const std::string& encoder) {
    if (figure.hasNumbers)
        for (const PublishedFigure& one : publishedFigures())
            if (one.corpus == QLatin1String("SNLI") && one.encoder.toStdString() == encoder)
                return one.value(QStringLiteral("memory"));
    return std::nan("");
}

struct CostPlot {
    StepMode mode;
    bool isMemory;
    const char* name;
    const char* title;
};
constexpr CostPlot costPlots[] = {
    {StepMode::Train, false, "time-train", "Time of a training step"},
    {StepMode::Infer, false, "time-infer", "Time of inference"},
    {StepMode::Train, true, "memory-train", "Memory of a training step"},
    {StepMode::Infer, true, "memory-infer", "Memory of inference"},
};

using Points = std::vector<const ScaleMeasurement*>;

/// Those of one encoder, by length.
Points pointsOf(const std::vector<ScaleMeasurement>& measurements, const std::string& encoder, StepMode mode) {
    Points points;
    for (const ScaleMeasurement& one : measurements)
        if (one.point.encoder == encoder && one.point.mode == mode)
            points.push_back(&one);
    std::sort(points.begin(), points.end(),
              [](const auto* a, const auto* b) { return a->point.length < b->point.length; });
    return points;
}

CurveSeries seriesOf(const CostPlot& kind, const Points& points, const std::string& encoder, int look) {
    CurveSeries series;
    series.id = QString::fromStdString(encoder);
    series.name = encoderTitle(series.id);
    series.look = distinctLook(look);
    series.points = true;
    for (const ScaleMeasurement* one : points) {
        if (one->status != ScaleMeasurement::Status::Measured)
            continue;
        series.x.append(double(one->point.length));
        series.y.append(kind.isMemory ? double(one->memory.total()) / 1e6 : one->seconds);
        if (!kind.isMemory) {
            series.low.append(one->secondsLow);
            series.high.append(one->secondsHigh);
        }
    }
    return series;
}

PaperPlot plotOf(const CostFigure& figure, const CostPlot& kind, const std::vector<ScaleMeasurement>& measurements,
                 bool quick) {
    const auto drawn = std::make_shared<CurvePlot>();
    CurvePlot& plot = *drawn;
    plot.setAxis(PlotWidget::Axis::X, QObject::tr("length"), QObject::tr("tokens"), PlotWidget::Kind::Count);
    plot.setAxis(PlotWidget::Axis::Y, kind.isMemory ? QObject::tr("memory") : QObject::tr("time"),
                 kind.isMemory ? QStringLiteral("MB") : QStringLiteral("s"));
    plot.setLogarithmic(PlotWidget::Axis::Y, true);
    QList<CurveSeries> curves;
    for (std::size_t k = 0; k < figure.encoders.size(); ++k) {
        const std::string& encoder = figure.encoders[k];
        const CurveSeries curve = seriesOf(kind, pointsOf(measurements, encoder, kind.mode), encoder, int(k));
        if (!curve.x.isEmpty())
            curves.append(curve);
        const double bytes = publishedBytes(figure, encoder);
        if (!kind.isMemory || kind.mode != StepMode::Train || quick || std::isnan(bytes))
            continue;
        CurveSeries mark;
        mark.id = curve.id + QStringLiteral("/published");
        mark.name = QObject::tr("%1, published").arg(curve.name);
        mark.look = distinctLook(int(k));
        mark.look.dashed = true;
        mark.points = true;
        mark.x = {double(paperLength)};
        mark.y = {bytes / 1e6};
        curves.append(mark);
    }
    const QString title = QObject::tr(kind.title);
    plot.setDescription(title, {{QStringLiteral("figure"), QString::fromStdString(figure.source)}});
    plot.setCurves(curves);
    plot.setEmptyText(QObject::tr("Nothing of it is measured yet."));
    return {QLatin1String(kind.name), title, drawn};
}

QString statusOf(const ScaleMeasurement& one) {
    return QString::fromStdString(one.status == ScaleMeasurement::Status::Failed ? "failed: " + one.message
                                                                                 : statusName(one.status));
}

void addRow(const CostFigure& figure, const ScaleMeasurement& one, bool quick, DrawnFigure& drawn) {
    const ScalePoint& point = one.point;
    const bool isMeasured = one.status == ScaleMeasurement::Status::Measured;
    const auto text = [&](double value) { return isMeasured ? exactNumber(value) : QString(); };
    const bool isOfTable = point.mode == StepMode::Train && point.length == paperLength;
    const double published = isOfTable ? publishedBytes(figure, point.encoder) : std::nan("");
    const QString id = QString::fromStdString(point.encoder);
    const QString bytes = text(double(one.memory.total()));
    drawn.values.rows.append(
        {id, QString::fromStdString(point.options), QString::fromStdString(point.formText()),
         QString::fromStdString(choiceText(stepModes(), point.mode)), QString::number(point.length),
         QString::number(point.batch), QString::number(point.features), QString::number(point.threads),
         QString::number(one.repetitions), text(one.seconds), text(one.secondsLow), text(one.secondsHigh), bytes,
         exactNumber(published),
         std::isnan(published) ? QString() : QStringLiteral("MTSA Table 1: batch 64, 300 features, a GPU"),
         statusOf(one)});
    if (!std::isnan(published) && !quick) // the CSV says of what each of the two is
        drawn.beside.rows.append(
            {encoderTitle(id), isMeasured ? QString::number(double(one.memory.total()) / 1e6, 'f', 1) : statusOf(one),
             QString::number(published / 1e6, 'f', 0)});
}

/// One for both figures.
PaperNeeds costNeeds(bool quick) {
    ScalePlan plan;
    // MTSA as its Table 1 has it, 2 × 300 with a gate; the other defaults are the papers'.
    plan.models =
        parseScaledModels("bilstm,bigru,bisru,multicnn,hrchycnn,multihead,disa,biblosa,mtsa:preset=classification");
    plan.lengths = parseLengths(quick ? "16:128:x2" : "16:384:16");
    plan.batch = quick ? 4 : paperBatch;
    plan.features = quick ? 32 : paperFeatures;
    plan.repetitions = 3;
    plan.threads = ThreadPool::processors();
    return {{{quick ? "papers: costs, quick" : "papers: costs", plan}}};
}

DrawnFigure drawCosts(const CostFigure& figure, const PaperMaterial& material) {
    const std::vector<ScaleMeasurement>& measurements = material.sweeps.front();
    const bool quick = material.quick;
    DrawnFigure drawn;
    for (const CostPlot& kind : costPlots)
        drawn.plots.push_back(plotOf(figure, kind, measurements, quick));
    drawn.values.columns = {"encoder",
                            "options",
                            "form",
                            "mode",
                            "length",
                            "batch",
                            "features",
                            "threads",
                            "repetitions",
                            "seconds",
                            "seconds_low",
                            "seconds_high",
                            "peak_bytes",
                            "published_peak_bytes",
                            "published_source",
                            "status"};
    drawn.leftOut = leftOutTexts(material, QObject::tr("the figure is of measured steps, not of trained models; the "
                                                       "Scaling view measures those of any encoder"));
    drawn.beside.columns = {QObject::tr("Encoder"), QObject::tr("Memory here, MB"), QObject::tr("Published, MB")};
    for (const std::string& encoder : figure.encoders)
        for (const StepMode mode : {StepMode::Train, StepMode::Infer})
            for (const ScaleMeasurement* one : pointsOf(measurements, encoder, mode))
                addRow(figure, *one, quick, drawn);
    drawn.remarks << QObject::tr("Times are of this machine's processor; the paper's are of a GPU and stand in its "
                                 "figure only, without numbers.")
                  << QObject::tr("Memory is what all arrays of a step hold at its peak, in pieces of the batch as "
                                 "models run here; the paper counts what its GPU had allotted.");
    drawn.remarks
        << QObject::tr("Times are medians of 3 repetitions on %n threads, bands their quartiles: a point that "
                       "stands out may be what else the machine did.",
                       nullptr, ThreadPool::processors())
        << QObject::tr("Attention runs in its fused form, which gives the papers' numbers without holding the "
                       "tensor of tokens by tokens by features that DiSAN's own code has: its memory grows with "
                       "the length, not with its square. The reference form is measured by "
                       "headlight-cli scale --form reference.")
        << QObject::tr("MTSA has 2 heads of 300 features with a gate, as in its table; Bi-BloSA's blocks follow "
                       "from each length, with the released code's one more; all others are the papers'.");
    if (quick)
        drawn.remarks << QObject::tr(
            "Quick: a batch of 4, words of 32 features before encoders of full width; the papers "
            "have 64 with 300, so their numbers are in the CSV only.");
    return drawn;
}

PaperFigure figureOfCosts(const std::string& id, const CostFigure& figure) {
    return {id, figure.title, figure.source, costNeeds,
            [figure](const PaperMaterial& material) { return drawCosts(figure, material); }};
}

} // namespace

PaperFigure mtsaCosts() {
    return figureOfCosts("mtsa-figure-1",
                         {"MTSA's encoders: time and memory against the length of the input",
                          "MTSA paper, Figure 1; memory at length 64 from its Table 1",
                          {"bilstm", "bigru", "multicnn", "hrchycnn", "multihead", "disa", "biblosa", "mtsa"},
                          true});
}

PaperFigure biblosanCosts() {
    return figureOfCosts("biblosan-figure-6",
                         {"Bi-BloSAN's encoders: time and memory against the length of the input",
                          "Bi-BloSAN paper, Figure 6",
                          {"bilstm", "bigru", "bisru", "multicnn", "multihead", "disa", "biblosa"}});
}

} // namespace headlight
