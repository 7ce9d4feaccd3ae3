#include "panels/scaling_panel.h"

#include "engine/analysis/scale_sweep.h"
#include "engine/core/error.h"
#include "engine/store/sweep_recorder.h"
#include "forms/few_lines_label.h"
#include "panels/scaling/accuracy_plot.h"
#include "panels/scaling/scaling_plots.h"
#include "panels/scaling/sweep_form.h"
#include "panels/scaling/sweep_list.h"

#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {
const QString scalingSetting = QStringLiteral("panel/scaling");
}

ScalingPanel::ScalingPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_job(jobs), m_form(new SweepForm), m_list(new SweepList),
      m_plots(new ScalingPlots), m_accuracy(new AccuracyPlot(jobs)), m_tabs(new QTabWidget) {
    setWhatsThis(
        tr("What encoders cost as sequences grow, measured on this machine with random input. Points that would "
           "not fit into memory are predicted, not measured, and drawn hollow."));
    m_tabs->setObjectName(QStringLiteral("scaling.tabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->setTabToolTip(m_tabs->addTab(m_plots, tr("&Growth")), tr("Time and memory against length, of the sweeps"));
    m_tabs->setTabToolTip(m_tabs->addTab(m_accuracy, tr("&Accuracy")),
                          tr("Accuracy against inference time and memory, of the runs"));
    setCentralWidget(m_tabs);
    addPart(QStringLiteral("form"), tr("New sweep"), makeForm(), Qt::LeftDockWidgetArea,
            tr("Which encoders are measured, at which lengths"));
    addPart(QStringLiteral("sweeps"), tr("Sweeps"), m_list, Qt::LeftDockWidgetArea,
            tr("All sweeps of the store; those with a tick are drawn"));
    const QVariantMap saved = session.settings().value(scalingSetting).toMap();
    m_ticks = saved.value("ticks").toMap();
    m_form->setChoices(saved.value("form").toMap());
    m_plots->setChoices(saved.value("plots").toMap());
    m_accuracy->setChoices(saved.value("accuracy").toMap());
    m_tabs->setCurrentIndex(saved.value("tab").toInt());
    addCommand("measure", tr("Measure a sweep"), QKeySequence("Ctrl+R"), [this] { start(); });
    addCommand("stop-measuring", tr("Stop measuring"), QKeySequence("Ctrl+."), [this] { m_job.stop(); });
    connectAll();
    showBusy();
}

QWidget* ScalingPanel::makeForm() {
    auto* all = new QWidget;
    auto* column = new QVBoxLayout(all);
    column->setContentsMargins(0, 0, 0, 0);
    auto* content = new QWidget; // without the buttons, which stay in reach while it scrolls
    auto* inside = new QVBoxLayout(content);
    inside->addWidget(m_form);
    inside->addStretch();
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setMinimumWidth(content->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    column->addWidget(scroll, 1);
    auto* buttons = new QHBoxLayout;
    const int edge = fontMetrics().height() / 2;
    buttons->setContentsMargins(edge, 0, edge, edge / 2);
    const auto button = [&](const QString& name, const QString& text, const QString& help) {
        auto* made = new QPushButton(text);
        made->setObjectName(name);
        made->setToolTip(help);
        buttons->addWidget(made);
        return made;
    };
    m_start = button("scaling.start", tr("Measure"), tr("Measure these points as a new sweep (Ctrl+R)"));
    m_stop = button("scaling.stop", tr("Stop"), tr("Stop at once; what is measured stays in the store"));
    m_goOn = button("scaling.goOn", tr("Continue"),
                    tr("Measure the points that the chosen sweep does not have yet, and add them to it"));
    constexpr int statusLines = 3; // progress, and a plan's note
    m_status = new FewLinesLabel(statusLines);
    m_status->setObjectName(QStringLiteral("scaling.status"));
    m_status->setContentsMargins(edge, 0, edge, 0);
    column->addWidget(m_status);
    column->addLayout(buttons);
    return all;
}

void ScalingPanel::connectAll() {
    m_looking.setInterval(storePollMilliseconds);
    connect(&m_looking, &QTimer::timeout, this, &ScalingPanel::refreshIfWritten);
    connect(m_start, &QPushButton::clicked, this, &ScalingPanel::start);
    connect(m_goOn, &QPushButton::clicked, this, &ScalingPanel::goOn);
    connect(m_stop, &QPushButton::clicked, &m_job, &ScaleJob::stop);
    connect(m_form, &SweepForm::changed, this, &ScalingPanel::remember);
    connect(m_plots, &ScalingPlots::measureRequested, this, &ScalingPanel::start);
    connect(m_plots, &ScalingPlots::choicesChanged, this, &ScalingPanel::remember);
    connect(m_plots, &ScalingPlots::failed, this, &ScalingPanel::report);
    connect(m_accuracy, &AccuracyPlot::choicesChanged, this, &ScalingPanel::remember);
    connect(m_accuracy, &AccuracyPlot::failed, this, &ScalingPanel::report);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ScalingPanel::remember);
    // Later, for it fills the list anew, and the item that was ticked is still in use.
    connect(
        m_list, &SweepList::shownChanged, this,
        [this] {
            refresh();
            remember();
        },
        Qt::QueuedConnection);
    connect(m_list, &SweepList::currentChanged, this, [this](qint64 sweep) {
        attempt([&] {
            if (sweep > 0)
                m_form->setPlan(planOf(Store(session().storePath().toStdString()).sweep(sweep)));
        });
        showBusy();
    });
    connect(m_list, &SweepList::removeRequested, this, [this](qint64 sweep) {
        m_restored.clear();
        setDeleted(sweep, true);
    });
    connect(m_list, &SweepList::undoRequested, this, [this] { setDeleted(m_removed.last(), false); });
    connect(m_list, &SweepList::redoRequested, this, [this] { setDeleted(m_restored.last(), true); });
    connect(&m_job, &ScaleJob::busyChanged, this, &ScalingPanel::showBusy);
    const auto tell = [this] { showProgress(m_job.progressText()); };
    connect(&m_job, &ScaleJob::remainingChanged, this, tell);
    connect(&m_job, &ScaleJob::progressed, this, [this, tell] {
        tell();
        m_list->show(m_job.sweep());
        refresh();
        m_list->setCurrent(m_job.sweep()); // Continue extends it by what is typed next
        showBusy();
    });
    connect(&m_job, &ScaleJob::ended, this, [this](bool complete) {
        if (!complete)
            showProgress(tr("Sweep %1 was stopped; Continue measures the rest.").arg(m_job.sweep()));
        else
            attempt([&] { showComplete(); });
        refresh();
        remember(); // the new sweep has a tick
    });
    connect(&m_job, &ScaleJob::failed, this, [this](const QString& message) {
        m_status->setText(tr("Not measured."));
        report(message);
        refresh();
    });
    connect(&session(), &Session::runColorsChanged, this,
            [this] { m_accuracy->setRunColors(this->session().runColors()); });
    m_accuracy->setRunColors(session().runColors());
    connect(&session(), &Session::storePathChanged, this, [this] {
        m_removed.clear();
        m_restored.clear();
        offerUndo();
        refresh();
    });
}

int ScalingPanel::neededWidth(const QDockWidget* /*dock*/) const {
    return 20 * fontMetrics().height();
}

void ScalingPanel::arrange() {
    const int em = fontMetrics().height();
    resizeDocks({part("form")}, {neededWidth(part("form"))}, Qt::Horizontal);
    // Both, so that the same room is shared out alike however often: of what is not named Qt takes what it finds.
    resizeDocks({part("form"), part("sweeps")}, {std::max(em, height() - 12 * em), 12 * em}, Qt::Vertical);
}

void ScalingPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    refresh();
    m_looking.start();
}

void ScalingPanel::hideEvent(QHideEvent* event) {
    Panel::hideEvent(event);
    m_looking.stop();
}

void ScalingPanel::refreshIfWritten() {
    if (stampOf(session().storePath()) != m_shownStamp)
        refresh();
}

bool ScalingPanel::isComplete() const {
    return !m_job.isBusy();
}

void ScalingPanel::attempt(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        report(QString::fromUtf8(error.what()));
    }
}

