#include "panels/train_panel.h"

#include "core/thread_pool.h"
#include "diagnostic.h"
#include "models/runs_load.h"
#include "models/train_estimate.h"
#include "panels/train/corpus_view.h"
#include "panels/train/probe_view.h"
#include "panels/train/train_curves.h"
#include "panels/train/train_form_view.h"

#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QTimer>
#include <QVBoxLayout>

namespace headlight {

namespace {

const QString formSetting = QStringLiteral("panel/train");
const QString noticeKey = QStringLiteral("train");
constexpr int settleMilliseconds = 600;
constexpr int logLines = 5000;

/// Where datasets/get puts corpora: beside itself when the program runs in the source tree, else into the user's data.
QStringList corpusFolders() {
    return {QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../../datasets/cache")),
            QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                QStringLiteral("/headlight/datasets")};
}

} // namespace

TrainPanel::TrainPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_job(jobs), m_probes(jobs), m_preview(jobs, this), m_measuring(jobs, this),
      m_settle(new QTimer(this)) {
    setWhatsThis(
        tr("Choose a model and a corpus, then start. Values that differ from recipe and preset are bold. Curves "
           "and the attention of the probe sentences are renewed while it trains; a stopped run goes on from Runs."));
    m_form.restore(QJsonDocument::fromJson(session.settings().bytes(formSetting)).object());
    addParts();
    m_settle->setSingleShot(true);
    m_settle->setInterval(settleMilliseconds);
    connectForm();
    connectJob();
    connect(&session, &Session::resumeRequested, this, &TrainPanel::resumeRun);
    showPhase();
}

void TrainPanel::arrange() {
    QDockWidget *form = part(QStringLiteral("form")), *maps = part(QStringLiteral("maps")),
                *log = part(QStringLiteral("log"));
    const int left = std::min(width() * 38 / 100, fontMetrics().height() * 27);
    resizeDocks({form}, {left}, Qt::Horizontal);
    resizeDocks({maps, log}, {(width() - left) * 7 / 10, (width() - left) * 3 / 10}, Qt::Horizontal);
    resizeDocks({maps}, {height() / 2}, Qt::Vertical);
}

/// A corpus is read, and a pace measured, only for someone who looks.
void TrainPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    if (!std::exchange(m_wasShown, true) && !m_form.data().isEmpty())
        loadCorpus();
    else if (!m_estimate)
        m_settle->start();
}

void TrainPanel::addParts() {
    setCentralWidget(makeCentre());
    m_maps = new ProbeView(m_probes);
    m_log = new QPlainTextEdit;
    m_log->setObjectName(QStringLiteral("train.log"));
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(logLines);
    m_log->setAccessibleName(tr("Log"));
    m_log->setPlaceholderText(tr("What happens is written here."));
    addPart(QStringLiteral("form"), tr("Settings"), makeLeft(), Qt::LeftDockWidgetArea,
            tr("What is trained, on what, and how"));
    addPart(QStringLiteral("maps"), tr("Probe maps"), m_maps, Qt::BottomDockWidgetArea,
            tr("The attention of the probe sentences after every epoch"));
    addPart(QStringLiteral("log"), tr("Log"), m_log, Qt::BottomDockWidgetArea, tr("What has happened"));
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    addCommand(QStringLiteral("train-start"), tr("Start training"), QKeySequence(Qt::CTRL | Qt::Key_R),
               [this] { start(); });
    addCommand(QStringLiteral("train-pause"), tr("Pause or resume training"), {}, [this] { togglePause(); });
    addCommand(QStringLiteral("train-stop"), tr("Stop training"), {}, [this] { m_job.stop(); });
    addCommand(QStringLiteral("train-reset"), tr("Reset all options"), {}, [this] { m_form.resetAll(); });
}

QPushButton* TrainPanel::button(const QString& text, const QString& name, const QString& help) {
    auto* made = new QPushButton(text);
    made->setObjectName(name);
    made->setToolTip(help);
    made->setAutoDefault(false);
    return made;
}

