#include "panels/runs/bars_tab.h"

#include "panels/run_look.h"
#include "plots/spread.h"
#include "viewmodels/published.h"

#include <QColor>
#include <QComboBox>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr QColor ofNoRun(0x80, 0x88, 0x90); // of bars that no colours tell apart

QList<qint64> commonRuns(const RunGroup& a, const RunGroup& b) {
    QList<qint64> ids = a.ids;
    ids.removeIf([&](qint64 id) { return !b.ids.contains(id); });
    return ids;
}

} // namespace

BarsTab::BarsTab(RunsLibrary& library, QWidget* parent) : PlotTab(library, parent), m_plot(new BarPlot) {
    QList<QPair<QString, QString>> measures;
    for (const RunColumn& column : measuredColumns())
        measures.append({column.key, column.title});
    m_measure = addChoice("runs.bars.measure", tr("Metric"),
                          tr("What the bars show: the mean over the runs of a group"), measures);
    followJudge(*m_measure);
    m_category = addChoice("runs.bars.category", tr("By"), tr("What stands side by side along the axis"), {});
    m_series =
        addChoice("runs.bars.series", tr("And"),
                  tr("What stands side by side in each of these. A bar has the colour of its run, of several that of "
                     "the first of them, as among the curves"),
                  {});
    m_whisker = addChoice("runs.bars.whisker", tr("Whiskers"), tr("What the whisker of a bar shows"), spreadChoices());
    m_whisker->setCurrentIndex(m_whisker->findData(rowOf(Spread::StandardDeviation).id));
    explainSpreads(*m_whisker);
    m_plot->setObjectName(QStringLiteral("runs.bars"));
    m_plot->setAccessibleName(tr("Bars by group"));
    setPlot(m_plot);
    offerInMenu(*m_whisker, *m_plot);
}

void BarsTab::refresh() {
    chooseJudge();
    QList<QPair<QString, QString>> keys;
    for (const auto& [key, title] : groupings())
        if (!key.isEmpty() && key != QLatin1String("setting"))
            keys.append({key, title});
    const bool first = m_category->count() == 0;
    fillWanted(*m_category, keys);
    QList<QPair<QString, QString>> series = keys;
    series.prepend({"", tr("nothing more")});
    fillWanted(*m_series, series);
    if (first) {
        m_category->setCurrentIndex(m_category->findData("data"));
        m_series->setCurrentIndex(m_series->findData("model"));
    }
    const QString measure = chosenIn(*m_measure), categoryKey = chosenIn(*m_category), seriesKey = chosenIn(*m_series);
    const auto scaled = [&](double value) { return inUnitOfMeasure(value, measure); };
    const int column = model().columnOf(measure);
    const bool isTime = measure == QLatin1String("time") || measure == QLatin1String("inference");
    m_plot->setAxis(PlotWidget::Axis::Y, column < 0 ? measure : model().columns()[column].title, unitOfMeasure(measure),
                    isTime ? PlotWidget::Kind::Duration : PlotWidget::Kind::Number);
    m_plot->setAxis(PlotWidget::Axis::X, m_category->currentText());

    QStringList categories;
    const QList<RunGroup> outer = groupRuns(model(), runs(), {categoryKey});
    for (const RunGroup& group : outer)
        categories.append(group.values.front().isEmpty() ? tr("(none)") : group.values.front());
    QList<BarSeries> bars;
    const QList<RunGroup> inner =
        groupRuns(model(), runs(), seriesKey.isEmpty() ? QStringList() : QStringList{seriesKey});
    const Spread spread = spreadOf(chosenIn(*m_whisker));
    QList<int> counts;
    for (const RunGroup& group : inner) {
        BarSeries bar;
        bar.valueName = tr("mean");
        bar.lowName = rowOf(spread).low;
        bar.highName = rowOf(spread).high;
        bar.name = seriesKey.isEmpty() ? m_plot->axisTitle(PlotWidget::Axis::Y) : group.values.front();
        bar.id = group.name;
        for (const RunGroup& category : outer) {
            RunGroup both = category;
            both.ids = commonRuns(category, group);
            const RunStatistics statistics = statisticsOf(model(), both, measure);
            const bool isRange = spread == Spread::MinMax && statistics.count > 1; // one run has no whisker
            const double half = halfWidth(spread, statistics.deviation, statistics.count);
            bar.values.append(scaled(statistics.mean));
            bar.low.append(scaled(isRange ? statistics.low : statistics.mean - half));
            bar.high.append(scaled(isRange ? statistics.high : statistics.mean + half));
            bar.counts.append(statistics.count);
            bar.looks.append(lookOfBar(both, seriesKey.isEmpty()));
            if (statistics.count > 0)
                counts.append(statistics.count);
        }
        bars.append(bar);
    }
    tellApart(bars);
    describe(tr("%1 by %2").arg(m_measure->currentText(), m_category->currentText()), meanOf(counts),
             repeatedIn(outer));
    m_plot->setEmptyText(runs().isEmpty()
                             ? noRunsText()
                             : tr("None of the runs has %1: choose another metric.").arg(m_measure->currentText()));
    QList<BarReference> references;
    if (categoryKey == QLatin1String("data")) {
        references = besideReferences(outer, measure);
        if (isPublished())
            references += publishedReferences(outer, inner, measure);
    }
    m_plot->setBars(categories, bars, references);
}

