#include "jobs/train_job.h"

#include "engine/core/thread_pool.h"
#include "jobs/stored_run.h"
#include "jobs/train_log.h"
#include "open_data.h"
#include "wording/shell_words.h"

#include <deque>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int drainMilliseconds = 100;
constexpr std::chrono::seconds longWait{3};

} // namespace

/// What both threads know. The worker fills `events`; the window's thread takes them ten times a second.
struct TrainJob::Shared {
    using Event = std::function<void(TrainJob&)>;

    TrainControl* control = nullptr; ///< of the run going on; guarded by the mutex
    bool stopping = false, pausing = false;
    std::mutex mutex;
    std::deque<Event> events;
    TrainNews news;
    bool hasNews = false;
    Clock::time_point lastStep = Clock::now(), lastLook; ///< told; for a step that is long in coming
    Clock::duration usualStep{};

    void post(Event event) {
        const std::lock_guard lock(mutex);
        flush();
        events.push_back(std::move(event));
    }
    void tell(const std::function<void(TrainNews&)>& add) {
        const std::lock_guard lock(mutex);
        add(news);
        hasNews = true;
    }
    /// News before an event must be heard before it. Call with the mutex held.
    void flush() {
        if (!hasNews)
            return;
        events.push_back([taken = std::exchange(news, {})](TrainJob& job) {
            job.m_progress = taken.progress;
            job.m_waiting.clear();
            emit job.newsArrived(taken);
        });
        news.run = 0;
        hasNews = false;
    }
    /// A step was told, or the first one after a while is to come, which says nothing about the usual time.
    void stepped(bool isFirst) {
        const std::lock_guard lock(mutex);
        const Clock::time_point now = Clock::now();
        usualStep = isFirst ? Clock::duration() : now - lastStep;
        lastStep = now;
    }
    /// Once a second, whether a step is long in coming, and whether the store is what it waits for.
    void look(const std::string& store) {
        const Clock::time_point now = Clock::now();
        std::unique_lock lock(mutex);
        const Clock::duration waited = now - lastStep;
        if (waited < std::max<Clock::duration>(longWait, 3 * usualStep) || now - lastLook < std::chrono::seconds(1))
            return;
        lastLook = now;
        lock.unlock();
        QString text = tr("no step for %1").arg(durationText(std::chrono::duration<double>(waited).count()));
        if (Store::isLocked(store))
            text += tr(": another program keeps the run store locked");
        lock.lock();
        if (now > lastStep)
            events.push_back([text](TrainJob& job) { job.setWaiting(text); });
    }
    bool isStopping() {
        const std::lock_guard lock(mutex);
        return stopping;
    }
};

/// Of all runs, the one that is going on and those behind it; none before the first step, also of a resumed run.
static std::optional<double> remainingOf(const TrainProgress& progress, int number, int count) {
    if (progress.tokensPerSecond <= 0)
        return std::nullopt;
    const double whole = progress.seconds + progress.secondsRemaining;
    return progress.secondsRemaining + whole * (count - number - 1);
}

class TrainJob::Listener final : public RunListener {
public:
    Listener(Shared& shared, JobControl& job, int count) : m_shared(shared), m_job(job), m_count(count) {}

    int number = 0; ///< of the run that begins next
    QString store;  ///< of a run that is resumed

    void begin(const RunConfig& config, const std::string& corpus) {
        m_title = runTitle(config, QString::fromStdString(corpus));
        m_options = config.train;
    }
    void setCorpus(const Corpus& corpus) { m_split = splitLine(corpus, m_options); }
    JobControl& job() const { return m_job; }

    void recorded(RunId id, const std::filesystem::path& folder) override {
        m_info.id = id;
        m_info.folder = QString::fromStdString(folder.string());
    }

    void started(const TrainStart& start) override {
        const std::int64_t firstStep = start.firstStep;
        m_info.number = number;
        m_info.count = m_count;
        m_info.firstStep = firstStep;
        m_info.steps = start.steps;
        m_info.epochs = m_options.epochs;
        m_info.title = m_title;
        m_info.metric = QString::fromStdString(start.metric);
        m_last = {};
        m_epoch = 0;
        if (firstStep > 0)
            m_last = storedProgress(Store(store.toStdString()), m_info.id, m_options.epochs);
        m_last.step = firstStep;
        m_last.steps = start.steps;
        m_shared.stepped(true);
        m_shared.post([info = m_info](TrainJob& job) {
            job.m_run = info;
            job.m_progress = {};
            if (job.m_phase == Phase::Preparing)
                job.setPhase(Phase::Running);
            emit job.runStarted(info);
        });
        log(beginLine(m_info.id, m_title, qint64(start.parameters), qint64(start.words)));
        log(m_split);
        if (firstStep > 0) {
            log(tr("Resumed after step %L1").arg(qint64(firstStep)));
            tellStored();
        }
    }

    void vectorsFound(const std::string& path, int found, int words) override {
        log(tr("%1: %L2 of %L3 words of the training set have a vector; the others begin at random")
                .arg(QString::fromStdString(path))
                .arg(found)
                .arg(words));
    }

    void adapted(const std::string& what) override { log(QString::fromStdString(what)); }