QWidget* TrainPanel::makeLeft() {
    auto* left = new QWidget;
    auto* layout = new QVBoxLayout(left);
    const int em = fontMetrics().height();
    layout->setContentsMargins(em / 2, em / 4, em / 2, em / 2);
    m_view = new TrainFormView(m_form);
    m_view->setKnownCorpora(knownCorpora(corpusFolders()));
    m_start =
        button(tr("Train"), QStringLiteral("train.start"), tr("Begins training with the settings above (Ctrl+R)"));
    QFont strong = m_start->font();
    strong.setBold(true);
    m_start->setFont(strong);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_start);
    return left;
}

QWidget* TrainPanel::makeCentre() {
    auto* right = new QWidget;
    auto* layout = new QVBoxLayout(right);
    const int em = fontMetrics().height();
    layout->setContentsMargins(em / 2, em / 2, em / 2, em / 2);
    auto* line = new QHBoxLayout;
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("train.state"));
    m_pause = button(tr("Pause"), QStringLiteral("train.pause"), {});
    m_stop = button(tr("Stop"), QStringLiteral("train.stop"),
                    tr("Ends after the running step with a checkpoint: the run can be resumed, later from Runs too"));
    m_open = button(tr("Open model"), QStringLiteral("train.open"), tr("Opens the best model so far in Attend"));
    line->addWidget(m_state, 1);
    for (QPushButton* action : {m_pause, m_stop, m_open})
        line->addWidget(action);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("train.progress"));
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(fontMetrics().height() / 2);
    m_rate = new QLabel;
    m_rate->setObjectName(QStringLiteral("train.rate"));
    layout->addLayout(line);
    layout->addWidget(m_progress);
    layout->addWidget(m_rate);

    m_curves = new TrainCurves;
    layout->addWidget(m_curves, 1);
    return right;
}

TrainPanel::~TrainPanel() {
    // The field with the focus reports the end of its editing as it goes; the form would be gone by then.
    if (QWidget* field = focusWidget())
        field->clearFocus();
}

void TrainPanel::connectForm() {
    const auto changed = [this] {
        session().withdraw(noticeKey); // it was of the settings before
        m_estimate.reset();
        m_measuring.cancel();
        m_settle->start();
        showAction();
        remember();
    };
    connect(&m_form, &TrainForm::changedAll, this, changed);
    connect(&m_form, &TrainForm::changedOption, this, changed);
    connect(&m_form, &TrainForm::changedPlan, this, [this, changed, data = m_form.data()]() mutable {
        changed();
        if (std::exchange(data, m_form.data()) != m_form.data())
            loadCorpus();
    });
    connect(m_view, &TrainFormView::validityChanged, this, [this] {
        session().withdraw(noticeKey);
        showAction();
    });
    connect(m_settle, &QTimer::timeout, this, &TrainPanel::estimate);
    connect(m_start, &QPushButton::clicked, this, &TrainPanel::start);
    connect(&m_preview, &LatestJob::busyChanged, this, [this](bool busy) { m_view->corpus().setBusy(busy); });
}

void TrainPanel::connectJob() {
    connect(&m_job, &TrainJob::phaseChanged, this, &TrainPanel::showPhase);
    connect(&m_job, &TrainJob::runStarted, this, [this](const TrainRunInfo& run) {
        m_run = run;
        m_curves->setRun(run);
        m_probes.setRun(session().storePath(), run.id);
        showPhase();
    });
    connect(&m_job, &TrainJob::newsArrived, this, [this](const TrainNews& news) {
        m_curves->add(news.points);
        m_probes.addEpochs(news.epochs);
        showRate();
    });
    connect(&m_job, &TrainJob::logged, m_log, &QPlainTextEdit::appendPlainText);
    connect(&m_job, &TrainJob::runEnded, this, [this](qint64 id, bool finished) {
        m_stoppedRun = finished ? 0 : id;
        showPhase();
    });
    connect(&m_job, &TrainJob::failed, this, &TrainPanel::report);
    connect(&m_probes, &TrainProbes::failed, this, &TrainPanel::report);
    connect(&m_probes, &TrainProbes::epochChanged, this, [this](int epoch) { m_curves->setCursor(double(epoch)); });
    connect(m_curves, &TrainCurves::epochRequested, this,
            [this](double epoch) { m_probes.setEpoch(int(std::lround(epoch))); });
    connect(m_curves, &TrainCurves::failed, this, &TrainPanel::report);
    connect(m_maps, &ProbeView::failed, this, &TrainPanel::report);
    connect(m_pause, &QPushButton::clicked, this, &TrainPanel::togglePause);
    connect(m_stop, &QPushButton::clicked, &m_job, &TrainJob::stop);
    connect(m_open, &QPushButton::clicked, this, &TrainPanel::openModel);
}

