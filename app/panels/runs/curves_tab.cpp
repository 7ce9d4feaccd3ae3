#include "panels/runs/curves_tab.h"

#include "forms/busy_bar.h"
#include "jobs/train_log.h"
#include "panels/run_look.h"
#include "panels/runs/curve_metrics.h"
#include "viewmodels/curve_over.h"
#include "viewmodels/published.h"
#include "viewmodels/runs_curves.h"
#include "wording/corpus_title.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int smoothingSteps = 1000;
constexpr double firstSmoothing = 0.6; ///< losses of single steps hide each other otherwise

} // namespace

CurvesTab::CurvesTab(RunsLibrary& library, RunsCurves& curves, QWidget* parent)
    : PlotTab(library, parent), m_curves(curves), m_plot(new CurvePlot), m_note(new QLabel) {
    m_metric = addChoice("runs.metric", tr("Metric"), tr("What is drawn over x"), {});
    m_x = addChoice("runs.x", tr("Over"),
                    tr("What runs along the horizontal axis: the course of the training, or any metric"), {});
    m_group =
        addChoice("runs.group", tr("Group"), tr("Runs that agree in this become one curve: their mean, with a band"),
                  {{"", tr("each run")}, {"setting", tr("same settings, different seeds")}});
    m_spread = addChoice("runs.band", tr("Band"), tr("What the band around a group's mean shows"), spreadChoices());
    explainSpreads(*m_spread);
    m_smoothingBox = new QWidget;
    auto* row = new QHBoxLayout(m_smoothingBox);
    row->setContentsMargins(0, 0, 0, 0);
    m_smoothing = new QSlider(Qt::Horizontal);
    m_smoothing->setObjectName(QStringLiteral("runs.smoothing"));
    m_smoothing->setRange(0, smoothingSteps - 1);
    m_smoothing->setPageStep(50);
    m_smoothing->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothingValue = new QLabel(QStringLiteral("0.000"));
    auto* label = new QLabel(tr("Smoothing"));
    label->setBuddy(m_smoothing);
    row->addWidget(label);
    row->addWidget(m_smoothing);
    row->addWidget(m_smoothingValue);
    addControl(m_smoothingBox);
    m_logX = new QCheckBox(tr("Log x"));
    m_logX->setObjectName(QStringLiteral("runs.logx"));
    m_logX->setToolTip(tr("Logarithmic horizontal axis"));
    m_logY = new QCheckBox(tr("Log y"));
    m_logY->setObjectName(QStringLiteral("runs.logy"));
    m_logY->setToolTip(tr("Logarithmic vertical axis"));
    addControl(m_logX);
    addControl(m_logY);
    m_plot->setObjectName(QStringLiteral("runs.curves"));
    m_plot->setAccessibleName(tr("Curves of the chosen runs"));
    setPlot(m_plot);
    offerInMenu(*m_spread, *m_plot);
    m_note->setObjectName(QStringLiteral("runs.curves.note"));
    m_note->setWordWrap(true);
    layout()->addWidget(m_note);
    showNote();

    connect(m_smoothing, &QSlider::valueChanged, this, [this] {
        m_smoothingValue->setText(QString::number(smoothing(), 'f', 3));
        m_plot->setSmoothing(smoothing());
        nameAxes(chosenIn(*m_metric));
        describe();
        emit choicesChanged();
    });
    m_smoothing->setValue(int(firstSmoothing * smoothingSteps));
    connect(m_logX, &QCheckBox::toggled, this, [this](bool on) {
        m_plot->setLogarithmic(PlotWidget::Axis::X, on);
        explainEmptiness();
        emit choicesChanged();
    });
    connect(m_logY, &QCheckBox::toggled, this, [this](bool on) {
        m_plot->setLogarithmic(PlotWidget::Axis::Y, on);
        explainEmptiness();
        emit choicesChanged();
    });
    connect(m_plot, &CurvePlot::seriesClicked, this, [this](const QString& id) {
        bool isRun = false; // else a group, or a published figure
        const qint64 run = id.toLongLong(&isRun);
        if (isRun)
            emit runClicked(run);
    });
    auto* busy = new BusyBar(m_plot);
    connect(&m_curves, &RunsCurves::busyChanged, busy, &BusyBar::setBusy);
    connect(&m_curves, &RunsCurves::busyChanged, this, &CurvesTab::explainEmptiness); // what is read comes while busy
    connect(&m_curves, &RunsCurves::failed, this, &PlotTab::failed);
    connect(&m_curves, &RunsCurves::loaded, this, &CurvesTab::draw);
}

double CurvesTab::smoothing() const {
    return double(m_smoothing->value()) / smoothingSteps;
}