    void progressed(const TrainProgress& progress) override {
        m_last = progress;
        m_shared.stepped(false);
        m_job.setRemaining(remainingOf(progress, number, m_count).value_or(std::nan("")));
        m_job.setProgress((number + double(progress.step) / double(std::max<std::int64_t>(progress.steps, 1))) /
                          m_count);
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

    void evaluated(const TrainEvaluation& evaluation) override {
        const QString split = QString::fromStdString(evaluation.split);
        const auto point = [&](const QString& metric, double value) {
            return TrainPoint{split + metric, double(evaluation.step), evaluation.epoch, evaluation.seconds, value};
        };
        tell([&](TrainNews& news) {
            news.points << point(QStringLiteral(".loss"), evaluation.result.loss);
            for (const MetricValue& metric : evaluation.result.metrics)
                news.points << point('.' + QString::fromStdString(metric.name), comparable(metric.value));
        });
        log(evaluationLine(evaluation.epoch, split, evaluation.result.metrics, evaluation.result.loss,
                           evaluation.best));
    }

    void epochFinished(int epoch, std::int64_t) override {
        m_epoch = epoch;
        if (keepsMaps(epoch, m_options.epochs))
            tell([&](TrainNews& news) { news.epochs.append(epoch); });
    }

    void paused(bool paused) override {
        m_shared.stepped(true);
        m_shared.post([paused](TrainJob& job) {
            if (job.m_phase != Phase::Stopping)
                job.setPhase(paused ? Phase::Paused : Phase::Running);
        });
        log(paused ? tr("Paused; a checkpoint is written") : tr("Continued"));
    }

    void ended(const RecordedRun& run) {
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

    /// Of several seeds or folds, when all have ended.
    void endedAll() {
        for (const QString& line : {spreadLine(tr("best model"), m_best), spreadLine(tr("last"), m_lasts)})
            if (!line.isEmpty())
                log(line);
    }

    void log(const QString& line) {
        m_job.log(line);
        m_shared.post([line](TrainJob& job) { emit job.logged(line); });
    }

private:
    void tell(const std::function<void(TrainNews&)>& add) {
        m_shared.tell([&](TrainNews& news) {
            news.run = m_info.id;
            news.progress = m_last;
            add(news);
        });
    }

    /// The curves so far of a resumed run.
    void tellStored() {
        const Store stored(store.toStdString());
        const QList<TrainPoint> points = storedPoints(stored, m_info.id, m_info.metric);
        const QList<int> epochs = storedEpochs(stored, m_info.id);
        tell([&](TrainNews& news) {
            news.points << points;
            news.epochs << epochs;
        });
    }

    Shared& m_shared;
    JobControl& m_job;
    int m_count;
    TrainOptions m_options;
    QString m_title, m_split;
    TrainRunInfo m_info;
    TrainProgress m_last;
    int m_epoch = 0;                            ///< the last that has ended
    std::vector<ReachedMetric> m_best, m_lasts; ///< of the runs that have ended
};

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
    if (m_job)
        m_job->cancel();
}

void TrainJob::start(const QString& store, std::vector<RunConfig> runs) {
    if (runs.empty())
        throw std::invalid_argument("TrainJob::start: expected at least one configuration, got none");
    const int count = int(runs.size());
    const QString title = tr("Training %1").arg(QString::fromStdString(runs.front().encoder));
    launch(title, count, [store, runs = std::move(runs)](Shared& shared, Listener& listener) {
        listener.log(tr("Reading %1").arg(QString::fromStdString(runs.front().data)));
        const Corpus corpus = openData(runs.front().data);
        const int most = runs.front().classifier.maxTokens;
        if (const std::int64_t cut = countLonger(corpus.train, most))
            listener.log(tr("%L1 of %L2 training texts are longer than %L3 tokens and are cut")
                             .arg(qint64(cut))
                             .arg(qint64(corpus.train.size()))
                             .arg(most));
        for (RunConfig config : runs) {
            if (shared.isStopping() || listener.job().isCancelled()) {
                listener.log(tr("%1 of %2 seeds not started").arg(int(runs.size()) - listener.number).arg(runs.size()));
                return;
            }
            config.task = taskOf(config, corpus).id;
            listener.begin(config, corpus.name);
            listener.setCorpus(corpus);
            Reachable reachable(shared, listener.job(), store.toStdString());
            listener.ended(trainRecorded(store.toStdString(), config, corpus, ThreadPool::processors(),
                                         reachable.control, listener));
            ++listener.number;
        }
        listener.endedAll();
    });
}

void TrainJob::resume(const QString& store, qint64 run) {
    launch(tr("Resume run %1").arg(run), 1, [store, run](Shared& shared, Listener& listener) {
        const RunRecord record = Store(store.toStdString()).run(run);
        const RunConfig config = configurationOf(record);
        listener.store = store;
        listener.begin(config, record.datasetName);
        Reachable reachable(shared, listener.job(), store.toStdString());
        listener.ended(resumeRecorded(
            store.toStdString(), run,
            [&](const std::string& spec) {
                Corpus corpus = corpusOfRun(spec, ": headlight-cli train --resume " + std::to_string(run) +
                                                      " --data PLACE" + argumentForStore(store.toStdString()));
                listener.setCorpus(corpus);
                return corpus;
            },
            ThreadPool::processors(), reachable.control, listener));
    });
}

void TrainJob::launch(const QString& title, int count, Work work) {
    if (isBusy())
        throw std::invalid_argument("TrainJob: expected no other training, got one that is going on");
    m_shared = std::make_shared<Shared>();
    m_progress = {};
    setPhase(Phase::Preparing);
    m_timer.start();
    m_job = m_jobs.start(
        title,
        [shared = m_shared, count, work = std::move(work)](JobControl& control) {
            Listener listener(*shared, control, count);
            work(*shared, listener);
        },
        this, [] {});
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
    emit phaseChanged();
}

/// Only between steps: before the first one there is much to read, and who pauses waits for nothing.
void TrainJob::setWaiting(const QString& text) {
    if (m_phase != Phase::Running && m_phase != Phase::Stopping)
        return;
    m_waiting = text;
    emit waitingChanged();
}

void TrainJob::pause() {
    if (!isBusy())
        return;
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
    return isBusy() ? remainingOf(m_progress, m_run.number, m_run.count) : std::nullopt;
}

} // namespace headlight