void TrainPanel::remember() {
    session().settings().set(formSetting, QJsonDocument(m_form.save()).toJson(QJsonDocument::Compact));
}

void TrainPanel::loadCorpus() {
    m_corpus.reset();
    m_corpusProblem.clear();
    m_startsWhenRead = false;
    if (m_form.data().isEmpty()) {
        m_preview.cancel();
        m_view->corpus().clear();
        return;
    }
    m_preview.start(
        tr("Reading %1").arg(shortDataName(m_form.data())),
        [specification = m_form.data().toStdString()](JobControl&) {
            auto corpus = std::make_shared<const Corpus>(openData(specification));
            return std::pair(corpus, previewOf(*corpus, 40));
        },
        [this](const std::pair<std::shared_ptr<const Corpus>, CorpusPreview>& read) {
            m_corpus = read.first;
            m_view->corpus().show(read.second);
            m_form.setCorpus(*read.first);
            m_settle->start();
            showAction();
            if (m_startsWhenRead)
                begin();
        },
        [this](const QString& message) {
            m_corpusProblem = message;
            m_view->corpus().showProblem(message);
            showAction();
            if (m_startsWhenRead)
                begin();
        });
}

/// From earlier runs when there is one like it, else measured; never while something is training.
void TrainPanel::estimate() {
    if (!isVisible() || !m_corpus || m_job.isBusy() || !m_form.problem().isEmpty() || !m_view->isValid())
        return;
    m_measuring.start(
        tr("Measuring the pace"),
        [corpus = m_corpus, config = m_form.config(), store = session().storePath()](JobControl& control) {
            if (const auto known = secondsByEarlierRuns(config, loadRuns(store)))
                return known;
            return measureSeconds(config, *corpus, ThreadPool::processors(), [&] { return control.isCancelled(); });
        },
        [this, runs = double(m_form.runs().size())](const std::optional<double>& seconds) {
            if (seconds)
                m_estimate = *seconds * runs;
            showAction();
        },
        [](const QString&) {}); // what is wrong is said when training is started
}

QString TrainPanel::problem() const {
    if (const QString missing = m_form.problem(); !missing.isEmpty())
        return missing;
    return m_view->isValid() ? m_corpusProblem : m_view->problem();
}

void TrainPanel::start() {
    m_view->takeData(); // Ctrl+R leaves the focus in its field
    begin();
}

/// Of a corpus that is still being read, when it is: recipe and probes go by it.
void TrainPanel::begin() {
    m_startsWhenRead = false;
    if (m_job.isBusy())
        return;
    if (const QString what = problem(); !what.isEmpty()) {
        report(what);
        return;
    }
    if (!m_corpus) {
        if (!m_preview.isBusy())
            loadCorpus(); // the user has cancelled it
        m_startsWhenRead = true;
        return;
    }
    forgetRun();
    m_job.start(session().storePath(), m_form.runs());
}

/// Nothing of the run before stands beside the one that begins now, should that fail, too.
void TrainPanel::forgetRun() {
    m_measuring.cancel();
    session().withdraw(noticeKey);
    m_log->clear();
    m_curves->clear();
    m_probes.setRun(session().storePath(), 0);
    m_run = {};
    m_stoppedRun = 0;
}

void TrainPanel::resumeRun(const QString& run) {
    if (m_job.isBusy()) {
        report(tr("A training is going on: stop it before another run is resumed."));
        return;
    }
    forgetRun();
    m_job.resume(session().storePath(), run.toLongLong());
}

