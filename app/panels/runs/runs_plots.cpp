#include "panels/runs/runs_plots.h"

#include "panels/runs/bars_tab.h"
#include "panels/runs/curves_tab.h"
#include "panels/runs/differences_tab.h"
#include "panels/runs/parallel_tab.h"
#include "panels/scatter_tab.h"

#include <QCheckBox>
#include <QSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace headlight {

RunsPlots::RunsPlots(RunsLibrary& library, RunsCurves& curves, QWidget* parent)
    : QWidget(parent), m_tabs(new QTabWidget), m_published(new QCheckBox(tr("&Published"))) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs, 1);
    m_tabs->setObjectName(QStringLiteral("runs.tabs"));
    m_tabs->setDocumentMode(true);
    m_published->setObjectName(QStringLiteral("runs.published"));
    m_published->setToolTip(
        tr("Marks what the papers report on the same corpora: dashed lines in curves of an accuracy or correlation, "
           "for the models that are drawn, "
           "hollow marks in the scatter, diamonds over bars by data. Their times and memory are those of a GPU"));
    m_tabs->setCornerWidget(m_published, Qt::TopRightCorner);
    auto* curvesTab = new CurvesTab(library, curves);
    add(curvesTab, tr("&Curves"), tr("A metric over step, epoch or time"));
    add(new ScatterTab(library, QStringLiteral("runs.scatter")), tr("&Scatter"),
        tr("One mark per run: accuracy, time, memory"));
    add(new BarsTab(library), tr("&Bars"), tr("Means of groups of runs"));
    add(new DifferencesTab(library), tr("&Differences"), tr("In what the chosen runs differ"));
    add(new ParallelTab(library), tr("Para&llel"),
        tr("Parallel coordinates: options and what came of them, a line for each run"));
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        showCurrent();
        emit choicesChanged();
    });
    connect(m_published, &QCheckBox::toggled, this, [this](bool on) {
        for (PlotTab* tab : std::as_const(m_pages))
            tab->setPublished(on);
        emit choicesChanged();
    });
}

void RunsPlots::add(PlotTab* tab, const QString& title, const QString& help) {
    m_tabs->setTabToolTip(m_tabs->addTab(tab, title), help);
    m_pages.append(tab);
    connect(tab, &PlotTab::choicesChanged, this, &RunsPlots::choicesChanged);
    connect(tab, &PlotTab::failed, this, &RunsPlots::failed);
    connect(tab, &PlotTab::runClicked, this, &RunsPlots::runClicked);
    connect(tab, &PlotTab::runsChosen, this, &RunsPlots::runsChosen);
}

void RunsPlots::setRuns(const QList<qint64>& chosen, const QList<qint64>& shown) {
    m_chosen = chosen;
    m_allRuns = chosen.isEmpty() ? shown : chosen;
    m_shown = shown;
    showCurrent();
}

/// Only the visible tab draws; the others catch up when they are opened.
void RunsPlots::showCurrent() {
    PlotTab* tab = m_pages[m_tabs->currentIndex()];
    auto* curves = qobject_cast<CurvesTab*>(tab);
    const bool isDifferences = qobject_cast<DifferencesTab*>(tab);
    auto* parallel = qobject_cast<ParallelTab*>(tab);
    if (parallel)
        parallel->setChosen(m_chosen);
    if (curves)
        curves->offer(m_allRuns, !m_chosen.isEmpty());
    else
        tab->setRuns(isDifferences ? m_chosen : parallel ? m_shown : m_allRuns);
}

QVariantMap RunsPlots::choices() const {
    QVariantMap choices{{"tab", m_tabs->currentIndex()}, {"published", m_published->isChecked()}};
    for (qsizetype i = 0; i < m_pages.size(); ++i)
        choices[QStringLiteral("tab %1").arg(i)] = m_pages[i]->choices();
    return choices;
}

void RunsPlots::setChoices(const QVariantMap& choices) {
    for (qsizetype i = 0; i < m_pages.size(); ++i)
        m_pages[i]->setChoices(choices.value(QStringLiteral("tab %1").arg(i)).toMap());
    m_published->setChecked(choices.value("published").toBool());
    m_tabs->setCurrentIndex(std::clamp(choices.value("tab").toInt(), 0, m_tabs->count() - 1));
}

} // namespace headlight
