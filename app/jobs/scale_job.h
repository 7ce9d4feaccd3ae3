#pragma once

#include "engine/store/sweep_recorder.h"
#include "jobs/job.h"

namespace headlight {

/// Measures a sweep on a thread of its own; each point is in the store before progressed tells of the next one.
/// Stopping leaves the sweep so that it can go on, and so does closing the program.
class ScaleJob : public QObject {
    Q_OBJECT

public:
    explicit ScaleJob(Jobs& jobs, QObject* parent = nullptr) : QObject(parent), m_jobs(jobs) {}
    ~ScaleJob() override;

    /// A new sweep. Points that need more than `memoryLimit` bytes are left out. invalid_argument while one is going
    /// on.
    void start(const QString& store, const ScalePlan& plan, double memoryLimit);
    /// Goes on with a sweep, or extends it by what the plan has more.
    void resume(const QString& store, qint64 sweep, const ScalePlan& plan, double memoryLimit);
    void stop(); ///< within the running step, whose point is not kept

    bool isBusy() const { return m_job; }
    qint64 sweep() const { return m_sweep; } ///< the one going on, or the last; 0 before it has its row

    /// "point 3 of 18: DiSA, fused, training step, length 64; about 20 s left", as long as the list of jobs says.
    QString progressText() const;

signals:
    void busyChanged();
    void progressed(); ///< to another point
    void remainingChanged();
    void ended(bool complete); ///< false when stopped
    void failed(const QString& message);

private:
    using Measure = std::function<bool(const std::atomic<bool>& cancelled, const SweepListener& listener)>;
    void launch(Measure measure);
    void finish();

    Jobs& m_jobs;
    QPointer<Job> m_job;
    std::shared_ptr<std::atomic<qint64>> m_recorded;
    qint64 m_sweep = 0;
    QString m_point;
};

} // namespace headlight