void CurvesTab::nameAxes(const QString& metric) {
    const QString x = chosenIn(*m_x);
    if (const QString over = overMetric(); !over.isEmpty())
        m_plot->setAxis(PlotWidget::Axis::X, metricTitle(over), unitOfMetric(over), PlotWidget::Kind::Number,
                        m_isRead ? tr("between its points") : QString());
    else if (x == QLatin1String("time"))
        m_plot->setAxis(PlotWidget::Axis::X, tr("time of training"), {}, PlotWidget::Kind::Duration);
    else if (x == QLatin1String("wall"))
        m_plot->setAxis(PlotWidget::Axis::X, tr("date"), {}, PlotWidget::Kind::Date);
    else if (x == QLatin1String("epoch"))
        m_plot->setAxis(PlotWidget::Axis::X, tr("epoch"), {}, PlotWidget::Kind::Epoch);
    else
        m_plot->setAxis(PlotWidget::Axis::X, tr("step"), {}, PlotWidget::Kind::Count);
    m_plot->setAxis(PlotWidget::Axis::Y, metric.isEmpty() ? QString() : metricTitle(metric), unitOfMetric(metric),
                    PlotWidget::Kind::Number, m_plot->isSmoothed() ? tr("averaged") : QString());
}

void CurvesTab::enableSmoothing(const QString& metric, const QList<CurveSeries>& series) {
    const bool isGrouped = !grouping().isEmpty();
    const bool isLong = series.isEmpty() || std::any_of(series.begin(), series.end(), [](const CurveSeries& line) {
                            return line.y.size() >= fewestSmoothed;
                        });
    m_smoothingBox->setEnabled(isPerBatch(metric) && !isGrouped && isLong);
    const QString help = tr(
        "For what each batch of the training has: weight of the exponential moving average, without its pull towards "
        "zero at the start. The recorded curve stays faint behind. Evaluations, means and bands are never smoothed.");
    m_smoothingBox->setToolTip(
        m_smoothingBox->isEnabled() ? help
        : metric.isEmpty()          ? tr("There is no curve to smooth.")
        : isPerBatch(metric) && !isGrouped
            ? tr("Curves of fewer than %1 points are drawn as they were recorded.").arg(fewestSmoothed)
        : isPerBatch(metric)
            ? tr("Means and their bands are never smoothed: group by “each run” to smooth.")
            : tr("%1 is not recorded for each batch: it is drawn as it was recorded.").arg(metricTitle(metric)));
    m_smoothing->setToolTip(m_smoothingBox->isEnabled()
                                ? tr("How much each curve is smoothed; at 0 it is drawn as recorded")
                                : m_smoothingBox->toolTip());
}

QString CurvesTab::averageText() const {
    return tr("moving average, weight %1").arg(smoothing());
}

/// What a picture must say, since the controls don't go with it.
void CurvesTab::describe() {
    const QString metric = chosenIn(*m_metric), mean = meanOf(m_counts);
    PictureMetadata metadata{{tr("Metric"), metric},
                             {tr("Smoothing"), m_plot->isSmoothed() ? averageText() : tr("none")},
                             {tr("Grouped by"), grouping().isEmpty() ? tr("each run") : m_group->currentText()}};
    if (!mean.isEmpty())
        metadata << QPair<QString, QString>{tr("Lines"), mean}
                 << QPair<QString, QString>{tr("Bands"), m_spread->currentText()};
    if (!m_repeated.isEmpty())
        metadata << QPair<QString, QString>{tr("Repeated"), m_repeated};
    m_plot->setDescription(metricTitle(metric), withRuns(metadata));
    const bool smoothsLabels = std::any_of(runs().begin(), runs().end(), [this](qint64 id) {
        const RunEntry* run = model().find(id);
        return run && run->options.value(QStringLiteral("label_smoothing")).toDouble() > 0;
    });
    const QString means = mean.isEmpty() ? QString() : tr("Lines: %1; bands: %2").arg(mean, m_spread->currentText());
    m_plot->setExplanation(explanationOf(
        explanationOf(means, m_repeated),
        smoothsLabels && metric == QLatin1String(run_metric::trainLoss) ? smoothedLossText() : QString()));
}