void TrainPanel::togglePause() {
    if (!m_job.isBusy() && m_stoppedRun)
        resumeRun(QString::number(m_stoppedRun));
    else if (m_job.phase() == TrainJob::Phase::Paused)
        m_job.unpause();
    else
        m_job.pause();
}

void TrainPanel::openModel() {
    RunEntry run;
    run.folder = m_run.folder;
    if (const QString folder = modelFolder(run); !folder.isEmpty()) {
        session().requestModel(folder);
        session().requestView(QStringLiteral("attend"));
    }
}

void TrainPanel::showAction() {
    const QString what = problem();
    m_start->setText(m_form.action(m_estimate));
    m_start->setEnabled(what.isEmpty() && !m_job.isBusy());
    m_start->setToolTip(m_job.isBusy()   ? tr("A training is going on: stop it first")
                        : what.isEmpty() ? tr("Begins training with the settings above (Ctrl+R)")
                                         : what);
}

void TrainPanel::showPhase() {
    const TrainJob::Phase phase = m_job.phase();
    QString name = m_run.id ? tr("Run %1: %2").arg(m_run.id).arg(m_run.title) : QString();
    if (m_run.count > 1)
        name += tr(" (%1 of %2)").arg(m_run.number + 1).arg(m_run.count);
    switch (phase) {
    case TrainJob::Phase::Idle:
        m_state->setText(name.isEmpty() ? tr("Nothing is training.")
                         : m_stoppedRun ? tr("Stopped: %1").arg(name)
                                        : tr("Ended: %1").arg(name));
        break;
    case TrainJob::Phase::Preparing:
        m_state->setText(tr("Preparing …"));
        break;
    case TrainJob::Phase::Running:
        m_state->setText(name);
        break;
    case TrainJob::Phase::Paused:
        m_state->setText(tr("Paused: %1").arg(name));
        break;
    case TrainJob::Phase::Stopping:
        m_state->setText(tr("Stopping: %1").arg(name));
        break;
    }
    const bool canGoOn = phase == TrainJob::Phase::Paused || (!m_job.isBusy() && m_stoppedRun);
    m_pause->setText(canGoOn ? tr("Resume") : tr("Pause"));
    m_pause->setToolTip(canGoOn ? tr("Goes on to the same result as if nothing had been")
                                : tr("Waits after the running step; a checkpoint is written"));
    m_pause->setEnabled(canGoOn || phase == TrainJob::Phase::Running);
    m_stop->setEnabled(m_job.isBusy() && phase != TrainJob::Phase::Stopping);
    RunEntry entry;
    entry.folder = m_run.folder;
    m_open->setEnabled(!modelFolder(entry).isEmpty());
    showRate();
    showAction();
}

void TrainPanel::showRate() {
    const TrainProgress& progress = m_job.progress();
    m_progress->setValue(progress.steps > 0 ? int(1000 * progress.step / progress.steps) : 0);
    m_progress->setEnabled(m_job.isBusy());
    if (progress.steps == 0) {
        m_rate->setText(m_job.isBusy() ? tr("The first step is still to come.") : QString());
        return;
    }
    QString text = tr("epoch %1 of %2 · step %L3 of %L4 · loss %5")
                       .arg(progress.epoch, 0, 'f', 2)
                       .arg(m_run.epochs)
                       .arg(qint64(progress.step))
                       .arg(qint64(progress.steps))
                       .arg(progress.loss, 0, 'g', 4);
    if (m_job.isBusy()) {
        text += tr(" · %1 tokens/s").arg(countText(progress.tokensPerSecond));
        if (const std::optional<double> left = m_job.remainingSeconds())
            text += tr(" · %1 left").arg(durationText(*left));
    } else {
        text += tr(" · took %1").arg(durationText(progress.seconds));
    }
    m_rate->setText(text);
    if (!m_open->isEnabled()) {
        RunEntry entry;
        entry.folder = m_run.folder;
        m_open->setEnabled(!modelFolder(entry).isEmpty());
    }
}

void TrainPanel::report(const QString& message) {
    session().post({noticeKey, Notice::Kind::Error, message, {}});
}

} // namespace headlight