void ScalingPanel::start() {
    attempt([&] {
        if (m_job.isBusy())
            throw Error("a sweep is being measured; stop it first, then measure the next one");
        const ScalePlan plan = m_form->plan();
        m_job.start(session().storePath(), plan, m_form->memoryLimit());
        explain(plan);
    });
}

void ScalingPanel::goOn() {
    attempt([&] {
        const ScalePlan plan = m_form->plan();
        if (hasAll(m_list->current(), plan))
            return showProgress(
                tr("Sweep %1 has all of these points; add models or lengths to measure more.").arg(m_list->current()));
        m_job.resume(session().storePath(), m_list->current(), plan, m_form->memoryLimit());
        explain(plan);
    });
}

/// Points that were too large or failed are tried again.
bool ScalingPanel::hasAll(qint64 sweep, const ScalePlan& plan) const {
    const auto measured = Store(session().storePath().toStdString()).measurements(sweep);
    const std::vector<ScalePoint> points = plan.points();
    return std::all_of(points.begin(), points.end(), [&](const ScalePoint& point) {
        return std::any_of(measured.begin(), measured.end(), [&](const ScaleMeasurement& one) {
            return one.status == ScaleMeasurement::Status::Measured && one.point == point;
        });
    });
}

/// What of a plan that is being measured may be unexpected is said with its progress: a message above the form would
/// push away what one is about to click.
void ScalingPanel::explain(const ScalePlan& plan) {
    session().withdraw(scalingSetting);
    const std::string note = plan.note();
    m_planNote = note.empty() ? QString() : QString::fromStdString(note) + '.';
    showProgress(tr("Measuring starts …"));
}

