#include "plots/bar_plot.h"

#include "plots/legend_strip.h"
#include "plots/plot_overlay.h"

#include <QSet>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace headlight {
namespace {

constexpr double clusterWidth = 0.78; // of the room of a category
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

} // namespace

BarPlot::BarPlot(QWidget* parent) : PlotWidget(parent) {
    setObjectName(QStringLiteral("barPlot"));
    setAccessibleName(tr("Bars"));
}

BarPlot::~BarPlot() = default;

void BarPlot::setBars(const QStringList& categories, const QList<BarSeries>& series,
                      const QList<BarReference>& references) {
    QSet<QString> ids;
    const auto fits = [&](qsizetype size, bool optional) {
        return size == categories.size() || (optional && size == 0);
    };
    for (const BarSeries& s : series) {
        if (!fits(s.values.size(), false) || !fits(s.low.size(), true) || s.low.size() != s.high.size() ||
            !fits(s.counts.size(), true))
            throw std::invalid_argument("BarPlot::setBars: expected one value per category in “" + s.id.toStdString() +
                                        "”");
        ids.insert(s.id);
    }
    if (ids.size() != series.size())
        throw std::invalid_argument("BarPlot::setBars: expected every id once");
    for (const BarReference& reference : references)
        if (reference.category < 0 || reference.category >= categories.size() ||
            (!reference.series.isEmpty() && !ids.contains(reference.series)))
            throw std::invalid_argument("BarPlot::setBars: expected references to known categories and series");
    m_categories = categories;
    m_series = series;
    m_references = references;
    m_hovered = {};
    overlay().clearReadout();
    refreshSoon();
}

double BarPlot::barWidth() const {
    return clusterWidth / double(qMax(qsizetype(1), m_series.size()));
}

double BarPlot::centre(qsizetype series, int category) const {
    return category + (double(series) - double(m_series.size() - 1) / 2) * barWidth();
}

void BarPlot::buildItems() {
    plot().clearPlottables();
    QVector<double> places(m_categories.size());
    for (qsizetype s = 0; s < m_series.size(); ++s) {
        const BarSeries& series = m_series[s];
        for (int c = 0; c < places.size(); ++c)
            places[c] = centre(s, c);
        auto* bars = new QCPBars(plot().xAxis, plot().yAxis);
        bars->setWidth(barWidth() * 0.92);
        bars->setPen(Qt::NoPen);
        bars->setBrush(series.look.in(theme()));
        if (isLogarithmic(Axis::Y))
            bars->setBaseValue(1e-300);
        bars->setData(places, series.values, true);
        if (series.low.isEmpty())
            continue;
        auto* whiskers = new QCPErrorBars(plot().xAxis, plot().yAxis);
        whiskers->setDataPlottable(bars);
        whiskers->setSymbolGap(0);
        whiskers->setWhiskerWidth(qBound(4., barWidth() * 20, 10.));
        whiskers->setPen(QPen(color(ColorRole::Text, theme()), 1.2));
        QVector<double> down;
        QVector<double> up;
        for (int c = 0; c < places.size(); ++c) {
            down.append(series.values[c] - series.low[c]);
            up.append(series.high[c] - series.values[c]);
        }
        whiskers->setData(down, up);
    }
    auto* diamonds = new QCPGraph(plot().xAxis, plot().yAxis);
    diamonds->setLineStyle(QCPGraph::lsNone);
    diamonds->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(color(ColorRole::Text, theme()), 1.8),
                                              QBrush(color(ColorRole::Surface, theme())), 11));
    for (const BarReference& reference : m_references) {
        double x = reference.category;
        for (qsizetype s = 0; s < m_series.size(); ++s)
            if (m_series[s].id == reference.series)
                x = centre(s, reference.category);
        diamonds->addData(x, reference.value);
    }
}

/// Names under their bars: on one line while they fit, else shortened and turned.
void BarPlot::applyCategoryLabels() {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    QCPAxis* axis = plot().xAxis;
    const QFontMetricsF metrics(axis->tickLabelFont());
    const double room = plot().width() * 0.85 / qMax(qsizetype(1), m_categories.size());
    double widest = 0;
    for (const QString& name : m_categories)
        widest = qMax(widest, metrics.horizontalAdvance(name));
    const bool turned = widest > room * 0.95;
    const double longest = turned ? qMin(plot().height() * 0.3, metrics.height() * 9) : widest + 1;
    for (int c = 0; c < m_categories.size(); ++c)
        ticker->addTick(c, metrics.elidedText(m_categories[c], Qt::ElideMiddle, longest));
    ticker->setSubTickCount(0);
    axis->setTicker(ticker);
    axis->setTickLabelRotation(turned ? -90 : 0);
    axis->grid()->setPen(Qt::NoPen);
    axis->grid()->setZeroLinePen(Qt::NoPen);
}

PlotWidget::Content BarPlot::rebuild() {
    buildItems();
    applyCategoryLabels();
    Content content;
    content.padX = false;
    content.fromZero = true;
    const auto widen = [&](double value) {
        if (!std::isfinite(value) || (isLogarithmic(Axis::Y) && value <= 0))
            return;
        content.y = content.y ? Range{qMin(content.y->low, value), qMax(content.y->high, value)} : Range{value, value};
    };
    for (const BarSeries& series : m_series) {
        for (const auto& numbers : {series.values, series.low, series.high})
            for (const double value : numbers)
                widen(value);
        content.legend.append({LegendEntry::Sample::Bar, series.name, QPen(series.look.in(theme()))});
    }
    QSet<QString> named;
    for (const BarReference& reference : m_references) {
        widen(reference.value);
        if (named.contains(reference.name))
            continue;
        named.insert(reference.name);
        content.legend.append(
            {LegendEntry::Sample::Diamond, reference.name, QPen(color(ColorRole::Text, theme()), 1.8)});
    }
    if (content.y && !isLogarithmic(Axis::Y)) // bars that hang down end at 0 as well
        widen(0);
    if (!m_categories.isEmpty() && content.y)
        content.x = Range{-0.6, double(m_categories.size()) - 0.4};
    return content;
}

