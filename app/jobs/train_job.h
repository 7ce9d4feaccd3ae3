#pragma once

#include "engine/store/run_recorder.h"
#include "jobs/job.h"

#include <QList>
#include <QTimer>

namespace headlight {

struct PlannedRun;

/// A number that a running training told.
struct TrainPoint {
    QString metric;
    double step = 0, epoch = 0, seconds = 0, value = 0;
};

/// Behind the split, before the title of what chooses without a network: its accuracy is told as points, too.
inline const QString besideMetric = QStringLiteral(".beside ");

/// What has happened since the last news; at most ten come in a second.
struct TrainNews {
    qint64 run = 0;
    TrainProgress progress; ///< the latest
    QList<TrainPoint> points;
    QList<int> epochs; ///< whose probe maps are in the store now
};

/// One run of a training that is under way.
struct TrainRunInfo {
    qint64 id = 0;
    QString folder;
    int number = 0, count = 1; ///< the first of three: 0 of 3
    std::int64_t firstStep = 0, steps = 0;
    int epochs = 0;
    bool smoothsLabels = false;
    QString title;  ///< "MTSA on TREC, seed 2"
    QString metric; ///< what the run is judged by: "accuracy", "pearson"
};

/// Trains one run or several (seeds, folds) one after another on a thread of their own; each has its row in the store.
/// Stopping writes a checkpoint, and so does closing the program: the runs can be resumed, and those that had not begun
/// follow then.
class TrainJob : public QObject {
    Q_OBJECT

public:
    /// It is pausing until the step, or the evaluation, that is going on has ended.
    enum class Phase { Idle, Preparing, Running, Pausing, Paused, Stopping };

    explicit TrainJob(Jobs& jobs, QObject* parent = nullptr);
    ~TrainJob() override;

    /// invalid_argument while one is going on, or without a configuration.
    void start(const QString& store, std::vector<RunConfig> runs);
    void resume(const QString& store, qint64 run);
    void pause();
    void unpause();
    void stop(); ///< after the running step; further runs don't begin

    Phase phase() const { return m_phase; }
    bool isBusy() const { return m_phase != Phase::Idle; }
    const TrainRunInfo& run() const { return m_run; } ///< the one going on, or the last
    const TrainProgress& progress() const { return m_progress; }
    /// "no step for 12 s: …" or "evaluating on dev for 12 s, 40 %" while one is longer in coming than the others; else
    /// empty.
    const QString& waiting() const { return m_waiting; }
    /// Of all runs that are left, as their job tells everybody.
    std::optional<double> remainingSeconds() const;

signals:
    void phaseChanged();
    void runStarted(const headlight::TrainRunInfo& run);
    void waitingChanged();
    void remainingChanged();
    void newsArrived(const headlight::TrainNews& news);
    void logged(const QString& line);
    void runEnded(qint64 id, bool finished, const QString& early); ///< early: earlyText
    void ended(bool finished);                                     ///< nothing is going on any more; false when stopped
    void failed(const QString& message);

private:
    struct Shared;
    class Listener;
    using Work = std::function<void(Shared&, Listener&)>;
    static double remainingOf(double seconds, double remaining, int number, int count);
    void launch(const QString& title, Work work);
    static void trainEach(const std::string& store, const std::vector<PlannedRun>& runs, const Corpus& corpus,
                          Shared& shared, Listener& listener);
    void drain();
    void setPhase(Phase phase);
    void setWaiting(const QString& text);
    void finish();

    Jobs& m_jobs;
    QPointer<Job> m_job;
    std::shared_ptr<Shared> m_shared;
    QTimer m_timer;
    Phase m_phase = Phase::Idle;
    TrainRunInfo m_run;
    TrainProgress m_progress;
    QString m_waiting;
};

} // namespace headlight