void CurvesTab::draw() {
    const QString metric = chosenIn(*m_metric), over = overMetric();
    QList<CurveSeries> series;
    QList<CurveGroup> groups;
    QHash<qint64, SeriesLook> looks; // of the runs that are drawn
    m_isRead = false;
    double low = 0, high = 1;
    const auto grow = [&](const QVector<double>& x) {
        if (x.isEmpty())
            return;
        const auto [least, most] = std::minmax_element(x.begin(), x.end());
        low = series.isEmpty() && groups.isEmpty() ? *least : std::min(low, *least);
        high = series.isEmpty() && groups.isEmpty() ? *most : std::max(high, *most);
    };
    const auto addRun = [&](qint64 id) {
        const RunCurve* curve = m_curves.find(id, metric);
        const RunEntry* run = model().find(id);
        if (!curve || !run)
            return;
        CurveSeries line;
        line.x = xOf(*curve);
        line.y = curve->values;
        line.steps = curve->steps;
        line.wallTimes = curve->wallTimes;
        if (const RunCurve* other = over.isEmpty() ? nullptr : m_curves.find(id, over)) {
            const CurveOver joined = curveOver(*curve, *other);
            m_isRead = m_isRead || joined.isRead;
            line.x = inUnitOfMetric(joined.x, over);
            line.y = joined.y;
            line.steps = joined.steps;
            line.wallTimes = joined.wallTimes;
        } else if (!over.isEmpty()) {
            return;
        }
        line.y = inUnitOfMetric(line.y, metric);
        line.id = QString::number(id);
        line.name = model().titleOf(*run);
        line.look = looks[id] = lookOf(*run);
        line.points = line.y.size() <= 40;
        line.quantity = quantityOf(metric);
        line.perBatch = isPerBatch(metric) && grouping().isEmpty();
        grow(line.x);
        series.append(line);
    };
    m_repeated.clear();
    m_alone = over.isEmpty() || chosenIn(*m_group).isEmpty()
                  ? QString()
                  : tr("Each run by itself: over another metric there is no mean.");
    if (grouping().isEmpty()) {
        for (const qint64 id : runs())
            addRun(id);
    } else {
        const QList<RunGroup> all = groupRuns(model(), runs(), keysOf(grouping()));
        m_repeated = repeatedIn(all);
        for (const RunGroup& group : all) {
            const std::optional<CurveGroup> drawn = drawnGroup(group, metric);
            if (!drawn) { // no mean, so each by itself
                m_alone = tr("Runs without a common part of the axis are drawn by themselves.");
                for (const qint64 id : group.ids)
                    addRun(id);
                continue;
            }
            if (drawn->members.isEmpty())
                continue;
            for (const CurvePoints& member : drawn->members)
                grow(member.x);
            for (const qint64 id : group.ids)
                looks[id] = lookOf(group);
            groups.append(*drawn);
        }
    }
    if (!(series.isEmpty() && groups.isEmpty()))
        series += besideLines(metric, low, high);
    if (isPublished() && !(series.isEmpty() && groups.isEmpty()))
        series += publishedLines(metric, low, high, looks);
    const qsizetype lacking = std::count_if(runs().begin(), runs().end(), [&](qint64 id) {
        const RunEntry* run = model().find(id);
        return run && !run->metrics.contains(metric);
    });
    m_areAllLacking = lacking > 0 && lacking == runs().size();
    m_lacking = lacking == 0 || m_areAllLacking || metric.isEmpty() ? QString()
                : lacking == 1                                      ? tr("1 run has no %1.").arg(metricTitle(metric))
                               : tr("%L1 runs have no %2.").arg(lacking).arg(metricTitle(metric));
    showNote();
    explainEmptiness();
    enableSmoothing(metric, series);
    m_plot->setCurves(series, groups);
    nameAxes(metric);
    m_counts.clear();
    for (const CurveGroup& group : std::as_const(groups))
        m_counts.append(int(group.members.size()));
    describe();
}

void CurvesTab::explainEmptiness() {
    const QString metric = chosenIn(*m_metric), title = metricTitle(metric);
    const bool isRead = std::any_of(runs().begin(), runs().end(), [&](qint64 id) { return m_curves.find(id, metric); });
    m_plot->setEmptyText(runs().isEmpty()    ? noRunsText()
                         : metric.isEmpty()  ? tr("The chosen runs have no metrics yet.")
                         : m_areAllLacking   ? tr("None of the runs has %1: choose another metric.").arg(title)
                         : m_curves.isBusy() ? tr("Reading curves …")
                         : !isRead           ? tr("The chosen runs have no %1 that can be read.").arg(title)
                         : m_logX->isChecked() || m_logY->isChecked()
                             ? tr("The chosen runs have no %1 that a logarithmic axis can show.").arg(title)
                             : tr("The chosen runs have no finite %1 to draw.").arg(title));
}

/// Between its points, on the line that joins them; `x` within its range.
static double valueAt(const CurvePoints& member, double x) {
    const auto next = std::lower_bound(member.x.cbegin(), member.x.cend(), x) - member.x.cbegin();
    if (member.x[next] == x)
        return member.y[next];
    const double share = (x - member.x[next - 1]) / (member.x[next] - member.x[next - 1]);
    return member.y[next - 1] + share * (member.y[next] - member.y[next - 1]);
}

