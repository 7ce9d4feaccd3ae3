// Which runs, which metric and which groups the curves are of.
#include "panels/runs/curve_metrics.h"
#include "panels/runs/curves_tab.h"
#include "viewmodels/runs_curves.h"

#include <QComboBox>
#include <QLabel>
#include <algorithm>

namespace headlight {

namespace {

const QString metricOver = QStringLiteral("metric "); ///< before the name of a metric in the choice of x

/// Without a choice of runs, so many curves are drawn: of runs, or of groups.
constexpr qsizetype curvesWithoutChoice = 6;

bool hasAnyRun(const RunsModel& model, const QString& metric) {
    return std::any_of(model.runs().begin(), model.runs().end(),
                       [&](const RunEntry& run) { return run.metrics.contains(metric); });
}

} // namespace

void CurvesTab::showNote() {
    QStringList notes = {m_cut, m_alone, m_lacking};
    notes.removeAll(QString());
    m_note->setText(notes.join(u' '));
    m_note->setVisible(!notes.isEmpty());
}

void CurvesTab::offer(const QList<qint64>& ids, bool isChosen) {
    m_offered = ids;
    m_isChosen = isChosen;
    refresh();
}

QString CurvesTab::narrow() {
    narrowTo(m_offered);
    if (m_isChosen || m_offered.size() <= curvesWithoutChoice)
        return {};
    if (grouping().isEmpty()) {
        narrowTo(m_offered.mid(0, curvesWithoutChoice));
        return tr("The first %1 of %L2 runs; choose runs in the table to see their curves.")
            .arg(curvesWithoutChoice)
            .arg(m_offered.size());
    }
    const QList<RunGroup> groups = groupRuns(model(), m_offered, keysOf(grouping()));
    if (groups.size() <= curvesWithoutChoice)
        return {};
    QList<qint64> drawn;
    for (const RunGroup& group : groups.mid(0, curvesWithoutChoice))
        drawn += group.ids + group.repeated;
    QList<qint64> ids = m_offered; // in the order of the table
    ids.removeIf([&](qint64 id) { return !drawn.contains(id); });
    narrowTo(ids);
    return tr("The first %1 of %L2 groups; choose runs in the table to see their curves.")
        .arg(curvesWithoutChoice)
        .arg(groups.size());
}

void CurvesTab::refresh() {
    narrowTo(m_offered);
    fillWanted(*m_group, groupings()); // also by what only the runs differ in that are not drawn
    narrow();
    QStringList metrics;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id))
            for (const QString& metric : run->metrics)
                if (isCurve(metric) && !metrics.contains(metric))
                    metrics.append(metric);
    // What is chosen stays, also while a filter leaves no run that has it.
    for (const QString& chosen : {chosenIn(*m_metric), overMetric()})
        if (!chosen.isEmpty() && !metrics.contains(chosen) && hasAnyRun(model(), chosen))
            metrics.append(chosen);
    std::stable_sort(metrics.begin(), metrics.end(),
                     [](const QString& a, const QString& b) { return rankOfMetric(a) < rankOfMetric(b); });
    QList<QPair<QString, QString>> items;
    for (const QString& metric : std::as_const(metrics))
        items.append({metric, metricTitle(metric)});
    fillWanted(*m_metric, items);
    for (QWidget* choice : std::initializer_list<QWidget*>{m_metric, m_x, m_group, m_logX, m_logY})
        choice->setEnabled(!items.isEmpty());
    m_metric->setToolTip(items.isEmpty() ? tr("There is no metric to draw yet.") : tr("What is drawn over x"));
    QList<QPair<QString, QString>> places = {
        {"step", tr("step")}, {"epoch", tr("epoch")}, {"time", tr("time of training")}, {"wall", tr("date")}};
    for (const auto& [metric, title] : std::as_const(items))
        places.append({metricOver + metric, title});
    fillWanted(*m_x, places);
    m_cut = narrow(); // over another metric nothing is grouped
    const bool isByItself = !overMetric().isEmpty();
    m_group->setEnabled(!items.isEmpty() && !isByItself);
    m_group->setToolTip(!isByItself
                            ? tr("Runs that agree in this become one curve: their mean, with a band")
                            : tr("Over another metric each run is drawn by itself: there is no mean of runs that have "
                                 "other places along it."));
    m_spread->setEnabled(!grouping().isEmpty());
    QStringList needed = {chosenIn(*m_metric)};
    if (!overMetric().isEmpty())
        needed << overMetric();
    m_curves.show(runs(), needed);
    draw();
}

QString CurvesTab::overMetric() const {
    const QString x = chosenIn(*m_x);
    return x.startsWith(metricOver) ? x.mid(metricOver.size()) : QString();
}

QString CurvesTab::grouping() const {
    return overMetric().isEmpty() ? chosenIn(*m_group) : QString();
}

QVector<double> CurvesTab::xOf(const RunCurve& curve) const {
    const QString x = chosenIn(*m_x);
    return x == QLatin1String("epoch")  ? curve.epochs
           : x == QLatin1String("time") ? curve.seconds
           : x == QLatin1String("wall") ? curve.wallTimes
                                        : curve.steps;
}

} // namespace headlight
