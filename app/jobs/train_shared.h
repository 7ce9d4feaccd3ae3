#pragma once

#include "jobs/train_job.h"

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>

namespace headlight {

/// What both threads know. The worker fills `events`; the window's thread takes them ten times a second.
struct TrainJob::Shared {
    using Clock = std::chrono::steady_clock;
    using Event = std::function<void(TrainJob&)>;

    TrainControl* control = nullptr; ///< of the run going on; guarded by the mutex
    bool stopping = false, pausing = false;
    std::mutex mutex;
    std::deque<Event> events;
    TrainNews news;
    bool hasNews = false;
    Clock::time_point lastStep = Clock::now(), lastLook; ///< told; for a step that is long in coming
    Clock::duration usualStep{};
    QString evaluated; ///< the split that it is evaluated on; empty: none
    Clock::time_point evaluatedSince;
    double evaluatedShare = 0; ///< of its examples

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
    /// From now on, on that split; empty: it has ended.
    void evaluates(const QString& split) {
        const std::lock_guard lock(mutex);
        evaluated = split;
        evaluatedSince = Clock::now();
        evaluatedShare = 0;
    }
    void hasEvaluated(double share) {
        const std::lock_guard lock(mutex);
        evaluatedShare = share;
    }
    /// Once a second, whether a step is long in coming, and whether the store is what it waits for.
    void look(const std::string& store) {
        const Clock::time_point now = Clock::now();
        std::unique_lock lock(mutex);
        const Clock::duration waited = now - lastStep;
        if (waited < std::max<Clock::duration>(std::chrono::seconds(3), 3 * usualStep) ||
            now - lastLook < std::chrono::seconds(1))
            return;
        lastLook = now;
        const QString split = evaluated;
        const Clock::duration evaluating = now - evaluatedSince;
        const double share = evaluatedShare;
        lock.unlock();
        const auto text = [&] {
            const auto shown = [](Clock::duration time) {
                return durationText(std::chrono::duration<double>(time).count());
            };
            if (Store::isLocked(store)) // it waits to write down what was evaluated, too
                return tr("no step for %1: another program keeps the run store locked").arg(shown(waited));
            return split.isEmpty() ? tr("no step for %1").arg(shown(waited))
                                   : tr("evaluating on %1 for %2, %3 %")
                                         .arg(split, shown(evaluating), QString::number(100 * share, 'f', 0));
        }();
        lock.lock();
        if (now > lastStep)
            events.push_back([text](TrainJob& job) { job.setWaiting(text); });
    }
    bool isStopping() {
        const std::lock_guard lock(mutex);
        return stopping;
    }
};

} // namespace headlight
