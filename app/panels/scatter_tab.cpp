#include "panels/scatter_tab.h"

#include "panels/run_look.h"
#include "wording/corpus_title.h"

#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <algorithm>
#include <limits>

namespace headlight {

namespace {

QList<QPair<QString, QString>> measures() {
    QList<QPair<QString, QString>> list;
    for (const RunColumn& column : measuredColumns())
        list.append({column.key, column.title});
    list.append(QPair<QString, QString>(perEpochKey, perEpochKey));
    return list;
}

} // namespace

ScatterTab::ScatterTab(RunsLibrary& library, const QString& name, QWidget* parent)
    : PlotTab(library, parent), m_plot(new ScatterPlot), m_note(new QLabel) {
    m_x = addChoice(name + ".x", tr("x"), tr("Measure along the horizontal axis"), measures());
    m_y = addChoice(name + ".y", tr("y"), tr("Measure along the vertical axis"), measures());
    QList<QPair<QString, QString>> sizes = measures();
    sizes.prepend({"", tr("all alike")});
    m_size = addChoice(name + ".size", tr("Area"), tr("Measure shown as the area of a mark"), sizes);
    m_group = addChoice(name + ".group", tr("Marks"), tr("What a mark is: a run, or the mean of several"), {});
    setAxes(QStringLiteral("time"), QStringLiteral("accuracy"), QStringLiteral("memory"));
    followJudge(*m_y);
    m_plot->setObjectName(name);
    m_plot->setAccessibleName(tr("Scatter of the runs"));
    setPlot(m_plot);
    m_note->setObjectName(name + ".note");
    m_note->setWordWrap(true);
    layout()->addWidget(m_note);
    connect(m_plot, &ScatterPlot::clicked, this, [this](const QString& id) {
        if (!id.startsWith(QLatin1String("published")))
            emit runClicked(id.toLongLong());
    });
}

void ScatterTab::setAxes(const QString& x, const QString& y, const QString& size) {
    m_x->setCurrentIndex(m_x->findData(x));
    m_y->setCurrentIndex(m_y->findData(y));
    m_size->setCurrentIndex(m_size->findData(size));
}

static bool isDuration(const QString& key) {
    return key == QLatin1String("time") || key == QLatin1String("inference") || key == perEpochKey;
}

static void nameAxis(ScatterPlot& plot, PlotWidget::Axis axis, const QComboBox& choice) {
    const QString key = choice.currentData().toString();
    if (isDuration(key))
        plot.setAxis(axis, choice.currentText(), {}, PlotWidget::Kind::Duration);
    else
        plot.setAxis(axis, choice.currentText(), unitOfMeasure(key));
}

void ScatterTab::refresh() {
    chooseJudge();
    fillWanted(*m_group, groupings());
    const QString x = m_x->currentText(), y = m_y->currentText(), size = chosenIn(*m_size);
    nameAxis(*m_plot, PlotWidget::Axis::X, *m_x);
    nameAxis(*m_plot, PlotWidget::Axis::Y, *m_y);
    m_plot->setSizeTitle(size, isDuration(size) ? tr("s") : unitOfMeasure(size));
    const QList<RunGroup> groups = markedGroups();
    QList<ScatterMark> marks;
    QList<int> counts;
    for (const RunGroup& group : groups) {
        marks.append(markOf(group));
        counts.append(int(group.ids.size()));
    }
    const QString mean = meanOf(counts);
    const QString marked = mean.isEmpty() ? m_group->currentText() : tr("%1, %2").arg(m_group->currentText(), mean);
    const QString repeated = repeatedIn(groups);
    PictureMetadata metadata{{tr("Area"), size}, {tr("Marks"), explanationOf(marked, repeated)}};
    m_plot->setDescription(tr("%1 by %2").arg(y, x), withRuns(metadata));
    m_plot->setExplanation(explanationOf(mean.isEmpty() ? QString() : tr("Marks: %1").arg(mean), repeated));
    if (isPublished())
        marks += publishedMarks(groups);
    m_plot->setEmptyText(runs().isEmpty() ? noRunsText() : tr("No shown run has both %1 and %2 yet.").arg(x, y));
    m_plot->setMarks(marks, besideLevels());
    m_note->setText(isPublished() ? publishedNote() : QString());
    m_note->setVisible(!m_note->text().isEmpty());
}

QList<RunGroup> ScatterTab::markedGroups() const {
    const QString grouping = chosenIn(*m_group);
    if (!grouping.isEmpty())
        return groupRuns(model(), runs(), keysOf(grouping));
    QList<RunGroup> groups;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id))
            groups.append({model().titleOf(*run), {id}, run->color, {}, run->ownColor});
    return groups;
}

