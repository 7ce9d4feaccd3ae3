#include "panels/runs_panel.h"

#include "panels/run_look.h"
#include "panels/runs/paper_dialog.h"
#include "panels/runs/runs_plots.h"
#include "panels/runs/runs_table.h"
#include "viewmodels/runs_load.h"

#include <QDockWidget>
#include <QSet>

namespace headlight {

namespace {

const QString runsSetting = QStringLiteral("panel/runs");
const QString storeNotice = QStringLiteral("runs-store"); ///< stays until the store works again

QList<qint64> idsOf(const QStringList& texts) {
    QList<qint64> ids;
    for (const QString& text : texts)
        ids.append(text.toLongLong());
    return ids;
}

QStringList textsOf(const QList<qint64>& ids) {
    QStringList texts;
    for (const qint64 id : ids)
        texts.append(QString::number(id));
    return texts;
}

} // namespace

RunsPanel::RunsPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_library(jobs), m_curves(jobs, m_library.model()),
      m_table(new RunsTable(m_library)), m_plots(new RunsPlots(m_library, m_curves)) {
    setWhatsThis(tr("Every training run of the store. Choose runs to see their curves; filter them with words or with "
                    "comparisons such as accuracy > 0.9 and model = mtsa. Deleted runs come back with Undo."));
    setCentralWidget(m_plots);
    addPart(QStringLiteral("table"), tr("Runs"), m_table, Qt::LeftDockWidgetArea,
            tr("All runs of the store; choose some to compare them"));
    const QVariantMap saved = session.settings().value(runsSetting).toMap();
    m_table->setOnlyDiffering(saved.value("differing").toBool());
    if (saved.contains("hidden"))
        m_table->setHiddenColumns(saved.value("hidden").toStringList());
    if (saved.contains("sort"))
        m_table->setSort(saved.value("sort").toString(), saved.value("descending").toBool());
    m_table->setFilter(saved.value("filter").toString());
    m_plots->setChoices(saved.value("plots").toMap());
    connectAll();
}

void RunsPanel::arrange() {
    resizeDocks({part(QStringLiteral("table"))}, {width() * 45 / 100}, Qt::Horizontal);
}

void RunsPanel::showControls(bool shown) {
    if (!shown)
        m_table->holdColumns(true);
}

void RunsPanel::presentationEnded() {
    m_table->holdColumns(false);
}

void RunsPanel::connectAll() {
    connect(m_table, &RunsTable::chosenChanged, this, [this](const QList<qint64>& ids) {
        session().setChosenRuns(textsOf(ids));
        showRuns();
    });
    connect(m_table, &RunsTable::shownChanged, this, [this] {
        m_table->choose(idsOf(session().chosenRuns()));
        showRuns();
    });
    connect(m_table, &RunsTable::choicesChanged, this, &RunsPanel::remember);
    connect(m_table, &RunsTable::paperRequested, this, &RunsPanel::openPaper);
    connect(m_table, &RunsTable::openRequested, this, &RunsPanel::openModel);
    connect(m_table, &RunsTable::resumeRequested, this, [this](qint64 id) {
        session().requestView(QStringLiteral("train"));
        session().requestResume(QString::number(id));
    });
    connect(m_table, &RunsTable::trainingRequested, this, [this](qint64 id) {
        session().requestView(QStringLiteral("train"));
        session().requestTraining(QString::number(id));
    });
    connect(m_table, &RunsTable::trainRequested, this, [this] { session().requestView(QStringLiteral("train")); });
    connect(&m_library, &RunsLibrary::colorsWanted, this, [this](const QMap<qint64, QString>& colors) {
        for (const QString& color : QSet<QString>(colors.cbegin(), colors.cend()))
            session().setRunColors(colors.keys(color), color);
    });
    connect(&session(), &Session::runColorsChanged, this, [this] { m_library.setColors(session().runColors()); });
    m_library.setColors(session().runColors());
    connect(m_table, &RunsTable::exportFailed, this, &RunsPanel::report);
    connect(m_plots, &RunsPlots::choicesChanged, this, &RunsPanel::remember);
    connect(m_plots, &RunsPlots::failed, this, &RunsPanel::report);
    connect(m_plots, &RunsPlots::runClicked, this, [this](qint64 id) {
        session().setChosenRuns({QString::number(id)});
        m_table->choose({id});
        showRuns();
    });
    connect(m_plots, &RunsPlots::runsChosen, this, [this](const QList<qint64>& ids) {
        session().setChosenRuns(textsOf(ids));
        m_table->choose(ids);
        showRuns();
    });
    connect(&m_library, &RunsLibrary::failed, this, [this](const QString& message) {
        this->session().post({storeNotice, Notice::Kind::Error, message, {}});
    });
    connect(&m_library, &RunsLibrary::worked, this, [this] { this->session().withdraw(storeNotice); });
    connect(&session(), &Session::chosenRunsChanged, this, [this] {
        m_table->choose(idsOf(session().chosenRuns()));
        showRuns();
    });
    connect(&session(), &Session::storePathChanged, this, [this] {
        m_curves.setStore(session().storePath());
        m_library.setStore(session().storePath());
    });
}

void RunsPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    if (m_library.store() != session().storePath()) {
        m_curves.setStore(session().storePath());
        m_library.setStore(session().storePath());
    }
    m_library.setWatching(true);
    m_table->choose(idsOf(session().chosenRuns()));
    showRuns();
}

void RunsPanel::hideEvent(QHideEvent* event) {
    m_library.setWatching(false);
    Panel::hideEvent(event);
}

bool RunsPanel::isComplete() const {
    return m_library.isLoaded() && !m_curves.isBusy();
}

void RunsPanel::showRuns() {
    if (isVisible())
        m_plots->setRuns(m_table->chosen(), m_table->view().shownIds());
    if (m_paper)
        m_paper->setOwn(chosenRuns());
}

void RunsPanel::remember() const {
    session().settings().set(runsSetting, QVariantMap{{"filter", m_table->filter()},
                                                      {"hidden", m_table->hiddenColumns()},
                                                      {"differing", m_table->onlyDiffering()},
                                                      {"sort", m_table->sortKey()},
                                                      {"descending", m_table->sortsDescending()},
                                                      {"plots", m_plots->choices()}});
}

void RunsPanel::openModel(qint64 id) {
    const RunEntry* run = m_library.model().find(id);
    if (run)
        session().requestModel(modelFolder(*run));
}

QList<ChosenRun> RunsPanel::chosenRuns() const {
    QList<ChosenRun> chosen;
    for (const qint64 id : m_table->chosen())
        if (const RunEntry* run = m_library.model().find(id))
            chosen.append({id, lookOf(*run)});
    return chosen;
}

void RunsPanel::openPaper(const QString& id) {
    const std::vector<const PaperFigure*> figures = paperFiguresOf(id.toStdString());
    delete m_paper;
    m_paper = new PaperDialog(*figures.front(), session().storePath(), this);
    connect(m_paper, &PaperDialog::failed, this, &RunsPanel::report);
    m_paper->openWith(chosenRuns());
}

void RunsPanel::report(const QString& message) {
    session().post({QStringLiteral("runs"), Notice::Kind::Error, message, {}});
}

} // namespace headlight
