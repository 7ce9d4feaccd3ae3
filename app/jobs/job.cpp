#include "jobs/job.h"

#include "engine/core/error.h"
#include "wording/shown_text.h"

#include <QMetaObject>
#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace headlight {

void JobControl::setProgress(double share) {
    m_progress = std::clamp(share, 0.0, 1.0);
    tell();
}

void JobControl::setRemaining(double seconds) {
    m_remaining = seconds;
    tell();
}

void JobControl::log(const QString& line) {
    {
        const std::lock_guard lock(m_mutex);
        m_lines << line;
    }
    tell();
}

void JobControl::tell() {
    if (!m_told.exchange(true))
        m_notify();
}

Job::Job(Jobs& jobs, QString title) : QObject(&jobs), m_title(std::move(title)) {
    m_clock.start();
}

std::optional<double> Job::remainingSeconds() const {
    if (isPaused())
        return std::nullopt;
    if (m_remaining >= 0)
        return m_remaining;
    if (std::isnan(m_remaining) || m_progress <= 0)
        return std::nullopt;
    return elapsedSeconds() * (1 - m_progress) / m_progress;
}

void Job::cancel() {
    m_control->m_cancelled = true;
}

/// A guess that changes at every step could not be read, and whoever looks at another moment would read another one.
void Job::takeRemaining() {
    constexpr int steadyMilliseconds = 250;
    const double told = m_control->m_remaining;
    const bool isKnown = m_remaining >= 0 && told >= 0;
    if (told == m_remaining || (std::isnan(told) && std::isnan(m_remaining)) ||
        (isKnown && m_remainingFor.elapsed() < steadyMilliseconds))
        return;
    m_remaining = told;
    m_remainingFor.start();
    emit remainingChanged();
}

void Job::takeNews() {
    m_control->m_told = false;
    QStringList lines;
    {
        const std::lock_guard lock(m_control->m_mutex);
        lines.swap(m_control->m_lines);
    }
    for (const QString& line : lines) {
        m_log << line;
        emit logged(line);
    }
    if (const double share = m_control->m_progress; share != m_progress) {
        m_progress = share;
        emit progressed(share);
    }
    takeRemaining();
}

static QString messageOf(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
        return QObject::tr("There is not enough memory for this: shorten the text or close other programs.");
    } catch (const std::exception& error) {
        return shownLines(reasonOf(error)); // paths in it may be of any characters
    } catch (...) {
        return QObject::tr("an unknown failure");
    }
}

void Job::end() {
    m_thread.join();
    const auto deliver = std::exchange(m_deliver, nullptr);
    takeNews();
    m_running = false;
    auto& jobs = static_cast<Jobs&>(*parent());
    jobs.remove(this);
    if (m_control->isCancelled()) {
        emit cancelled();
    } else if (m_failure) {
        emit failed(messageOf(m_failure));
    } else {
        deliver();
        emit finished();
    }
    deleteLater();
}

Jobs::~Jobs() {
    for (Job* job : m_running)
        job->cancel();
    for (Job* job : m_running)
        job->m_thread.join();
}

Job* Jobs::launch(const QString& title, std::function<Deliver(JobControl&)> work) {
    auto* job = new Job(*this, title);
    const std::shared_ptr<JobControl> control = job->m_control;
    // The job lives until its thread has been joined, and so does this object: what the thread posts has a receiver.
    // By name, so that Qt allocates what is posted: of a functor's own memory ThreadSanitizer does not see that it was
    // handed on under Qt's lock.
    control->m_notify = [job] { QMetaObject::invokeMethod(job, "takeNews", Qt::QueuedConnection); };
    m_running << job;
    job->m_thread = std::thread([job, control, work = std::move(work)] {
        try {
            job->m_deliver = work(*control);
        } catch (...) {
            job->m_failure = std::current_exception();
        }
        QMetaObject::invokeMethod(job, "end", Qt::QueuedConnection);
    });
    emit changed();
    return job;
}

void Jobs::remove(Job* job) {
    m_running.removeOne(job);
    emit changed();
}

void LatestJob::cancel() {
    ++m_generation;
    m_next = nullptr;
    if (m_job)
        m_job->cancel();
}

void LatestJob::proceed() {
    if (m_job) {
        m_job->cancel();
        return;
    }
    const auto next = std::exchange(m_next, nullptr);
    next();
}

void LatestJob::watch(Job* job, const std::function<void(const QString&)>& failed) {
    m_job = job;
    emit busyChanged(true);
    connect(job, &Job::finished, this, &LatestJob::ended);
    connect(job, &Job::cancelled, this, &LatestJob::ended);
    connect(job, &Job::failed, this, [this, failed](const QString& message) {
        failed(message);
        ended();
    });
}

void LatestJob::ended() {
    m_job = nullptr;
    if (m_next)
        proceed();
    else
        emit busyChanged(false);
}

/// A number and its unit stay on one line.
QString durationText(double seconds) {
    const auto whole = qint64(std::ceil(std::max(0.0, seconds)));
    if (whole < 60)
        return QObject::tr("%1\u00a0s").arg(whole);
    if (whole < 3600)
        return QObject::tr("%1\u00a0min %2\u00a0s").arg(whole / 60).arg(whole % 60);
    return QObject::tr("%1\u00a0h %2\u00a0min").arg(whole / 3600).arg(whole % 3600 / 60);
}

} // namespace headlight
