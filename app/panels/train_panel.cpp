#include "panels/train_panel.h"

#include "engine/core/error.h"
#include "engine/core/thread_pool.h"
#include "engine/tasks/task.h"
#include "engine/train/trainer.h"
#include "forms/problem_line.h"
#include "open_data.h"
#include "panels/train/corpus_view.h"
#include "panels/train/train_form_view.h"
#include "viewmodels/runs_load.h"
#include "viewmodels/train_estimate.h"
#include "wording/corpus_remedy.h"
#include "wording/corpus_title.h"
#include "wording/shown_text.h"

#include <QDockWidget>
#include <QJsonDocument>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {

const QString formSetting = QStringLiteral("panel/train");
const QString noticeKey = QStringLiteral("train");
constexpr int settleMilliseconds = 600;

} // namespace

TrainPanel::TrainPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_job(jobs), m_run(session, jobs, m_job, this), m_preview(jobs, this),
      m_measuring(jobs, this), m_settle(new QTimer(this)) {
    setWhatsThis(
        tr("Choose a model and a corpus, then start. Values that differ from recipe and preset are bold. Curves "
           "and the attention of the probe sentences are renewed while it trains; a stopped run is resumed in Runs."));
    m_form.restore(QJsonDocument::fromJson(session.settings().bytes(formSetting)).object());
    addParts();
    m_settle->setSingleShot(true);
    m_settle->setInterval(settleMilliseconds);
    connectForm();
    connectJob();
    connect(&session, &Session::resumeRequested, this, &TrainPanel::resumeRun);
    connect(&session, &Session::trainingRequested, this, &TrainPanel::showRun);
    showAction();
    m_run.recall();
}

int TrainPanel::neededWidth(const QDockWidget* dock) const {
    return dock == part("form") ? std::min(width() * 38 / 100, fontMetrics().height() * 27) : 0;
}

void TrainPanel::arrange() {
    QDockWidget *form = part(QStringLiteral("form")), *maps = part(QStringLiteral("maps")),
                *log = part(QStringLiteral("log"));
    const int left = neededWidth(form);
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
    setCentralWidget(m_run.progress());
    addPart(QStringLiteral("form"), tr("Settings"), makeLeft(), Qt::LeftDockWidgetArea,
            tr("What is trained, on what, and how"));
    addPart(QStringLiteral("maps"), tr("Probe maps"), m_run.maps(), Qt::BottomDockWidgetArea,
            tr("The attention of the probe sentences after every epoch"));
    addPart(QStringLiteral("log"), tr("Log"), m_run.log(), Qt::BottomDockWidgetArea, tr("What has happened"));
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    addCommand(QStringLiteral("train-start"), tr("Start training"), QKeySequence(Qt::CTRL | Qt::Key_R),
               [this] { start(); });
    addCommand(QStringLiteral("train-pause"), tr("Pause or resume training"), QKeySequence(Qt::CTRL | Qt::Key_P),
               [this] { togglePause(); });
    addCommand(QStringLiteral("train-stop"), tr("Stop training"), QKeySequence(Qt::CTRL | Qt::Key_Period),
               [this] { m_job.stop(); });
    addCommand(QStringLiteral("train-search"), tr("Search the options of training"), QKeySequence::Find,
               [this] { m_view->searchOptions(); });
    addCommand(QStringLiteral("train-reset"), tr("Reset all options"),
               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete), [this] { m_form.resetAll(); });
}

QWidget* TrainPanel::makeLeft() {
    auto* left = new QWidget;
    auto* layout = new QVBoxLayout(left);
    const int em = fontMetrics().height();
    layout->setContentsMargins(em / 2, em / 4, em / 2, em / 2);
    m_view = new TrainFormView(m_form);
    offerCorpora();
    m_start = new QPushButton(tr("Train"));
    m_start->setObjectName(QStringLiteral("train.start"));
    m_start->setAutoDefault(false);
    QFont strong = m_start->font();
    strong.setBold(true);
    m_start->setFont(strong);
    m_missing = new ProblemLine;
    m_missing->setObjectName(QStringLiteral("train.missing"));
    layout->addWidget(m_view, 1);
    layout->addWidget(m_missing);
    layout->addWidget(m_start);
    return left;
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
        else if (m_corpus)
            checkCorpus(); // another task may have nothing to learn from it
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
    connect(&m_job, &TrainJob::phaseChanged, this, [this] {
        showAction();
        if (!m_job.isBusy() && !m_estimate)
            m_settle->start();
    });
    connect(&m_run, &ShownRun::nextClicked, this, [this] {
        if (m_form.data().isEmpty()) {
            m_form.chooseFirst();
            begin(); // what is in the field of the corpus is not what is trained
        } else {
            start();
        }
    });
    connect(&m_run, &ShownRun::pauseClicked, this, &TrainPanel::togglePause);
    connect(&m_run, &ShownRun::failed, this, &TrainPanel::report);
}

void TrainPanel::remember() const {
    session().settings().set(formSetting, QJsonDocument(m_form.save()).toJson(QJsonDocument::Compact));
}

