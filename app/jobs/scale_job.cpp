#include "jobs/scale_job.h"

#include "wording/curve_title.h"

namespace headlight {

namespace {

QString pointText(const ScaleProgress& progress) {
    return QObject::tr("point %1 of %2: %3, %4, length %L5")
        .arg(progress.done + 1)
        .arg(progress.points)
        .arg(curveTitle(progress.next), stepModeTitle(progress.next.mode))
        .arg(qint64(progress.next.length));
}

} // namespace

ScaleJob::~ScaleJob() {
    stop();
}

void ScaleJob::start(const QString& store, const ScalePlan& plan, double memoryLimit) {
    launch([=](const std::atomic<bool>& cancelled, const SweepListener& listener) {
        return measureRecorded(store.toStdString(), "", plan, memoryLimit, cancelled, listener);
    });
}

void ScaleJob::resume(const QString& store, qint64 sweep, const ScalePlan& plan, double memoryLimit) {
    launch([=](const std::atomic<bool>& cancelled, const SweepListener& listener) {
        return continueRecorded(store.toStdString(), sweep, plan, memoryLimit, cancelled, listener);
    });
}

QString ScaleJob::progressText() const {
    const std::optional<double> left = m_job ? m_job->remainingSeconds() : std::nullopt;
    return !left || *left < 1 ? m_point : tr("%1; about %2 left").arg(m_point, durationText(*left));
}

void ScaleJob::stop() {
    if (m_job)
        m_job->cancel();
}

void ScaleJob::launch(Measure measure) {
    if (isBusy())
        throw std::invalid_argument("ScaleJob: expected no other sweep, got one that is going on");
    m_recorded = std::make_shared<std::atomic<qint64>>(0);
    m_sweep = 0;
    m_job = m_jobs.start(
        tr("Measuring"),
        [measure = std::move(measure), recorded = m_recorded](JobControl& control) {
            SweepListener listener;
            listener.recorded = [&](SweepId id) { *recorded = id; };
            listener.points.progressed = [&](const ScaleProgress& progress) {
                control.setRemaining(progress.secondsRemaining > 0 ? progress.secondsRemaining : std::nan(""));
                control.setProgress(double(progress.done) / double(std::max<std::size_t>(progress.points, 1)));
                control.log(pointText(progress));
            };
            return measure(control.cancelled(), listener);
        },
        this,
        [this](bool complete) {
            finish();
            emit ended(complete);
        });
    connect(m_job, &Job::logged, this, [this](const QString& line) {
        m_sweep = *m_recorded;
        m_point = line;
        emit progressed();
    });
    connect(m_job, &Job::remainingChanged, this, &ScaleJob::remainingChanged);
    connect(m_job, &Job::cancelled, this, [this] {
        finish();
        emit ended(false);
    });
    connect(m_job, &Job::failed, this, [this](const QString& message) {
        finish();
        emit failed(message);
    });
    emit busyChanged();
}

void ScaleJob::finish() {
    m_sweep = *m_recorded;
    m_job = nullptr;
    emit busyChanged();
}

} // namespace headlight
