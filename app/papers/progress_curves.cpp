#include "papers/progress_curves.h"

#include "engine/tasks/metric.h"
#include "papers/distinct_look.h"

#include <QObject>
#include <map>

namespace headlight {

namespace {

/// What judging the model took by then, by step.
std::map<std::int64_t, double> judgingSeconds(const Store& store, RunId run) {
    std::map<std::int64_t, double> seconds;
    for (const char* split : {"dev.seconds", "test.seconds"})
        for (const MetricPoint& point : store.metric(run, split))
            seconds[point.step] += point.value;
    double sum = 0;
    for (auto& [step, value] : seconds)
        value = sum += value;
    return seconds;
}

double judgedBy(const std::map<std::int64_t, double>& judging, std::int64_t step) {
    const auto found = judging.find(step);
    return found == judging.end() ? 0 : found->second;
}

CurveSeries ownSeries(const PaperMaterial& material, const OwnRun& own, const PaperTraining& training,
                      const std::string& split, Progress along) {
    CurveSeries series;
    series.id = QStringLiteral("run %1").arg(own.summary.run.id);
    series.name = QString::fromStdString(own.name);
    const CurvePoints points = progressOf(material.store, own.summary.run.id, split, training.metric, along);
    series.x = points.x;
    series.y = points.y;
    return series;
}

} // namespace

CurvePoints progressOf(const Store& store, RunId run, const std::string& split, const std::string& metric,
                       Progress along) {
    const std::map<std::int64_t, double> judging =
        along == Progress::Seconds ? judgingSeconds(store, run) : std::map<std::int64_t, double>();
    CurvePoints points;
    for (const MetricPoint& point : store.metric(run, split + "." + metric)) {
        const double x = along == Progress::Epochs ? point.epoch : point.seconds - judgedBy(judging, point.step);
        if (!points.x.isEmpty() && x <= points.x.last())
            continue; // a clock that two points share
        points.x.append(x);
        points.y.append(inUnitOfMeasure(point.value, QString::fromStdString(metric)));
    }
    return points;
}

std::shared_ptr<CurvePlot> progressPlot(const PaperMaterial& material, const PaperTraining& training,
                                        const std::vector<PaperSetting>& settings, const std::string& split,
                                        Progress along) {
    const auto plot = std::make_shared<CurvePlot>();
    const QString metric = QString::fromStdString(training.metric);
    if (along == Progress::Seconds)
        plot->setAxis(PlotWidget::Axis::X, QObject::tr("training time"), QStringLiteral("s"));
    else
        plot->setAxis(PlotWidget::Axis::X, QObject::tr("epoch"), {}, PlotWidget::Kind::Epoch);
    plot->setAxis(PlotWidget::Axis::Y, QString::fromStdString(findMetric(training.metric)->title),
                  unitOfMeasure(metric));
    QList<CurveGroup> groups;
    QList<CurveSeries> series;
    int look = 0;
    for (const PaperSetting& setting : settings) {
        CurveGroup group;
        group.id = group.name = QString::fromStdString(setting.name);
        group.look = distinctLook(look++);
        group.ofSeeds = true;
        for (const PaperResult* run : finishedOf(material, setting.name))
            group.members.append(progressOf(material.store, run->run, split, training.metric, along));
        group.isRead = isReadBetween(group.members);
        if (group.members.size() == 1) // without a band
            series.append({group.id, group.name, group.look, group.members.front().x, group.members.front().y});
        else if (!group.members.isEmpty())
            groups.append(group);
    }
    for (const OwnRun* own : comparableOf(material, training)) {
        series.append(ownSeries(material, *own, training, split, along));
        series.last().look = lookOf(*own);
    }
    plot->setCurves(series, groups);
    plot->setExplanation(seedsText(QObject::tr("Curves"), QObject::tr("bands"), material));
    plot->setEmptyText(QObject::tr("Nothing of it is trained yet."));
    return plot;
}

ValueTable progressValues(const PaperMaterial& material, const PaperTraining& training, const std::string& split) {
    ValueTable table;
    table.columns = {
        "setting",
        "seed",
        "run",
        "epoch",
        "training_seconds",
        QStringLiteral("%1_%2").arg(QString::fromStdString(split), QString::fromStdString(training.metric)),
        "status"};
    const auto add = [&](const QString& setting, int seed, RunId run, const QString& status) {
        const QStringList head = {setting, QString::number(seed), run > 0 ? QString::number(run) : QString()};
        const auto points =
            run > 0 ? material.store.metric(run, split + "." + training.metric) : std::vector<MetricPoint>();
        const auto judging = run > 0 ? judgingSeconds(material.store, run) : std::map<std::int64_t, double>();
        for (const MetricPoint& point : points)
            table.rows.append(head + QStringList{exactNumber(point.epoch),
                                                 exactNumber(point.seconds - judgedBy(judging, point.step)),
                                                 exactNumber(point.value), status});
        if (points.empty())
            table.rows.append(head + QStringList{{}, {}, {}, status});
    };
    for (const PaperResult& result : material.runs)
        add(QString::fromStdString(result.setting), result.seed, result.isFinished ? result.run : 0,
            QString::fromStdString(result.status));
    for (const OwnRun* own : comparableOf(material, training))
        add(QString::fromStdString(own->name), int(own->summary.run.seed), own->summary.run.id,
            QString::fromStdString(statusName(own->summary.run.status)));
    return table;
}

} // namespace headlight
