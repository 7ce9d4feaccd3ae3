#include "jobs/train_listener.h"

#include "engine/tasks/selection_baselines.h"
#include "jobs/stored_run.h"

namespace headlight {

void TrainJob::Listener::started(const TrainStart& start) {
    const std::int64_t firstStep = start.firstStep;
    m_info.number = number;
    m_info.count = count;
    m_info.firstStep = firstStep;
    m_info.steps = start.steps;
    m_info.epochs = m_options.epochs;
    m_info.smoothsLabels = m_options.labelSmoothing > 0;
    m_info.title = m_title;
    m_info.metric = QString::fromStdString(start.metric);
    m_last = {};
    m_epoch = 0;
    if (firstStep > 0)
        m_last = storedProgress(Store(store.toStdString()), m_info.id, m_options.epochs);
    m_last.step = firstStep;
    m_last.steps = start.steps;
    m_series.begun();
    m_shared.stepped(true);
    m_shared.post([info = m_info](TrainJob& job) {
        job.m_run = info;
        job.m_progress = {};
        if (job.m_phase == Phase::Preparing)
            job.setPhase(Phase::Running);
        emit job.runStarted(info);
    });
    log(beginLine(m_info.id, m_title, qint64(start.parameters), qint64(start.words), start.hasPieces));
    log(m_split);
    if (firstStep > 0) {
        log(tr("Resumed after step %L1").arg(qint64(firstStep)));
        tellStored();
    }
}

void TrainJob::Listener::vectorsFound(const std::string& path, int found, int words) {
    log(tr("%1: %L2 of %L3 words of the training set have a vector; the others begin at random")
            .arg(QString::fromStdString(path))
            .arg(found)
            .arg(words));
}

void TrainJob::Listener::progressed(const TrainProgress& progress) {
    m_last = progress;
    m_shared.stepped(false);
    m_job.setRemaining(remainingOf(progress.seconds, progress.secondsRemaining, number, count));
    m_job.setProgress((number + double(progress.step) / double(std::max<std::int64_t>(progress.steps, 1))) / count);
    const auto point = [&](const char* metric, double value) {
        return TrainPoint{QLatin1String(metric), double(progress.step), progress.epoch, progress.seconds, value};
    };
    tell([&](TrainNews& news) {
        news.progress = progress;
        news.points << point(run_metric::trainLoss, progress.loss);
        if (progress.accuracy)
            news.points << point(run_metric::trainAccuracy, *progress.accuracy);
    });
}

void TrainJob::Listener::evaluationProgressed(const EvaluationProgress& progress) {
    m_shared.hasEvaluated(double(progress.answered) / progress.examples);
    if (progress.secondsRemaining)
        m_job.setRemaining(remainingOf(progress.seconds, *progress.secondsRemaining, number, count));
}

void TrainJob::Listener::evaluated(const TrainEvaluation& evaluation) {
    m_shared.evaluates({});
    const QString split = QString::fromStdString(evaluation.split);
    const auto point = [&](const QString& metric, double value) {
        return TrainPoint{split + metric, double(evaluation.step), evaluation.epoch, evaluation.seconds, value};
    };
    tell([&](TrainNews& news) {
        news.points << point(QStringLiteral(".loss"), evaluation.result.loss);
        for (const MetricValue& metric : evaluation.result.metrics)
            news.points << point('.' + QString::fromStdString(metric.name), comparable(metric.value));
        for (const auto& [title, accuracy] : baselinesIn(evaluation.result.details))
            news.points << point(besideMetric + QString::fromStdString(title), accuracy);
    });
    log(evaluationLine(evaluation.epoch, split, evaluation.result.metrics, evaluation.result.loss, evaluation.best,
                       besideText(evaluation.result.details)));
}

void TrainJob::Listener::epochFinished(int epoch, std::int64_t) {
    m_epoch = epoch;
    if (keepsMaps(epoch, m_options.epochs))
        tell([&](TrainNews& news) { news.epochs.append(epoch); });
}

void TrainJob::Listener::paused(bool paused) {
    m_shared.stepped(true);
    m_shared.post([paused](TrainJob& job) {
        if (job.m_phase != Phase::Stopping)
            job.setPhase(paused ? Phase::Paused : Phase::Running);
    });
    log(paused ? tr("Paused; a checkpoint is written") : tr("Continued"));
}

void TrainJob::Listener::ended(const RecordedRun& run) {
    m_last.seconds = std::max(m_last.seconds, run.result.seconds); // those of the last evaluation are in it
    tell([](TrainNews&) {});
    const auto best = reachedMetric(run.result.best, run.result.metric);
    const auto last = reachedMetric(run.result.last, run.result.metric);
    QString early;
    if (run.result.finished && run.result.step < run.result.steps)
        early = earlyText(m_options.patience, run.result.best.dev ? QStringLiteral("dev") : QStringLiteral("test"),
                          m_info.metric);
    log(endLine(run.result.finished ? QStringLiteral("finished") : QStringLiteral("stopped"), run.result.step, best,
                last, early));
    if (best)
        m_best.push_back(*best);
    if (last)
        m_lasts.push_back(*last);
    if (!keepsMaps(m_epoch, m_options.epochs)) // those of the last one are
        tell([&](TrainNews& news) { news.epochs.append(m_epoch); });
    m_shared.post([id = qint64(run.id), finished = run.result.finished, early](TrainJob& job) {
        emit job.runEnded(id, finished, early);
    });
}

void TrainJob::Listener::endedAll() {
    for (const QString& line : {spreadLine(tr("best model"), m_best), spreadLine(tr("last"), m_lasts)})
        if (!line.isEmpty())
            log(line);
}

void TrainJob::Listener::tellStored() {
    const Store stored(store.toStdString());
    const QList<TrainPoint> points = storedPoints(stored, m_info.id, m_info.metric);
    const QList<int> epochs = storedEpochs(stored, m_info.id);
    tell([&](TrainNews& news) {
        news.points << points;
        news.epochs << epochs;
    });
}

} // namespace headlight
