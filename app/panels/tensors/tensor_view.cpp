#include "panels/tensors/tensor_view.h"

#include "forms/few_lines_label.h"
#include "plots/histogram_plot.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QCheckBox>
#include <QVBoxLayout>

namespace headlight {

namespace {

QString figuresText(const TensorFigures& figures) {
    const TensorStatistics& of = figures.statistics;
    QString text = QObject::tr("%1: norm %2, mean %3, standard deviation %4, %5 to %6")
                       .arg(isolated(shownText(figures.name)), figureText(of.norm), figureText(of.mean),
                            figureText(of.deviation), figureText(of.minimum), figureText(of.maximum));
    if (of.notFinite == of.numbers)
        text = QObject::tr("%1: no finite number").arg(isolated(shownText(figures.name)));
    if (of.notFinite > 0)
        text += QObject::tr("; %1 of %2 numbers are not finite")
                    .arg(countText(double(of.notFinite)), countText(double(of.numbers)));
    return text;
}

} // namespace

TensorView::TensorView(TensorsModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_figures(new FewLinesLabel(4)),
      m_logarithmic(new QCheckBox(tr("&Logarithmic counts"))), m_plot(new HistogramPlot) {
    m_figures->setObjectName(QStringLiteral("tensors.figures"));
    m_logarithmic->setObjectName(QStringLiteral("tensors.logarithmic"));
    m_logarithmic->setToolTip(tr("Shows also how few numbers lie far out"));
    m_plot->setObjectName(QStringLiteral("tensors.histogram"));
    m_plot->setAccessibleName(tr("Histogram of the tensor"));
    m_plot->setAxis(PlotWidget::Axis::X, tr("value"));
    m_plot->setAxis(PlotWidget::Axis::Y, tr("numbers"), {}, PlotWidget::Kind::Count);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_figures);
    column->addWidget(m_plot, 1);
    column->addWidget(m_logarithmic);
    connect(m_logarithmic, &QCheckBox::toggled, this,
            [this](bool on) { m_plot->setLogarithmic(PlotWidget::Axis::Y, on); });
    connect(m_plot, &PlotWidget::failed, this, &TensorView::failed);
    connect(&m_model, &TensorsModel::figuresChanged, this, &TensorView::showFigures);
    showFigures();
}

QString TensorView::emptyText() const {
    const QString name = m_model.chosen();
    if (name.isEmpty())
        return tr("A tensor that is chosen in the table is drawn here.");
    if (m_model.content() && !m_model.content()->weights->contains(name.toStdString()))
        return tr("Only the other model has this tensor.");
    if (m_model.content() && m_model.content()->weights->info(name.toStdString()).dtype == Dtype::Unread)
        return tr("Its numbers are of a type that is not read.");
    return m_model.figures() ? tr("It has no finite number.") : tr("Its numbers are read …");
}

void TensorView::showFigures() {
    const auto& figures = m_model.figures();
    m_figures->setText(figures ? figuresText(*figures) : QString());
    m_plot->setEmptyText(emptyText());
    if (!figures)
        return m_plot->setBins(0, 0, {});
    QVector<double> counts;
    for (const std::int64_t count : figures->histogram.counts)
        counts.append(double(count));
    m_plot->setBins(figures->histogram.low, figures->histogram.high, counts);
    m_plot->setDescription(tr("Histogram of %1").arg(shownText(figures->name)),
                           {{QStringLiteral("model"), m_model.content()->model},
                            {QStringLiteral("file"), m_model.content()->file},
                            {QStringLiteral("tensor"), figures->name}});
}

} // namespace headlight
