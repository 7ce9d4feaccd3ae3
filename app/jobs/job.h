#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <type_traits>

namespace headlight {

class Jobs;

/// Thrown by JobControl::check in work that the user has cancelled.
class JobCancelled : public std::exception {
public:
    const char* what() const noexcept override { return "cancelled"; }
};

/// What running work talks to; every function may be called from any thread.
class JobControl {
public:
    void setProgress(double share); ///< 0 … 1
    /// By work that knows better than progress and time so far tell, as one that goes on from a checkpoint; NaN: not
    /// known now.
    void setRemaining(double seconds);
    void log(const QString& line);
    bool isCancelled() const { return m_cancelled; }
    const std::atomic<bool>& cancelled() const { return m_cancelled; } ///< for work that looks at such a flag by itself
    void check() const {                                               ///< JobCancelled when the user has cancelled
        if (m_cancelled)
            throw JobCancelled();
    }

private:
    friend class Job;
    friend class Jobs;
    void tell(); ///< the job takes over progress and log soon, once for many calls

    std::atomic<bool> m_cancelled = false, m_told = false;
    std::atomic<double> m_progress = -1;
    std::atomic<double> m_remaining = -1; ///< never told
    std::mutex m_mutex;
    QStringList m_lines;
    std::function<void()> m_notify;
};

/// Work on a thread of its own, seen from the window's thread: title, progress, remaining time, log, cancel. Exactly
/// one of finished, failed and cancelled is emitted; afterwards the job deletes itself. Start one with Jobs::start.
class Job : public QObject {
    Q_OBJECT
public:
    QString title() const { return m_title; }
    double progress() const { return m_progress; } ///< 0 … 1, negative while not known
    double elapsedSeconds() const { return double(m_clock.elapsed()) / 1000; }
    /// As the work has told, a few times a second at most, else from progress and time so far.
    std::optional<double> remainingSeconds() const;
    const QStringList& log() const { return m_log; }
    bool isRunning() const { return m_running; }
    /// Asks the work to stop. Its result, should it come, is dropped.
    void cancel();
    /// By who has made the work wait, and can let it go on; nothing when it has gone on.
    void setPaused(std::function<void()> goOn) { m_goOn = std::move(goOn); }
    bool isPaused() const { return bool(m_goOn); }
    void goOn() const {
        if (m_goOn)
            m_goOn();
    }

signals:
    void progressed(double share);
    void remainingChanged(); ///< what the work has told; whoever shows it says the same as others
    void logged(const QString& line);
    void finished();
    void failed(const QString& message);
    void cancelled();

private:
    friend class Jobs;
    friend class JobControl;
    Job(Jobs& jobs, QString title);
    Q_INVOKABLE void takeNews();
    void takeRemaining();
    Q_INVOKABLE void end();

    QString m_title;
    double m_progress = -1;
    double m_remaining = -1;      ///< as in the control
    QElapsedTimer m_remainingFor; ///< has been that
    QStringList m_log;
    bool m_running = true;
    QElapsedTimer m_clock;
    std::function<void()> m_goOn;
    std::shared_ptr<JobControl> m_control = std::make_shared<JobControl>();
    std::thread m_thread;
    // Of the thread, until it has been joined.
    std::function<void()> m_deliver;
    std::exception_ptr m_failure;
};

/// All running jobs of the program. Destroying it cancels them and waits.
class Jobs : public QObject {
    Q_OBJECT
public:
    explicit Jobs(QObject* parent = nullptr) : QObject(parent) {}
    ~Jobs() override;

    /// Runs `work(JobControl&)` on a thread of its own; then calls `done(result)`, or `done()` for work without a
    /// result, in this object's thread, unless the work failed, was cancelled, or `receiver` is gone.
    template <class Work, class Done>
    Job* start(const QString& title, Work work, QObject* receiver, Done done) {
        using Result = std::invoke_result_t<Work, JobControl&>;
        const QPointer<QObject> guard(receiver);
        return launch(title, [work = std::move(work), guard, done = std::move(done)](JobControl& control) mutable {
            if constexpr (std::is_void_v<Result>) {
                work(control);
                return std::function<void()>([guard, done]() mutable {
                    if (guard)
                        done();
                });
            } else {
                auto result = std::make_shared<Result>(work(control));
                return std::function<void()>([guard, done, result]() mutable {
                    if (guard)
                        done(std::move(*result));
                });
            }
        });
    }

    const QList<Job*>& running() const { return m_running; }

signals:
    void changed(); ///< a job started or ended

private:
    friend class Job;
    using Deliver = std::function<void()>;
    Job* launch(const QString& title, std::function<Deliver(JobControl&)> work);
    void remove(Job* job);

    QList<Job*> m_running;
};

/// Jobs of which only the newest counts: a new one cancels the running one, whose result vanishes. At most one thread
/// works at a time; of several that wait only the last one starts.
class LatestJob : public QObject {
    Q_OBJECT
public:
    LatestJob(Jobs& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

    /// `done` and `failed` are called in this object's thread, and not after a later start or cancel.
    template <class Work, class Done>
    void start(const QString& title, Work work, Done done, const std::function<void(const QString&)>& failed) {
        const int generation = ++m_generation;
        m_next = [this, title, generation, work = std::move(work), done = std::move(done), failed]() mutable {
            const auto isNewest = [this, generation] { return generation == m_generation; };
            Job* job = m_jobs.start(title, std::move(work), this, [isNewest, done](auto result) mutable {
                if (isNewest())
                    done(std::move(result));
            });
            watch(job, [isNewest, failed](const QString& message) {
                if (isNewest())
                    failed(message);
            });
        };
        proceed();
    }
    void cancel();
    bool isBusy() const { return m_job || m_next; }

signals:
    void busyChanged(bool busy);

private:
    void watch(Job* job, const std::function<void(const QString&)>& failed);
    void proceed();
    void ended();

    Jobs& m_jobs;
    QPointer<Job> m_job;
    std::function<void()> m_next;
    int m_generation = 0;
};

/// "3 min 20 s", "4 s", "1 h 5 min".
QString durationText(double seconds);

} // namespace headlight
