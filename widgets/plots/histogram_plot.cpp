#include "plots/histogram_plot.h"

#include "plots/legend_strip.h"
#include "plots/pattern_fill.h"
#include "plots/plot_overlay.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {

HistogramPlot::HistogramPlot(QWidget* parent) : PlotWidget(parent) {
    setObjectName(QStringLiteral("histogramPlot"));
    setAccessibleName(tr("Histogram"));
    overlay().setEmptyPicture(FaintPicture::Bars);
}

void HistogramPlot::setBins(double low, double high, const QVector<double>& counts, const SeriesLook& look) {
    if (!(low <= high))
        throw std::invalid_argument("HistogramPlot::setBins: expected low ≤ high");
    m_low = low;
    m_high = high;
    m_counts = counts;
    m_look = look;
    m_hovered = -1;
    overlay().clearReadout();
    refreshSoon();
}

double HistogramPlot::edge(qsizetype bin) const {
    const double share = double(bin) / double(std::max<qsizetype>(m_counts.size(), 1));
    return m_low * (1 - share) + m_high * share;
}

/// A bin without a width of its own has room all the same.
double HistogramPlot::drawnWidth() const {
    const double width = edge(1) - edge(0);
    return width > 0 ? width : std::max(std::abs(m_low) * 0.1, 1e-6);
}

PlotWidget::Range HistogramPlot::ends(qsizetype bin) const {
    const double middle = edge(bin) + (edge(bin + 1) - edge(bin)) / 2;
    return {middle - drawnWidth() / 2, middle + drawnWidth() / 2};
}

PlotWidget::Content HistogramPlot::rebuild() {
    plot().clearPlottables();
    plot().clearItems();
    Content content;
    content.fromZero = true;
    if (m_counts.isEmpty())
        return content;
    auto* bars = new PatternBars(plot().xAxis, plot().yAxis);
    bars->setWidth(drawnWidth());
    bars->setPen(Qt::NoPen);
    bars->setBrush(m_look.brush(theme()));
    if (isLogarithmic(Axis::Y))
        bars->setBaseValue(1e-300);
    QVector<double> middles;
    double most = 0;
    for (qsizetype bin = 0; bin < m_counts.size(); ++bin) {
        middles.append((ends(bin).low + ends(bin).high) / 2);
        most = std::max(most, m_counts[bin]);
    }
    bars->setData(middles, m_counts, true);
    content.x = Range{ends(0).low, ends(m_counts.size() - 1).high};
    content.y = Range{isLogarithmic(Axis::Y) ? 0.5 : 0, most}; // a single value is seen
    return content;
}

void HistogramPlot::read(qsizetype bin) {
    m_hovered = bin;
    const QString from = valueText(Axis::X, edge(bin)), to = valueText(Axis::X, edge(bin + 1));
    const QString where = from == to ? from : tr("%1 to %2").arg(from, to);
    const QString what = QStringLiteral("%1: %2").arg(axisTitle(Axis::Y), valueText(Axis::Y, m_counts[bin]));
    const QPointF top = toPixel((ends(bin).low + ends(bin).high) / 2, m_counts[bin]);
    overlay().setReadout({{top, m_look.in(theme())}},
                         QStringLiteral("<b>%1</b><br>%2").arg(where.toHtmlEscaped(), what.toHtmlEscaped()), top);
    announce(where + QStringLiteral(", ") + what);
}

void HistogramPlot::hover(const QPointF& pixel) {
    qsizetype at = -1;
    if (axesRect().contains(pixel)) {
        const double x = toData(pixel).x();
        for (qsizetype bin = 0; bin < m_counts.size() && at < 0; ++bin)
            if (x >= ends(bin).low && x < ends(bin).high)
                at = bin;
    }
    if (at == m_hovered)
        return;
    if (at >= 0)
        read(at);
    else
        leave();
}

void HistogramPlot::leave() {
    m_hovered = -1;
    PlotWidget::leave();
}

/// A touch has no pointer that hovers.
void HistogramPlot::click(const QPointF& pixel) {
    hover(pixel);
}

/// Left and right go from bin to bin.
void HistogramPlot::step(int right, int) {
    ensureFresh();
    if (m_counts.isEmpty() || right == 0)
        return;
    const qsizetype last = m_counts.size() - 1;
    const qsizetype from = m_hovered >= 0 ? m_hovered : right > 0 ? -1 : last + 1;
    read(std::clamp<qsizetype>(from + right, 0, last));
}

ValueTable HistogramPlot::values() const {
    ValueTable table;
    table.columns = {QStringLiteral("from"), QStringLiteral("to"), QStringLiteral("count")};
    for (qsizetype bin = 0; bin < m_counts.size(); ++bin)
        table.rows.append({exactNumber(edge(bin)), exactNumber(edge(bin + 1)), exactNumber(m_counts[bin])});
    return table;
}

} // namespace headlight
