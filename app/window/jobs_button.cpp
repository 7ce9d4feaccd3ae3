#include "window/jobs_button.h"

#include "jobs/job.h"

#include <QMenu>
#include <QToolTip>
#include <algorithm>

namespace headlight {

static constexpr double momentSeconds = 0.3;
/// Of the button, and of it beside the text. As wide whatever it says, or the tabs beside it would move.
static constexpr int widthEm = 15, besideTextEm = 2;

static QList<Job*> lastingJobs(const Jobs& jobs) {
    QList<Job*> lasting;
    for (Job* job : jobs.running())
        if (job->elapsedSeconds() >= momentSeconds)
            lasting << job;
    return lasting;
}

/// How far it is and how long it still takes, or that it waits: " · 40 %, 2 min left", ", paused at 40 %".
static QString stateOf(const Job& job, const QString& separator) {
    const QString share =
        job.progress() < 0 ? QString() : QStringLiteral("%1\u00a0%").arg(qRound(job.progress() * 100));
    if (job.isPaused())
        return separator + (share.isEmpty() ? JobsButton::tr("paused") : JobsButton::tr("paused at %1").arg(share));
    QString state = share.isEmpty() ? QString() : QStringLiteral(" · ") + share;
    if (const auto left = job.remainingSeconds())
        state += separator + JobsButton::tr("%1 left").arg(durationText(*left));
    return state;
}

JobsButton::JobsButton(Jobs& jobs, QWidget* parent) : QToolButton(parent), m_jobs(jobs) {
    setObjectName("jobs");
    setAccessibleName(tr("Running jobs"));
    setFixedWidth(widthEm * fontMetrics().height());
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    connect(menu(), &QMenu::aboutToShow, this, &JobsButton::fillMenu);
    m_timer.setInterval(250);
    connect(&m_timer, &QTimer::timeout, this, &JobsButton::refresh);
    connect(&jobs, &Jobs::changed, this, [this] {
        for (Job* job : m_jobs.running()) // at once, as others do that show it
            connect(job, &Job::remainingChanged, this, &JobsButton::refresh, Qt::UniqueConnection);
        if (m_jobs.running().isEmpty())
            refresh();
        else if (!m_timer.isActive())
            m_timer.start();
    });
    refresh();
}

void JobsButton::refresh() {
    if (m_jobs.running().isEmpty())
        m_timer.stop();
    const QList<Job*> jobs = lastingJobs(m_jobs);
    QString what = tr("no jobs"), done;
    if (jobs.size() == 1) {
        what = jobs.first()->title();
        done = stateOf(*jobs.first(), tr(", "));
    } else if (!jobs.isEmpty()) {
        what = tr("%1 jobs").arg(jobs.size());
        if (const auto paused = std::count_if(jobs.begin(), jobs.end(), [](const Job* job) { return job->isPaused(); }))
            done = tr(", %1 paused").arg(paused);
    }
    const int room = width() - besideTextEm * fontMetrics().height() - fontMetrics().horizontalAdvance(done);
    setText(fontMetrics().elidedText(what, Qt::ElideRight, room) + done);
    setToolTip(tr("What is being computed now (%1); open to see progress, to cancel, and to go on with what is paused")
                   .arg(what + done));
    if (QToolTip::isVisible() && underMouse()) // else it says what was
        QToolTip::showText(QCursor::pos(), toolTip(), this);
    setEnabled(!jobs.isEmpty());
}

void JobsButton::fillMenu() {
    menu()->clear();
    for (Job* job : lastingJobs(m_jobs)) {
        if (job->isPaused())
            connect(menu()->addAction(tr("Resume: %1").arg(job->title())), &QAction::triggered, job, &Job::goOn);
        const QString text = tr("Cancel: %1").arg(job->title()) + stateOf(*job, tr(" · "));
        connect(menu()->addAction(text), &QAction::triggered, job, &Job::cancel);
    }
}

} // namespace headlight