void ScalingPanel::showProgress(const QString& text) {
    m_status->setText(m_planNote.isEmpty() ? text : text + '\n' + m_planNote);
}

/// One that other models and lengths were added to may lack some models at some lengths, which nobody asked for yet.
void ScalingPanel::showComplete() {
    const SweepRecord sweep = Store(session().storePath().toStdString()).sweep(m_job.sweep());
    const ScalePlan plan = planOf(sweep);
    const auto points = qint64(plan.points().size());
    if (sweep.points >= points)
        return showProgress(tr("Sweep %1 is complete.").arg(sweep.id));
    m_form->setPlan(plan);
    showProgress(tr("Sweep %1 has what was asked for, %2 of its %3 points; Continue measures the rest.")
                     .arg(sweep.id)
                     .arg(sweep.points)
                     .arg(points));
}

void ScalingPanel::refresh() {
    if (!isVisible())
        return;
    attempt([&] {
        const QString path = session().storePath();
        m_shownStamp = stampOf(path); // first, for what is written while this reads
        m_accuracy->setStore(path);
        std::vector<SweepRecord> sweeps;
        std::vector<ScaleCurve> curves;
        QStringList problems;      // of some sweeps; the others are shown
        if (QFile::exists(path)) { // looking makes no store
            const Store store(path.toStdString());
            std::vector<DamagedRow> damaged;
            sweeps = store.sweeps(&damaged);
            if (!damaged.empty())
                problems << QString::fromStdString(leftOutText(store.path(), damaged));
            if (m_shownStore != path)
                m_list->setShown(ticksIn(path, sweeps));
            m_list->setSweeps(sweeps);
            const QList<qint64> shown = m_list->shown();
            m_ticks = {{"store", path}, {"sweeps", QVariantList(shown.begin(), shown.end())}};
            for (const SweepRecord& sweep : sweeps)
                if (shown.contains(sweep.id))
                    try {
                        for (ScaleCurve& curve : curvesOf(sweep, store.measurements(sweep.id)))
                            curves.push_back(std::move(curve));
                    } catch (const Error& error) {
                        problems << QString::fromUtf8(error.what());
                    }
            m_shownStore = path;
        } else {
            m_list->setSweeps({});
        }
        m_plots->setCurves(sweeps, std::move(curves));
        if (!problems.isEmpty())
            report(problems.join('\n'));
    });
    showBusy();
}

/// Undo and redo are the last sweeps that went the other way.
void ScalingPanel::setDeleted(qint64 sweep, bool deleted) {
    attempt([&] {
        if (deleted && m_job.isBusy() && m_job.sweep() == sweep)
            throw Error("sweep " + std::to_string(sweep) + " is being measured; stop it first, then delete it");
        const std::filesystem::path path = session().storePath().toStdString();
        if (deleted)
            removeRecorded(path, sweep);
        else
            Store(path).restoreSweep(sweep);
        (deleted ? m_removed : m_restored).append(sweep);
        (deleted ? m_restored : m_removed).removeOne(sweep);
        session().withdraw(scalingSetting);
        m_status->setText(deleted ? tr("Sweep %1 is deleted; Undo brings it back.").arg(sweep)
                                  : tr("Sweep %1 is back.").arg(sweep));
    });
    offerUndo();
    refresh();
    if (!deleted)
        m_list->setCurrent(sweep);
    showBusy(); // Continue is about the chosen sweep
}

void ScalingPanel::offerUndo() {
    const auto title = [](const QList<qint64>& sweeps) {
        return sweeps.isEmpty() ? QString() : tr("Delete sweep %1").arg(sweeps.last());
    };
    m_list->setUndo(title(m_removed), title(m_restored));
}

void ScalingPanel::showBusy() {
    const bool busy = m_job.isBusy();
    m_start->setEnabled(!busy);
    m_stop->setEnabled(busy);
    m_goOn->setEnabled(!busy && m_list->current() > 0);
}

/// Which sweeps were drawn when this store was last looked at; of another store the newest.
QList<qint64> ScalingPanel::ticksIn(const QString& store, const std::vector<SweepRecord>& sweeps) const {
    QList<qint64> ids;
    if (m_ticks.value("store").toString() == store)
        for (const QVariant& id : m_ticks.value("sweeps").toList())
            ids.append(id.toLongLong());
    else if (!sweeps.empty())
        ids.append(sweeps.back().id);
    return ids;
}

void ScalingPanel::remember() const {
    session().settings().set(scalingSetting, QVariantMap{{"form", m_form->choices()},
                                                         {"ticks", m_ticks},
                                                         {"plots", m_plots->choices()},
                                                         {"accuracy", m_accuracy->choices()},
                                                         {"tab", m_tabs->currentIndex()}});
}

void ScalingPanel::report(const QString& message) {
    session().post({scalingSetting, Notice::Kind::Error, message, {}});
}

} // namespace headlight