BarPlot::Bar BarPlot::barAt(const QPointF& pixel) {
    if (!axesRect().contains(pixel))
        return {};
    const double x = toData(pixel).x();
    const int category = int(std::lround(x));
    if (category < 0 || category >= m_categories.size())
        return {};
    for (qsizetype s = 0; s < m_series.size(); ++s)
        if (std::abs(x - centre(s, category)) <= barWidth() / 2 && std::isfinite(m_series[s].values[category]))
            return {s, category};
    return {};
}

void BarPlot::read(const Bar& bar) {
    const BarSeries& series = m_series[bar.series];
    QStringList lines = {
        QStringLiteral("%1: %2").arg(axisTitle(Axis::Y), valueText(Axis::Y, series.values[bar.category]))};
    if (!series.low.isEmpty())
        lines += tr("from %1 to %2")
                     .arg(valueText(Axis::Y, series.low[bar.category]), valueText(Axis::Y, series.high[bar.category]));
    if (!series.counts.isEmpty())
        lines += QStringLiteral("n=%1").arg(series.counts[bar.category]);
    for (const BarReference& reference : m_references)
        if (reference.category == bar.category && (reference.series.isEmpty() || reference.series == series.id))
            lines += QStringLiteral("%1: %2").arg(reference.name, valueText(Axis::Y, reference.value));
    const QString title = QStringLiteral("%1 · %2").arg(m_categories[bar.category], series.name);
    QString html = QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped());
    for (const QString& line : lines)
        html += QStringLiteral("<br>") + line.toHtmlEscaped();
    const QPointF top = toPixel(centre(bar.series, bar.category), series.values[bar.category]);
    overlay().setReadout({{top, series.look.in(theme())}}, html, top);
    announce(title + QStringLiteral(", ") + lines.join(QStringLiteral(", ")));
}

void BarPlot::hover(const QPointF& pixel) {
    const Bar bar = barAt(pixel);
    if (bar == m_hovered)
        return;
    m_hovered = bar;
    if (bar.series < 0)
        overlay().clearReadout();
    else
        read(bar);
}

void BarPlot::leave() {
    m_hovered = {};
    PlotWidget::leave();
}

void BarPlot::click(const QPointF& pixel) {
    if (const Bar bar = barAt(pixel); bar.series >= 0)
        emit clicked(m_series[bar.series].id, bar.category);
}

/// Left and right go from bar to bar, up and down to the same bar of another category.
void BarPlot::step(int right, int up) {
    ensureFresh();
    const qsizetype perCategory = m_series.size();
    const qsizetype count = perCategory * m_categories.size();
    if (count == 0)
        return;
    const qsizetype by = right != 0 ? right : -up * perCategory;
    qsizetype at = m_hovered.series < 0 ? (by > 0 ? -1 : count) : m_hovered.category * perCategory + m_hovered.series;
    if (m_hovered.series < 0 && right == 0)
        at = by > 0 ? -perCategory : count;
    for (at += by; at >= 0 && at < count; at += by) {
        const Bar bar{at % perCategory, int(at / perCategory)};
        if (!std::isfinite(m_series[bar.series].values[bar.category]))
            continue;
        m_hovered = bar;
        read(bar);
        return;
    }
}

void BarPlot::activate() {
    if (m_hovered.series >= 0)
        emit clicked(m_series[m_hovered.series].id, m_hovered.category);
}

ValueTable BarPlot::values() const {
    ValueTable table;
    table.columns = {axisTitle(Axis::X).isEmpty() ? QStringLiteral("category") : axisTitle(Axis::X)};
    for (const BarSeries& series : m_series) {
        table.columns += series.name;
        if (!series.low.isEmpty())
            table.columns += {series.name + QStringLiteral(" low"), series.name + QStringLiteral(" high")};
        if (!series.counts.isEmpty())
            table.columns += series.name + QStringLiteral(" n");
    }
    QStringList references;
    for (const BarReference& reference : m_references) {
        const QString column = reference.series.isEmpty() ? reference.name : reference.name + u' ' + reference.series;
        if (!references.contains(column))
            references += column;
    }
    table.columns += references;
    for (int c = 0; c < m_categories.size(); ++c) {
        QStringList row = {m_categories[c]};
        for (const BarSeries& series : m_series) {
            row += exactNumber(series.values[c]);
            if (!series.low.isEmpty())
                row += {exactNumber(series.low[c]), exactNumber(series.high[c])};
            if (!series.counts.isEmpty())
                row += QString::number(series.counts[c]);
        }
        for (const QString& column : references) {
            double value = nothing;
            for (const BarReference& reference : m_references)
                if (reference.category == c &&
                    column == (reference.series.isEmpty() ? reference.name : reference.name + u' ' + reference.series))
                    value = reference.value;
            row += exactNumber(value);
        }
        table.rows += row;
    }
    return table;
}

} // namespace headlight
