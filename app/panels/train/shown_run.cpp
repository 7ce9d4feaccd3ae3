#include "panels/train/shown_run.h"

#include "forms/busy_bar.h"
#include "forms/empty_state.h"
#include "jobs/stored_run.h"
#include "panels/run_look.h"
#include "panels/train/probe_view.h"
#include "panels/train/train_curves.h"
#include "viewmodels/run_colors.h"
#include "viewmodels/runs_load.h"

#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <cmath>

namespace headlight {

namespace {

const QString runSetting = QStringLiteral("panel/train-run");
constexpr int elsewhereMilliseconds = 2000; ///< between looks at a run of another program
constexpr int logLines = 5000;

} // namespace

ShownRun::ShownRun(Session& session, Jobs& jobs, TrainJob& job, QObject* parent)
    : QObject(parent), m_session(session), m_job(job), m_probes(jobs), m_recalling(jobs, this),
      m_elsewhere(new QTimer(this)) {
    makeWidgets();
    m_elsewhere->setSingleShot(true);
    m_elsewhere->setInterval(elsewhereMilliseconds);
    connect(m_elsewhere, &QTimer::timeout, this, [this] { recall({{"run", m_shown.run.id}}); });
    connect(&session, &Session::runColorsChanged, this, &ShownRun::showState);
    connectJob();
    connectViews();
    showState();
}

void ShownRun::makeWidgets() {
    m_progress = new QWidget;
    auto* layout = new QVBoxLayout(m_progress);
    const int edge = m_progress->fontMetrics().height() / 2;
    layout->setContentsMargins(edge, edge, edge, edge);
    m_status = new TrainStatus;
    layout->addWidget(m_status);
    m_curves = new TrainCurves;
    m_empty = new EmptyState({});
    m_empty->setObjectName("train.next");
    m_empty->setPicture(FaintPicture::Curves);
    m_empty->setObjectName(QStringLiteral("train.next"));
    m_pages = new QStackedWidget;
    m_pages->addWidget(m_curves);
    m_pages->addWidget(m_empty);
    m_busy = new BusyBar(m_pages);
    layout->addWidget(m_pages, 1);
    m_maps = new ProbeView(m_probes);
    makeLog();
}

/// Who has not scrolled up sees what comes, also when the lines are broken anew as the scroll bar appears, or when the
/// log was hidden meanwhile.
void ShownRun::makeLog() {
    m_log = new QPlainTextEdit;
    m_log->setObjectName(QStringLiteral("train.log"));
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(logLines);
    m_log->setAccessibleName(tr("Log"));
    m_log->setToolTip(tr("What has happened, the newest last"));
    auto* empty = new EmptyState(tr("What happens is written here: data, device, every evaluation, and how it ends."));
    empty->setPicture(FaintPicture::Table);
    m_logPages = new QStackedWidget;
    m_logPages->addWidget(m_log);
    m_logPages->addWidget(empty);
    m_logPages->setCurrentWidget(empty);
    connect(m_log, &QPlainTextEdit::textChanged, this,
            [this] { m_logPages->setCurrentIndex(m_log->document()->isEmpty() ? 1 : 0); });
    QScrollBar* bar = m_log->verticalScrollBar();
    connect(bar, &QScrollBar::actionTriggered, this, // by wheel, keys or mouse; not when text comes
            [this, bar] { m_followsLog = bar->sliderPosition() >= bar->maximum(); });
    const auto follow = [this, bar] {
        if (m_followsLog)
            bar->setValue(bar->maximum());
    };
    connect(bar, &QScrollBar::rangeChanged, this, follow);
    connect(bar, &QScrollBar::valueChanged, this, follow);
}

/// Of another run, which is followed again. The cursor stands at the end, for a log that is shown for the first time
/// scrolls to it.
void ShownRun::setLog(const QStringList& lines) {
    m_followsLog = true;
    m_log->setPlainText(lines.join('\n'));
    m_log->moveCursor(QTextCursor::End);
}

void ShownRun::holdFocus() {
    m_status->setFocus();
}

bool ShownRun::holdsFocus() const {
    return m_status->window()->focusWidget() == m_status;
}

void ShownRun::setNext(const QString& sentence, const QString& button, bool canBePressed) {
    if ((button.isEmpty() || !canBePressed) && m_empty->isAncestorOf(m_empty->window()->focusWidget()))
        holdFocus();
    m_empty->setText(sentence, button);
    m_empty->setButtonEnabled(canBePressed);
}

QWidget* ShownRun::maps() const {
    return m_maps;
}

QWidget* ShownRun::log() const {
    return m_logPages;
}

void ShownRun::connectJob() {
    connect(&m_job, &TrainJob::phaseChanged, this, [this] {
        if (m_job.phase() == TrainJob::Phase::Preparing) {
            m_isBeginning = true;
            m_opening.clear();
        } else if (!m_job.isBusy()) {
            m_isBeginning = false; // it ended before its first step
        }
        showState();
    });
    connect(&m_job, &TrainJob::runStarted, this, &ShownRun::begin);
    connect(&m_job, &TrainJob::newsArrived, this, [this](const TrainNews& news) {
        m_curves->add(news.points);
        m_probes.addEpochs(news.epochs);
        m_shown.progress = news.progress;
        showState();
    });
    connect(&m_job, &TrainJob::waitingChanged, this, &ShownRun::showState);
    connect(&m_job, &TrainJob::remainingChanged, this, &ShownRun::showState);
    connect(&m_job, &TrainJob::logged, this, [this](const QString& line) {
        m_log->appendPlainText(line);
        if (m_isBeginning)
            m_opening.append(line);
    });
    connect(&m_job, &TrainJob::runEnded, this, [this](qint64, bool finished, const QString& early) {
        m_shown.early = early;
        m_shown.status = finished ? QStringLiteral("finished") : QStringLiteral("stopped");
        showState();
    });
    connect(&m_job, &TrainJob::failed, this, [this](const QString& message) {
        if (m_shown.status.isEmpty()) // else it is another one that failed before its first step
            m_shown.status = QStringLiteral("failed");
        showState();
        emit failed(message);
    });
}

void ShownRun::connectViews() {
    connect(m_empty, &EmptyState::clicked, this, &ShownRun::nextClicked);
    connect(&m_probes, &TrainProbes::failed, this, &ShownRun::failed);
    connect(&m_probes, &TrainProbes::epochChanged, this, [this](int epoch) { m_curves->setCursor(double(epoch)); });
    connect(&m_probes, &TrainProbes::epochChanged, this, &ShownRun::remember);
    connect(&m_probes, &TrainProbes::snapshotChanged, this, &ShownRun::remember);
    connect(m_maps, &ProbeView::currentChanged, this, &ShownRun::remember);
    connect(m_maps, &ProbeView::failed, this, &ShownRun::failed);
    connect(m_curves, &TrainCurves::epochRequested, this,
            [this](double epoch) { m_probes.setEpoch(int(std::lround(epoch))); });
    connect(m_curves, &TrainCurves::failed, this, &ShownRun::failed);
    connect(m_status, &TrainStatus::pauseClicked, this, &ShownRun::pauseClicked);
    connect(m_status, &TrainStatus::stopClicked, &m_job, &TrainJob::stop);
    connect(m_status, &TrainStatus::openClicked, this, &ShownRun::openModel);
}

/// Of several seeds, the log goes on from one to the next.
void ShownRun::begin(const TrainRunInfo& run) {
    m_recalling.cancel();
    m_elsewhere->stop();
    const bool isTheSame = run.id == m_shown.run.id; // resumed: its lines stay
    if (std::exchange(m_isBeginning, false) && !isTheSame) {
        setLog(m_opening);
    }
    m_shown = {};
    m_shown.run = run;
    m_curves->setRun(run);
    m_probes.setRun(m_session.storePath(), run.id);
    showState();
}

/// Which run is shown, and what of its maps; nothing while none is.
void ShownRun::remember() {
    QVariantMap kept;
    if (m_shown.run.id)
        kept = {{"store", m_session.storePath()},
                {"run", m_shown.run.id},
                {"epoch", m_probes.follows() ? -1 : m_probes.epoch()}, // a run may go on meanwhile
                {"probe", m_probes.probe()},
                {"map", m_maps->current()}};
    m_session.settings().set(runSetting, kept);
}

void ShownRun::recall() {
    const QVariantMap kept = m_session.settings().value(runSetting).toMap();
    if (kept["store"].toString() == m_session.storePath()) // the numbers of another store's runs mean other runs
        recall(kept);
}

void ShownRun::show(qint64 run) {
    recall({{"run", run}, {"epoch", -1}});
}

/// The run as the store has it now, as far as it still has it.
void ShownRun::recall(const QVariantMap& kept) {
    m_recalling.start(
        tr("Reading run %1").arg(kept["run"].toLongLong()),
        [store = m_session.storePath(), run = kept["run"].toLongLong()](JobControl&) {
            return readStoredRun(store, run);
        },
        [this, kept](const std::optional<StoredRun>& run) {
            if (run)
                showStored(*run, kept);
            else if (m_shown.run.id)
                forget(); // deleted while it was looked at
        },
        [this](const QString& message) { emit failed(message); });
}

/// Of the run that is shown already, what has become of it since: it goes on in another program.
void ShownRun::showStored(const StoredRun& run, const QVariantMap& kept) {
    const bool isNew = run.info.id != m_shown.run.id;
    m_shown.run = run.info;
    m_shown.status = run.status;
    m_shown.early = run.early;
    m_shown.runsAfter = run.runsAfter;
    m_shown.progress = run.progress;
    m_curves->setRun(run.info, run.points);
    if (isNew) {
        m_maps->setCurrent(kept["map"].toInt());
        m_probes.setStored(m_session.storePath(), run.info.id, run.epochs, kept["epoch"].toInt(),
                           kept["probe"].toInt());
    } else {
        m_probes.addEpochs(run.epochs);
        if (m_probes.epoch() >= 0)
            m_curves->setCursor(double(m_probes.epoch()));
    }
    const QString before = m_log->toPlainText(), now = run.log.join('\n');
    if (!isNew && now.startsWith(before + '\n'))
        m_log->appendPlainText(now.mid(before.size() + 1)); // who has scrolled up stays there
    else if (now != before)
        setLog(run.log);
    if (run.isLive())
        m_elsewhere->start();
    showState();
}

void ShownRun::forget() {
    m_log->clear();
    m_curves->clear();
    m_shown = {};
    m_probes.setRun(m_session.storePath(), 0);
    showState();
}

void ShownRun::openModel() {
    RunEntry run;
    run.folder = m_shown.run.folder;
    if (const QString folder = modelFolder(run); !folder.isEmpty())
        m_session.requestModel(folder);
}

/// As the Runs view colours it; of the others only those matter that were given a colour by hand.
std::optional<SeriesLook> ShownRun::look() const {
    if (m_shown.run.id == 0)
        return std::nullopt;
    QList<RunEntry> runs(1);
    runs.front().id = m_shown.run.id;
    for (const qint64 id : m_session.runColors().keys())
        if (id != m_shown.run.id)
            runs.emplace_back().id = id;
    colorRuns(runs, m_session.runColors());
    return lookOf(runs.front());
}

/// While another run is being prepared, the one before is still seen, but the buttons are no longer its own.
void ShownRun::showState() {
    TrainStatus::View view = m_isBeginning ? TrainStatus::View() : m_shown;
    view.phase = m_job.phase();
    view.secondsLeft = m_job.remainingSeconds();
    view.waiting = m_job.waiting();
    view.look = m_isBeginning ? std::nullopt : look();
    m_status->setView(view);
    m_busy->setBusy(m_isBeginning);
    const bool isEmpty = m_shown.run.id == 0;
    if (!isEmpty && m_empty->isAncestorOf(m_empty->window()->focusWidget())) // its button began the run
        holdFocus();
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_empty) : m_curves);
}

} // namespace headlight
