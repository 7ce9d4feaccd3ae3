#include "window/jobs_button.h"

#include "jobs/job.h"

#include <QMenu>
#include <QToolTip>

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
    if (!jobs.isEmpty()) {
        what = jobs.size() == 1 ? jobs.first()->title() : tr("%1 jobs").arg(jobs.size());
        if (jobs.size() == 1 && jobs.first()->progress() >= 0)
            done = QStringLiteral(" %1 %").arg(qRound(jobs.first()->progress() * 100));
        if (const auto left = jobs.first()->remainingSeconds(); left && jobs.size() == 1)
            done += tr(", %1 left").arg(durationText(*left));
    }
    const int room = width() - besideTextEm * fontMetrics().height() - fontMetrics().horizontalAdvance(done);
    setText(fontMetrics().elidedText(what, Qt::ElideRight, room) + done);
    setToolTip(tr("What is being computed now (%1); open to see progress and to cancel").arg(what + done));
    if (QToolTip::isVisible() && underMouse()) // else it says what was
        QToolTip::showText(QCursor::pos(), toolTip(), this);
    setEnabled(!jobs.isEmpty());
}

void JobsButton::fillMenu() {
    menu()->clear();
    for (Job* job : lastingJobs(m_jobs)) {
        QString text = tr("Cancel: %1").arg(job->title());
        if (job->progress() >= 0)
            text += QStringLiteral(" · %1 %").arg(qRound(job->progress() * 100));
        if (const auto left = job->remainingSeconds())
            text += tr(" · %1 left").arg(durationText(*left));
        connect(menu()->addAction(text), &QAction::triggered, job, &Job::cancel);
    }
}

} // namespace headlight
