#include "jobs/train_job.h"

#include "engine/core/thread_pool.h"
#include "engine/store/run_series.h"
#include "jobs/stored_run.h"
#include "jobs/train_listener.h"
#include "open_data.h"
#include "wording/corpus_title.h"
#include "wording/option_title.h"
#include "wording/shell_words.h"

namespace headlight {

static constexpr int drainMilliseconds = 100;

/// Of all runs: the one that has gone on for so long and needs so long yet, and those behind it.
double TrainJob::remainingOf(double seconds, double remaining, int number, int count) {
    return remaining + (seconds + remaining) * (count - number - 1);
}

namespace {

/// Makes a run's control reachable from the window's thread, and stops the run when its job is cancelled, which is what
/// closing the program does.
template <class Shared>
class Reachable {
public:
    Reachable(Shared& shared, JobControl& job, const std::string& store)
        : m_shared(shared), m_watcher([this, &job, store](const std::stop_token& end) {
              while (!end.stop_requested()) {
                  if (job.isCancelled())
                      control.stop();
                  m_shared.look(store);
                  std::this_thread::sleep_for(std::chrono::milliseconds(30));
              }
          }) {
        const std::lock_guard lock(m_shared.mutex);
        m_shared.control = &control;
        if (m_shared.stopping)
            control.stop();
        if (m_shared.pausing)
            control.pause();
    }
    ~Reachable() {
        const std::lock_guard lock(m_shared.mutex);
        m_shared.control = nullptr;
    }
    TrainControl control;

private:
    Shared& m_shared;
    std::jthread m_watcher;
};

} // namespace

TrainJob::TrainJob(Jobs& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {
    m_timer.setInterval(drainMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &TrainJob::drain);
}

TrainJob::~TrainJob() {
    if (m_job) {
        m_job->setPaused({});
        m_job->cancel();
    }
}

void TrainJob::start(const QString& store, std::vector<RunConfig> runs) {
    if (runs.empty())
        throw std::invalid_argument("TrainJob::start: expected at least one configuration, got none");
    const QString title = tr("Training %1").arg(encoderTitle(QString::fromStdString(runs.front().encoder)));
    launch(title, [store, runs = std::move(runs)](Shared& shared, Listener& listener) {
        listener.log(tr("Reading %1").arg(corpusTitle(QString::fromStdString(runs.front().data))));
        const Corpus corpus = openData(runs.front().data);
        const int most = runs.front().classifier.maxTokens;
        if (const std::int64_t cut = countLonger(corpus.train, most))
            listener.log(tr("%L1 of %L2 training texts are longer than %L3 tokens and are cut")
                             .arg(qint64(cut))
                             .arg(qint64(corpus.train.size()))
                             .arg(most));
        std::vector<PlannedRun> planned;
        for (const RunConfig& config : runs)
            planned.push_back({config});
        listener.count = int(planned.size());
        trainEach(store.toStdString(), planned, corpus, shared, listener);
    });
}

/// One after another, until it is stopped.
void TrainJob::trainEach(const std::string& store, const std::vector<PlannedRun>& runs, const Corpus& corpus,
                         Shared& shared, Listener& listener) {
    for (std::size_t k = 0; k < runs.size(); ++k) {
        if (listener.isToEnd()) {
            listener.log(tr("%1 of %2 runs not started; Resume starts them").arg(runs.size() - k).arg(listener.count));
            return;
        }
        PlannedRun run = runs[k];
        run.config.task = taskOf(run.config, corpus).id;
        listener.begin(run.config, corpus.name, {runs.begin() + std::ptrdiff_t(k) + 1, runs.end()});
        listener.setCorpus(corpus);
        Reachable reachable(shared, listener.job(), store);
        listener.ended(
            trainRecorded(store, run.config, corpus, ThreadPool::processors(), reachable.control, listener, run.label));
        ++listener.number;
    }
    listener.endedAll();
}

/// And what its series has yet to train; of a run that has ended, only that.
void TrainJob::resume(const QString& store, qint64 run) {
    launch(tr("Resume run %1").arg(run), [store, run](Shared& shared, Listener& listener) {
        const std::string path = store.toStdString();
        const RunRecord record = Store(path).run(run);
        const std::vector<PlannedRun> rest = runsAfter(record);
        const RunConfig config = configurationOf(record);
        const auto open = [&](const std::string& spec) {
            Corpus corpus = corpusOfRun(spec, ": headlight-cli train --resume " + std::to_string(run) +
                                                  " --data PLACE" + argumentForStore(path));
            listener.setCorpus(corpus);
            return corpus;
        };
        const bool isLeft = record.status != RunStatus::Finished || rest.empty();
        listener.count = int(rest.size()) + isLeft;
        if (isLeft) {
            listener.store = store;
            listener.begin(config, record.datasetName, rest);
            Reachable reachable(shared, listener.job(), path);
            listener.ended(resumeRecorded(path, run, open, ThreadPool::processors(), reachable.control, listener));
            ++listener.number;
        } else {
            listener.goOnBehind(record.checkpoint);
        }
        if (rest.empty())
            return;
        if (listener.isToEnd())
            trainEach(path, rest, {}, shared, listener); // which says so, and needs no corpus
        else
            trainEach(path, rest, open(config.data), shared, listener);
    });
}

void TrainJob::launch(const QString& title, Work work) {
    if (isBusy())
        throw std::invalid_argument("TrainJob: expected no other training, got one that is going on");
    m_shared = std::make_shared<Shared>();
    m_progress = {};
    setPhase(Phase::Preparing);
    m_timer.start();
    m_job = m_jobs.start(
        title,
        [shared = m_shared, work = std::move(work)](JobControl& control) {
            Listener listener(*shared, control);
            work(*shared, listener);
        },
        this, [] {});
    connect(m_job, &Job::remainingChanged, this, &TrainJob::remainingChanged);
    connect(m_job, &Job::finished, this, [this] {
        const bool stopped = m_phase == Phase::Stopping;
        finish();
        emit ended(!stopped);
    });
    connect(m_job, &Job::cancelled, this, [this] {
        finish();
        emit ended(false);
    });
    connect(m_job, &Job::failed, this, [this](const QString& message) {
        finish();
        emit logged(message);
        emit failed(message);
    });
}

void TrainJob::finish() {
    drain();
    m_timer.stop();
    m_job = nullptr;
    setPhase(Phase::Idle);
}

void TrainJob::drain() {
    std::deque<Shared::Event> events;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->flush();
        events.swap(m_shared->events);
    }
    for (const Shared::Event& event : events)
        event(*this);
}

void TrainJob::setPhase(Phase phase) {
    if (phase == m_phase)
        return;
    m_phase = phase;
    m_waiting.clear();
    if (m_job)
        m_job->setPaused(phase == Phase::Paused ? [this] { unpause(); } : std::function<void()>());
    emit phaseChanged();
}

/// Only between steps: before the first one there is much to read, and who pauses waits for nothing.
void TrainJob::setWaiting(const QString& text) {
    if (m_phase != Phase::Running && m_phase != Phase::Pausing && m_phase != Phase::Stopping)
        return;
    m_waiting = text;
    emit waitingChanged();
}

void TrainJob::pause() {
    if (!isBusy())
        return;
    if (m_phase == Phase::Running)
        setPhase(Phase::Pausing);
    const std::lock_guard lock(m_shared->mutex);
    m_shared->pausing = true;
    if (m_shared->control)
        m_shared->control->pause();
}

void TrainJob::unpause() {
    if (!isBusy())
        return;
    const std::lock_guard lock(m_shared->mutex);
    m_shared->pausing = false;
    if (m_shared->control)
        m_shared->control->resume();
}

void TrainJob::stop() {
    if (!isBusy())
        return;
    setPhase(Phase::Stopping);
    const std::lock_guard lock(m_shared->mutex);
    m_shared->stopping = true;
    if (m_shared->control)
        m_shared->control->stop();
}

std::optional<double> TrainJob::remainingSeconds() const {
    return m_job ? m_job->remainingSeconds() : std::nullopt;
}

} // namespace headlight