void TrainPanel::loadCorpus() {
    m_corpus.reset();
    m_corpusProblem.clear();
    m_startsWhenRead = false;
    m_view->corpus().keepColumnsOf(m_form.data());
    if (m_form.data().isEmpty()) {
        m_preview.cancel();
        m_view->corpus().clear();
        return;
    }
    const auto columns = std::make_shared<std::optional<TableColumns>>(); // also of a table that is refused
    m_preview.start(
        tr("Reading %1").arg(corpusTitle(shortDataName(m_form.data()))),
        [specification = m_form.data().toStdString(), columns](JobControl&) {
            *columns = tableColumns(specification);
            auto corpus = std::make_shared<const Corpus>(openData(specification));
            return std::pair(corpus, previewOf(*corpus, 40));
        },
        [this, columns](const std::pair<std::shared_ptr<const Corpus>, CorpusPreview>& read) {
            m_corpus = read.first;
            m_view->corpus().show(read.second);
            m_view->corpus().askColumns(*columns && (*columns)->format != "text" ? *columns : std::nullopt);
            m_form.setCorpus(*read.first);
            checkCorpus();
            m_settle->start();
            if (m_startsWhenRead)
                begin();
        },
        [this, columns](const QString& message) {
            m_corpusProblem = withWindowRemedy(message, columns->has_value());
            m_view->corpus().showProblem(m_corpusProblem);
            m_view->corpus().askColumns(*columns);
            m_form.forgetCorpus();
            showAction();
            if (m_startsWhenRead)
                begin();
        });
}

void TrainPanel::checkCorpus() {
    m_corpusProblem.clear();
    try {
        checkTrainable(*m_corpus, *m_form.task());
    } catch (const Error& error) {
        m_corpusProblem = shownText(std::string_view(error.what()));
        if (m_view->corpus().asksForParts())
            m_corpusProblem = withWindowRemedy(m_corpusProblem);
    }
    m_view->corpus().setObstacle(m_corpusProblem);
    showAction();
}

/// From earlier runs when there is one like it, else measured; never while something is training.
void TrainPanel::estimate() {
    if (!isVisible() || !m_corpus || m_job.isBusy() || !m_form.problem().isEmpty() || !m_view->isValid())
        return;
    m_measuring.start(
        tr("Measuring the pace"),
        [corpus = m_corpus, config = m_form.runs().front(), store = session().storePath()](JobControl& control) {
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
    if (!m_view->isValid())
        return m_view->problem();
    const QString missing = m_form.problem();
    return missing.isEmpty() ? m_corpusProblem : missing;
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
    prepare();
    m_job.start(session().storePath(), m_form.runs());
    rememberCorpus();
}

void TrainPanel::offerCorpora() {
    const OfferedCorpora offered = offeredCorpora(session().settings());
    m_view->setKnownCorpora(offered.recent, offered.others);
}

void TrainPanel::rememberCorpus() {
    headlight::rememberCorpus(session().settings(), m_form.data());
    offerCorpora();
}

void TrainPanel::prepare() {
    m_measuring.cancel();
    session().withdraw(noticeKey);
}

void TrainPanel::resumeRun(const QString& run) {
    if (m_job.isBusy()) {
        report(tr("A training is running: stop it before another run is resumed."));
        return;
    }
    prepare();
    m_job.resume(session().storePath(), run.toLongLong());
}

void TrainPanel::showRun(const QString& run) {
    if (m_job.isBusy()) {
        if (run.toLongLong() != m_run.id())
            report(tr("A training is running: its curves and maps stay until it has ended or is stopped."));
        return;
    }
    session().withdraw(noticeKey);
    m_run.show(run.toLongLong());
}

void TrainPanel::togglePause() {
    if (!m_job.isBusy() && m_run.canGoOn())
        resumeRun(QString::number(m_run.id()));
    else if (m_job.phase() == TrainJob::Phase::Paused)
        m_job.unpause();
    else
        m_job.pause();
}

/// What a model is judged by that learns from the corpus; before one is read, as most are.
QString TrainPanel::judgedBy() const {
    const Task* task = m_corpus ? m_form.task() : nullptr;
    const Metric* metric = findMetric(task ? task->metrics(m_corpus->labels).front() : "accuracy");
    return QString::fromStdString(metric->title);
}

void TrainPanel::showAction() {
    const QString what = problem();
    m_start->setText(m_form.action(m_estimate));
    if (m_job.isBusy() && m_start->window()->focusWidget() == m_start)
        m_run.holdFocus();
    m_start->setEnabled(what.isEmpty() && !m_job.isBusy());
    if (!m_job.isBusy() && m_run.holdsFocus() && m_start->isEnabled()) // it has ended, and can't go on
        m_start->setFocus();
    m_start->setToolTip(m_job.isBusy()   ? tr("A training is running: stop it first")
                        : what.isEmpty() ? tr("Begins training with the settings above (Ctrl+R)")
                                         : what);
    if (m_form.data().isEmpty() && m_view->isValid() && !m_form.misfit())
        m_missing->setHint(what);
    else
        m_missing->setProblem(what);
    if (m_form.data().isEmpty())
        m_run.setNext(tr("Choose a corpus of labelled sentences on the left, and a model is trained on it. Or see it "
                         "done first: a small model learns what a sentence begins with."),
                      tr("Train on a toy task, about %1 s").arg(TrainForm::firstSeconds));
    else
        m_run.setNext(tr("Loss and %1 appear here while a model is trained.").arg(judgedBy()),
                      m_job.isBusy() ? QString() : m_start->text(), m_start->isEnabled());
}

void TrainPanel::report(const QString& message) {
    session().post({noticeKey, Notice::Kind::Error, message, {}});
}

} // namespace headlight