/// Of runs that nothing but their category has in common, none.
SeriesLook BarsTab::lookOfBar(RunGroup runs, bool isOfAll) const {
    if (runs.ids.isEmpty() || (isOfAll && runs.ids.size() > 1))
        return {0, ofNoRun};
    takeColor(runs, model());
    return lookOf(runs);
}

/// Where a series has the same colour in every category, that is its own; else patterns tell series apart.
void BarsTab::tellApart(QList<BarSeries>& bars) {
    const auto looksOf = [](const BarSeries& bar) {
        QList<SeriesLook> looks;
        for (qsizetype c = 0; c < bar.looks.size(); ++c)
            if (bar.counts[c] > 0)
                looks.append(bar.looks[c]);
        return looks;
    };
    const bool areMixed = std::any_of(bars.begin(), bars.end(), [&](const BarSeries& bar) {
        const QList<SeriesLook> looks = looksOf(bar);
        return std::any_of(looks.begin(), looks.end(), [&](const SeriesLook& look) {
            return look.index != looks.front().index || look.color != looks.front().color;
        });
    });
    int hatch = 0;
    for (BarSeries& bar : bars) {
        if (!areMixed) {
            bar.look = looksOf(bar).value(0, {0, ofNoRun});
            bar.looks.clear();
            continue;
        }
        bar.look = {0, ofNoRun, false, hatch};
        for (SeriesLook& look : bar.looks)
            look.hatch = hatch;
        ++hatch;
    }
}

/// What a picture must say, since the controls don't go with it.
void BarsTab::describe(const QString& title, const QString& mean, const QString& repeated) {
    const QString whisker = m_whisker->currentText();
    PictureMetadata metadata;
    if (!mean.isEmpty())
        metadata = {{tr("Bars"), mean}, {tr("Whiskers"), whisker}};
    if (!repeated.isEmpty())
        metadata << QPair<QString, QString>{tr("Repeated"), repeated};
    m_plot->setDescription(title, withRuns(metadata));
    m_plot->setExplanation(
        explanationOf(mean.isEmpty() ? QString() : tr("Bars: %1; whiskers: %2").arg(mean, whisker), repeated));
}

/// What chooses without a network, beside the bars of each corpus.
QList<BarReference> BarsTab::besideReferences(const QList<RunGroup>& categories, const QString& measure) const {
    QList<BarReference> references;
    for (qsizetype c = 0; c < categories.size(); ++c) {
        QStringList named;
        for (const qint64 id : categories[c].ids)
            for (const auto& [title, accuracy] : model().find(id)->besideMeasure(measure))
                if (!named.contains(title)) {
                    named.append(title);
                    references.append({tr("without a network"), int(c), {}, inUnitOfMeasure(accuracy, measure), title});
                }
    }
    return references;
}

/// What the papers report of the encoders of this program: at the encoder's own bar, or in a place of its own beside
/// the bars. Of two experiments with one encoder the first.
QList<BarReference> BarsTab::publishedReferences(const QList<RunGroup>& categories, const QList<RunGroup>& series,
                                                 const QString& measure) const {
    QList<BarReference> references;
    for (qsizetype c = 0; c < categories.size(); ++c) {
        QStringList specs, encoders;
        for (const qint64 id : categories[c].ids)
            specs.append(model().find(id)->spec);
        for (const PublishedFigure& figure : publishedOf(specs)) {
            if (figure.encoder.isEmpty() || !figure.has(measure) || encoders.contains(figure.encoder))
                continue;
            encoders.append(figure.encoder);
            const double value = inUnitOfMeasure(figure.value(measure), measure);
            const QString bar = barOf(figure.encoder, categories[c], series);
            const QString own = chosenIn(*m_series) == QLatin1String("model")
                                    ? barAnywhere(figure.encoder, categories, series)
                                    : QString();
            references.append({tr("published"), int(c), bar, value, own.isEmpty() ? figure.model : own});
        }
    }
    return references;
}

/// What stands beside the bars is named as its bar in another category, so that one model has one name.
QString BarsTab::barAnywhere(const QString& encoder, const QList<RunGroup>& categories,
                             const QList<RunGroup>& series) const {
    for (const RunGroup& category : categories)
        if (QString bar = barOf(encoder, category, series); !bar.isEmpty())
            return bar;
    return {};
}

/// The bar of a category whose runs are all of that encoder; empty when there is none, or more than one.
QString BarsTab::barOf(const QString& encoder, const RunGroup& category, const QList<RunGroup>& series) const {
    QString bar;
    for (const RunGroup& group : series) {
        const QList<qint64> ids = commonRuns(category, group);
        if (ids.isEmpty() ||
            !std::all_of(ids.begin(), ids.end(), [&](qint64 id) { return model().find(id)->model == encoder; }))
            continue;
        if (!bar.isEmpty())
            return {};
        bar = group.name;
    }
    return bar;
}

} // namespace headlight