/// The mean is one of all members, as many as the legend says: from where the last begins to where the first ends.
/// False when there is no such place, as over dates where one ran after another.
static bool cutToCommon(QList<CurvePoints>& members) {
    double begin = -INFINITY, end = INFINITY;
    for (const CurvePoints& member : std::as_const(members)) {
        begin = std::max(begin, member.x.front());
        end = std::min(end, member.x.back());
    }
    if (begin > end)
        return false;
    for (CurvePoints& member : members) {
        CurvePoints cut{{begin}, {valueAt(member, begin)}};
        for (qsizetype i = 0; i < member.x.size(); ++i)
            if (member.x[i] > begin && member.x[i] < end) {
                cut.x.append(member.x[i]);
                cut.y.append(member.y[i]);
            }
        if (end > begin) {
            cut.x.append(end);
            cut.y.append(valueAt(member, end));
        }
        member = cut;
    }
    return true;
}

std::optional<CurveGroup> CurvesTab::drawnGroup(const RunGroup& group, const QString& metric) const {
    CurveGroup drawn;
    drawn.id = QStringLiteral("group %1").arg(group.ids.front());
    drawn.name = group.name;
    drawn.look = lookOf(group);
    drawn.quantity = quantityOf(metric);
    drawn.spread = spreadOf(chosenIn(*m_spread));
    drawn.ofSeeds = grouping() == QLatin1String("setting");
    for (const qint64 id : group.ids)
        if (const RunCurve* curve = m_curves.find(id, metric))
            drawn.members.append({xOf(*curve), inUnitOfMetric(curve->values, metric)});
    const auto isEarlier = [](const CurvePoints& a, const CurvePoints& b) { return a.x.back() < b.x.back(); };
    drawn.members.removeIf([](const CurvePoints& member) { return member.x.isEmpty(); });
    drawn.isRead = isReadBetween(drawn.members);
    const auto beginsEarlier = [](const CurvePoints& a, const CurvePoints& b) { return a.x.front() < b.x.front(); };
    if (const auto [first, last] = std::minmax_element(drawn.members.cbegin(), drawn.members.cend(), beginsEarlier);
        first != drawn.members.cend() && first->x.front() < last->x.front())
        drawn.latest = last->x.front();
    if (const auto [first, last] = std::minmax_element(drawn.members.cbegin(), drawn.members.cend(), isEarlier);
        first != drawn.members.cend() && first->x.back() < last->x.back())
        drawn.shortest = first->x.back();
    if (!cutToCommon(drawn.members))
        return std::nullopt;
    return drawn;
}

/// What chooses without a network, on the corpora of the drawn runs: each a line in no run's colour, with its name.
QList<CurveSeries> CurvesTab::besideLines(const QString& metric, double low, double high) const {
    if (metric.section('.', 1) != QLatin1String("accuracy"))
        return {};
    QStringList corpora;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id); run && !corpora.contains(run->data))
            corpora.append(run->data);
    QList<CurveSeries> lines;
    for (const qint64 id : runs()) {
        const RunEntry* run = model().find(id);
        if (!run || !corpora.removeOne(run->data))
            continue;
        for (const auto& [title, accuracy] : run->beside.value(metric.section('.', 0, 0))) {
            CurveSeries& line = lines.emplace_back();
            line.id = QStringLiteral("beside %1 %2").arg(title, run->data);
            line.name = tr("%1 on %2, no network").arg(title, corpusTitle(run->data));
            line.look = {0, QColor(128, 128, 128), true};
            line.x = {low, high};
            line.y = inUnitOfMetric({accuracy, accuracy}, metric);
            line.labels = {QString(), title};
            line.quantity = quantityOf(metric);
        }
    }
    return lines;
}

/// What the papers report of the encoders of the drawn runs, on their corpora, as dashed lines in their colours. Those
/// of all other encoders would hide the runs; bars and scatter show them.
QList<CurveSeries> CurvesTab::publishedLines(const QString& metric, double low, double high,
                                             const QHash<qint64, SeriesLook>& looks) const {
    const QString key = metric.section('.', -1);
    QList<CurveSeries> lines;
    for (const PublishedFigure& figure : publishedFigures()) {
        const auto own = std::find_if(runs().begin(), runs().end(), [&](qint64 id) {
            const RunEntry* run = model().find(id);
            return run && looks.contains(id) && run->model == figure.encoder &&
                   publishedCorpusOf(run->spec) == figure.corpus;
        });
        if (own == runs().end() || !figure.has(key))
            continue;
        CurveSeries line;
        line.id = QStringLiteral("published %1 %2").arg(figure.model, figure.corpus);
        line.name = tr("%1 on %2, published").arg(figure.model, figure.corpus);
        line.look = looks[*own];
        line.look.dashed = true;
        line.x = {low, high};
        line.y = inUnitOfMetric({figure.value(key), figure.value(key)}, metric);
        line.quantity = quantityOf(metric);
        lines.append(line);
    }
    return lines;
}

} // namespace headlight
