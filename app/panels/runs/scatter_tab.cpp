#include "panels/runs/scatter_tab.h"

#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <algorithm>

namespace headlight {

namespace {

/// Seconds of a pass over the training set: what papers report.
const QString perEpoch = QStringLiteral("time per epoch");

QList<QPair<QString, QString>> measures() {
    QList<QPair<QString, QString>> list;
    for (const RunColumn& column : measuredColumns())
        list.append({column.key, column.title});
    list.append({perEpoch, perEpoch});
    return list;
}

double measureOf(const RunEntry& run, const RunsModel& model, const QString& key) {
    if (key == perEpoch)
        return run.seconds / run.epochs;
    const int column = model.columnOf(key);
    const QVariant value = column < 0 ? QVariant() : valueOf(run, model.columns()[column]);
    return value.isValid() ? value.toDouble() : std::nan("");
}

double measureOf(const PublishedFigure& figure, const QString& key) {
    const double value = key == perEpoch                      ? figure.secondsPerEpoch
                         : key == QLatin1String("parameters") ? figure.parameters
                         : key == QLatin1String("accuracy")   ? figure.accuracy
                                                              : -1;
    return value < 0 ? std::nan("") : value;
}

} // namespace

ScatterTab::ScatterTab(RunsLibrary& library, QWidget* parent)
    : PlotTab(library, parent), m_plot(new ScatterPlot), m_note(new QLabel) {
    m_x = addChoice("runs.scatter.x", tr("x"), tr("Measure along the horizontal axis"), measures());
    m_y = addChoice("runs.scatter.y", tr("y"), tr("Measure along the vertical axis"), measures());
    QList<QPair<QString, QString>> sizes = measures();
    sizes.prepend({"", tr("all alike")});
    m_size = addChoice("runs.scatter.size", tr("Area"), tr("Measure shown as the area of a mark"), sizes);
    m_x->setCurrentIndex(m_x->findData("time"));
    m_y->setCurrentIndex(m_y->findData("accuracy"));
    m_size->setCurrentIndex(m_size->findData("memory"));
    m_plot->setObjectName(QStringLiteral("runs.scatter"));
    m_plot->setAccessibleName(tr("Scatter of the runs"));
    setPlot(m_plot);
    m_note->setObjectName(QStringLiteral("runs.scatter.note"));
    m_note->setWordWrap(true);
    layout()->addWidget(m_note);
    connect(m_plot, &ScatterPlot::clicked, this, [this](const QString& id) {
        if (!id.startsWith(QLatin1String("published")))
            emit runClicked(id.toLongLong());
    });
}

static void nameAxis(ScatterPlot& plot, PlotWidget::Axis axis, const QString& key) {
    if (key == QLatin1String("time") || key == perEpoch)
        plot.setAxis(axis, key, {}, PlotWidget::Kind::Duration);
    else if (key == QLatin1String("memory"))
        plot.setAxis(axis, key, QStringLiteral("MB"));
    else if (key == QLatin1String("speed"))
        plot.setAxis(axis, key, QStringLiteral("tokens/s"));
    else
        plot.setAxis(axis, key);
}

void ScatterTab::refresh() {
    const QString x = chosenIn(*m_x), y = chosenIn(*m_y), size = chosenIn(*m_size);
    nameAxis(*m_plot, PlotWidget::Axis::X, x);
    nameAxis(*m_plot, PlotWidget::Axis::Y, y);
    m_plot->setSizeTitle(size, size == QLatin1String("memory") ? QStringLiteral("MB") : QString());
    m_plot->setDescription(tr("%1 by %2").arg(y, x), withRuns({{tr("Area"), size}}));
    const auto scaled = [](double value, const QString& key) {
        return key == QLatin1String("memory") ? value / 1e6 : value;
    };
    QList<ScatterMark> marks;
    for (const qint64 id : runs()) {
        const RunEntry* run = model().find(id);
        if (!run)
            continue;
        ScatterMark mark;
        mark.id = QString::number(id);
        mark.x = scaled(measureOf(*run, model(), x), x);
        mark.y = scaled(measureOf(*run, model(), y), y);
        mark.size = size.isEmpty() ? 0 : std::max(0.0, scaled(measureOf(*run, model(), size), size));
        mark.look = {run->color};
        mark.label = run->name;
        marks.append(mark);
    }
    if (isPublished())
        marks += publishedMarks();
    m_plot->setEmptyText(runs().isEmpty() ? tr("No runs are shown.")
                                          : tr("No shown run has both %1 and %2 yet.").arg(x, y));
    m_plot->setMarks(marks);
    m_note->setText(isPublished() ? publishedNote() : QString());
    m_note->setVisible(!m_note->text().isEmpty());
}

QList<PublishedFigure> ScatterTab::publishedHere() const {
    QStringList corpora;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id))
            corpora.append(publishedCorpusOf(run->spec));
    QList<PublishedFigure> figures;
    for (const PublishedFigure& figure : publishedFigures())
        if (corpora.contains(figure.corpus))
            figures.append(figure);
    return figures;
}

QString ScatterTab::publishedNote() const {
    const QList<PublishedFigure> figures = publishedHere();
    for (const QComboBox* axis : {m_x, m_y})
        if (std::all_of(figures.begin(), figures.end(),
                        [&](const PublishedFigure& figure) { return std::isnan(measureOf(figure, chosenIn(*axis))); }))
            return tr("No published figure of these corpora has a value for %1.").arg(axis->currentText());
    return {};
}

QList<ScatterMark> ScatterTab::publishedMarks() const {
    QList<ScatterMark> marks;
    for (const PublishedFigure& figure : publishedHere()) {
        ScatterMark mark;
        mark.id = QStringLiteral("published %1 %2").arg(figure.model, figure.corpus);
        mark.x = measureOf(figure, chosenIn(*m_x));
        mark.y = measureOf(figure, chosenIn(*m_y));
        if (std::isnan(mark.x) || std::isnan(mark.y) ||
            std::any_of(marks.begin(), marks.end(), [&](const auto& other) { return other.id == mark.id; }))
            continue;
        mark.label = tr("%1 on %2, published").arg(figure.model, figure.corpus);
        mark.hollow = true;
        marks.append(mark);
    }
    return marks;
}

} // namespace headlight