ScatterMark ScatterTab::markOf(const RunGroup& group) const {
    ScatterMark mark;
    mark.id = QString::number(group.ids.front());
    mark.x = measureOf(group, chosenIn(*m_x));
    mark.y = measureOf(group, chosenIn(*m_y));
    mark.size = chosenIn(*m_size).isEmpty() ? 0 : measureOf(group, chosenIn(*m_size));
    mark.look = lookOf(group);
    mark.square = group.ids.size() > 1;
    mark.label = group.ids.size() > 1 ? tr("%1, mean of %2 runs").arg(group.name).arg(group.ids.size()) : group.name;
    return mark;
}

/// The mean of the group's runs.
double ScatterTab::measureOf(const RunGroup& group, const QString& key) const {
    if (key != perEpochKey)
        return inUnitOfMeasure(statisticsOf(model(), group, key).mean, key);
    QList<double> values;
    for (const qint64 id : group.ids)
        if (const RunEntry* run = model().find(id))
            values.append(run->seconds / run->epochs);
    return RunStatistics::of(values).mean;
}

QList<ScatterLevel> ScatterTab::besideLevels() const {
    QList<ScatterLevel> levels;
    for (const auto& [axis, choice] : {std::pair(PlotWidget::Axis::X, m_x), {PlotWidget::Axis::Y, m_y}}) {
        const QString measure = chosenIn(*choice);
        const QList<BesideCorpus> corpora = besideOf(measure);
        for (const BesideCorpus& corpus : corpora)
            for (const auto& [title, accuracy] : corpus.accuracies)
                levels.append({axis, inUnitOfMeasure(accuracy, measure),
                               corpora.size() == 1 ? title : tr("%1 on %2").arg(title, corpusTitle(corpus.data)),
                               tr("without a network")});
    }
    return levels;
}

QList<PublishedFigure> ScatterTab::publishedHere() const {
    QStringList specs;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id))
            specs.append(run->spec);
    return publishedOf(specs);
}

QString ScatterTab::publishedNote() const {
    const QList<PublishedFigure> figures = publishedHere();
    for (const QComboBox* axis : {m_x, m_y})
        if (std::none_of(figures.begin(), figures.end(),
                         [&](const auto& figure) { return figure.has(chosenIn(*axis)); }))
            return tr("No published figure of these corpora has a value for %1.").arg(axis->currentText());
    return {};
}

SeriesLook ScatterTab::publishedLook(const PublishedFigure& figure, const QList<RunGroup>& groups) const {
    int free = 0;
    for (const RunGroup& group : groups) {
        if (model().find(group.ids.front())->model == figure.encoder)
            return lookOf(group);
        free = std::max(free, group.color + 1);
    }
    QStringList names;
    for (const PublishedFigure& other : publishedHere())
        if (!names.contains(other.model))
            names.append(other.model);
    return {free + int(names.indexOf(figure.model))};
}

QList<ScatterMark> ScatterTab::publishedMarks(const QList<RunGroup>& groups) const {
    const QString x = chosenIn(*m_x), y = chosenIn(*m_y), size = chosenIn(*m_size);
    QList<ScatterMark> marks;
    for (const PublishedFigure& figure : publishedHere()) {
        ScatterMark mark;
        mark.id = QStringLiteral("published %1 %2").arg(figure.model, figure.corpus);
        if (!figure.has(x) || !figure.has(y) ||
            std::any_of(marks.begin(), marks.end(), [&](const auto& other) { return other.id == mark.id; }))
            continue;
        mark.x = inUnitOfMeasure(figure.value(x), x);
        mark.y = inUnitOfMeasure(figure.value(y), y);
        mark.size =
            figure.has(size) ? inUnitOfMeasure(figure.value(size), size) : std::numeric_limits<double>::quiet_NaN();
        mark.label = tr("%1 on %2, published").arg(figure.model, figure.corpus);
        mark.look = publishedLook(figure, groups);
        mark.hollow = true;
        marks.append(mark);
    }
    return marks;
}

} // namespace headlight
