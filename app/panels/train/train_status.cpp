#include "panels/train/train_status.h"

#include "forms/wrapped_text.h"
#include "jobs/train_log.h"
#include "panels/train/run_mark.h"
#include "viewmodels/runs_load.h"
#include "wording/number_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

namespace {

using Phase = TrainJob::Phase;

RunEntry entryFor(const TrainStatus::View& view) {
    RunEntry entry;
    entry.folder = view.run.folder;
    entry.status = view.status;
    return entry;
}

/// Of a run that was begun here, how many it is of says it.
QString seriesText(const TrainStatus::View& view) {
    if (view.run.count > 1)
        return TrainStatus::tr(" (%1 of %2 runs)").arg(view.run.number + 1).arg(view.run.count);
    if (!view.runsAfter)
        return TrainStatus::tr(" (more runs of its series are left)");
    return *view.runsAfter == 0   ? QString()
           : *view.runsAfter == 1 ? TrainStatus::tr(" (1 more run of its series is left)")
                                  : TrainStatus::tr(" (%1 more runs of its series are left)").arg(*view.runsAfter);
}

QString stateText(const TrainStatus::View& view) {
    if (view.phase == Phase::Preparing)
        return TrainStatus::tr("Preparing …");
    if (!view.run.id && view.phase == Phase::Stopping)
        return TrainStatus::tr("Stopping …");
    if (!view.run.id)
        return TrainStatus::tr("Nothing is training.");
    const QString run = QString::number(view.run.id), title = view.run.title + seriesText(view);
    if (view.phase == Phase::Running)
        return TrainStatus::tr("Run %1: %2").arg(run, title);
    if (view.phase == Phase::Pausing)
        return TrainStatus::tr("Run %1 is pausing: %2").arg(run, title);
    if (view.phase == Phase::Paused)
        return TrainStatus::tr("Run %1 is paused: %2").arg(run, title);
    if (view.phase == Phase::Stopping)
        return TrainStatus::tr("Run %1 is stopping: %2").arg(run, title);
    if (entryFor(view).isLive())
        return TrainStatus::tr("Run %1 continues in another program: %2").arg(run, title);
    if (view.status == QLatin1String("stopped"))
        return TrainStatus::tr("Run %1 was stopped: %2").arg(run, title);
    if (view.status == QLatin1String("interrupted"))
        return TrainStatus::tr("Run %1 was interrupted: %2").arg(run, title);
    if (view.status == QLatin1String("failed"))
        return TrainStatus::tr("Run %1 has failed: %2").arg(run, title);
    if (!view.early.isEmpty())
        return TrainStatus::tr("Run %1 ended early, %2: %3").arg(run, view.early, title);
    return TrainStatus::tr("Run %1 has ended: %2").arg(run, title);
}

QString rateText(const TrainStatus::View& view) {
    const TrainProgress& progress = view.progress;
    if (progress.steps == 0)
        return view.isBusy() ? TrainStatus::tr("The first step is still to come.") : QString();
    QString text = TrainStatus::tr("epoch %1 of %2 · step %L3 of %L4 · loss %5")
                       .arg(progress.epoch, 0, 'f', 2)
                       .arg(view.run.epochs)
                       .arg(qint64(progress.step))
                       .arg(qint64(progress.steps))
                       .arg(lossText(progress.loss));
    if (!view.isBusy())
        return entryFor(view).isLive() ? text
                                       : text + TrainStatus::tr(" · took %1").arg(durationText(progress.seconds));
    if (view.phase == Phase::Paused) // how quick it was says nothing of when it ends
        return text + TrainStatus::tr(" · paused");
    if (!view.waiting.isEmpty())
        return text + QStringLiteral(" · ") + view.waiting;
    if (progress.tokensPerSecond > 0) // else resumed, and the next step is still to come
        text += TrainStatus::tr(" · %1 tokens/s").arg(countText(progress.tokensPerSecond));
    if (view.secondsLeft)
        text += TrainStatus::tr(" · %1 left").arg(durationText(*view.secondsLeft));
    return text;
}

} // namespace

bool TrainStatus::View::canGoOn() const {
    return phase == Phase::Paused || (!isBusy() && run.id && canResume(entryFor(*this)));
}

TrainStatus::TrainStatus(QWidget* parent)
    : QWidget(parent), m_dot(new RunMark), m_state(new QLabel), m_rate(new QLabel), m_progress(new QProgressBar) {
    m_pause = addButton(tr("Pause"), QStringLiteral("train.pause"), {});
    m_stop =
        addButton(tr("Stop"), QStringLiteral("train.stop"),
                  tr("Ends after the running step with a checkpoint: the run can be resumed, later from Runs too"));
    m_open = addButton(tr("Open model"), QStringLiteral("train.open"), tr("Opens the best model so far in Attend"));
    connect(m_pause, &QPushButton::clicked, this, &TrainStatus::pauseClicked);
    connect(m_stop, &QPushButton::clicked, this, &TrainStatus::stopClicked);
    connect(m_open, &QPushButton::clicked, this, &TrainStatus::openClicked);
    setAccessibleName(tr("State of the run"));
    m_state->setObjectName(QStringLiteral("train.state"));
    m_state->setWordWrap(true); // a corpus may have a long name, and the window is to be no wider than a screen
    m_rate->setWordWrap(true);
    m_progress->setObjectName(QStringLiteral("train.progress"));
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(fontMetrics().height() / 2);
    m_rate->setObjectName(QStringLiteral("train.rate"));

    auto* line = new QHBoxLayout;
    line->addWidget(m_dot);
    line->addWidget(m_state, 1);
    for (QPushButton* button : {m_pause, m_stop, m_open})
        line->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_progress);
    layout->addWidget(m_rate);
}

QPushButton* TrainStatus::addButton(const QString& text, const QString& name, const QString& help) {
    auto* made = new QPushButton(text);
    made->setObjectName(name);
    made->setToolTip(help);
    made->setAutoDefault(false);
    return made;
}

void TrainStatus::setView(const View& view) {
    const bool canGoOn = view.canGoOn();
    m_dot->setLook(view.look);
    m_state->setText(breakable(stateText(view)));
    m_pause->setText(canGoOn ? tr("Resume") : tr("Pause"));
    m_pause->setToolTip(!canGoOn ? tr("Waits after the running step or evaluation; a checkpoint is written")
                        : view.status == QLatin1String("finished")
                            ? tr("Begins the runs of its series that were not started")
                            : tr("Continues to the same result as without an interruption, then with the runs of its "
                                 "series that were not started"));
    const bool canPause = canGoOn || view.phase == Phase::Running;
    const bool canStop = view.isBusy() && view.phase != Phase::Stopping;
    const auto hasFocusOf = [this](const QWidget* widget) { return window()->focusWidget() == widget; };
    // A button that goes off would send the focus anywhere. It waits here until Pause or Resume can be pressed.
    if ((hasFocusOf(m_pause) && !canPause) || (hasFocusOf(m_stop) && !canStop))
        setFocus();
    m_pause->setEnabled(canPause);
    m_stop->setEnabled(canStop);
    if (hasFocusOf(this) && canPause)
        m_pause->setFocus();
    m_open->setEnabled(!modelFolder(entryFor(view)).isEmpty());
    const TrainProgress& progress = view.progress;
    m_progress->setValue(progress.steps > 0 ? int(1000 * progress.step / progress.steps) : 0);
    m_progress->setEnabled(view.isBusy());
    m_rate->setText(rateText(view));
}

} // namespace headlight
