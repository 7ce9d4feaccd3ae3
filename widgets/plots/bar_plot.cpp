#include "plots/bar_plot.h"

#include "plots/clipped_graph.h"
#include "plots/legend_strip.h"
#include "plots/pattern_fill.h"
#include "plots/plot_overlay.h"
#include "plots/shortened_names.h"

#include <QSet>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace headlight {
namespace {

constexpr double clusterWidth = 0.78; // of the room of a category
constexpr double axesShare = 0.85;    // of the width of the plot, about
constexpr double diamondSize = 11;    // pixels
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

QString columnOf(const BarReference& reference) {
    return reference.name + u' ' + (reference.label.isEmpty() ? reference.series : reference.label);
}

} // namespace

BarPlot::BarPlot(QWidget* parent) : PlotWidget(parent) {
    setLimitable(Axis::X, false);
    setObjectName(QStringLiteral("barPlot"));
    setAccessibleName(tr("Bars"));
    overlay().setEmptyPicture(FaintPicture::Bars);
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
            !fits(s.counts.size(), true) || !fits(s.looks.size(), true))
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
    m_ownPlaces = QList<QList<qsizetype>>(categories.size());
    m_withoutBar = 0;
    m_labels.clear();
    for (qsizetype r = 0; r < references.size(); ++r) {
        if (!references[r].series.isEmpty())
            continue;
        QList<qsizetype>& own = m_ownPlaces[references[r].category];
        own.append(r);
        m_withoutBar = qMax(m_withoutBar, own.size());
        if (!m_labels.contains(references[r].label))
            m_labels.append(references[r].label);
    }
    m_hovered = {};
    overlay().clearReadout();
    refreshSoon();
}

double BarPlot::barWidth() const {
    return clusterWidth / double(qMax(qsizetype(1), slotCount()));
}

double BarPlot::centre(qsizetype slot, int category) const {
    return category + (double(slot) - double(slotCount() - 1) / 2) * barWidth();
}

double BarPlot::placeOf(const BarReference& reference) const {
    for (qsizetype s = 0; s < m_series.size(); ++s)
        if (m_series[s].id == reference.series)
            return centre(s, reference.category);
    const QList<qsizetype>& own = m_ownPlaces[reference.category];
    return centre(m_series.size() + own.indexOf(&reference - m_references.data()), reference.category);
}

const BarReference* BarPlot::referenceAt(const Place& place) const {
    const qsizetype own = place.slot - m_series.size();
    return own < 0 || own >= m_ownPlaces[place.category].size() ? nullptr
                                                                : &m_references[m_ownPlaces[place.category][own]];
}

double BarPlot::valueAt(const Place& place) const {
    if (isBar(place))
        return m_series[place.slot].values[place.category];
    const BarReference* reference = referenceAt(place);
    return reference ? reference->value : nothing;
}

SeriesLook BarPlot::lookOf(const Place& bar) const {
    const BarSeries& series = m_series[bar.slot];
    return series.looks.isEmpty() ? series.look : series.looks[bar.category];
}

void BarPlot::buildBars() {
    QList<int> all(m_categories.size());
    std::iota(all.begin(), all.end(), 0);
    for (qsizetype s = 0; s < m_series.size(); ++s)
        if (m_series[s].looks.isEmpty())
            buildBars(s, all, m_series[s].look);
        else
            for (const int category : all)
                buildBars(s, {category}, m_series[s].looks[category]);
}

void BarPlot::buildBars(qsizetype slot, const QList<int>& categories, const SeriesLook& look) {
    const BarSeries& series = m_series[slot];
    QVector<double> places, values, down, up;
    for (const int c : categories) {
        places.append(centre(slot, c));
        values.append(series.values[c]);
        down.append(series.values[c] - series.low.value(c));
        up.append(series.high.value(c) - series.values[c]);
    }
    auto* bars = new PatternBars(plot().xAxis, plot().yAxis);
    bars->setWidth(barWidth() * 0.92);
    bars->setPen(QPen(look.in(theme()), 1));
    bars->setBrush(look.brush(theme()));
    if (isLogarithmic(Axis::Y))
        bars->setBaseValue(1e-300);
    bars->setData(places, values, true);
    if (series.low.isEmpty())
        return;
    auto* whiskers = new ClippedErrorBars(plot().xAxis, plot().yAxis);
    whiskers->setDataPlottable(bars);
    whiskers->setSymbolGap(0);
    whiskers->setWhiskerWidth(qBound(4., barWidth() * 20, 10.));
    whiskers->setPen(QPen(color(ColorRole::Text, theme()), 1.2));
    whiskers->setData(down, up);
}

/// Where labels have no room, marks without a bar have shapes of their own, which the legend names.
QCPScatterStyle::ScatterShape BarPlot::shapeOf(const BarReference& reference) const {
    using Style = QCPScatterStyle;
    static constexpr std::array shapes{Style::ssTriangle,    Style::ssTriangleInverted,
                                       Style::ssSquare,      Style::ssCircle,
                                       Style::ssPlus,        Style::ssCross,
                                       Style::ssStar,        Style::ssCrossSquare,
                                       Style::ssCrossCircle, Style::ssPlusSquare,
                                       Style::ssPlusCircle,  Style::ssPeace};
    return reference.series.isEmpty() && !hasLabels()
               ? shapes[std::size_t(m_labels.indexOf(reference.label)) % shapes.size()]
               : Style::ssDiamond;
}

bool BarPlot::hasLabels() const {
    const double room = plot().viewport().width() * axesShare / (double(m_categories.size()) + 0.2) * barWidth();
    return room >= QFontMetricsF(plot().xAxis->tickLabelFont()).height() * 0.8;
}

void BarPlot::buildReferences() {
    for (const BarReference& reference : m_references) {
        auto* diamond = new ClippedGraph(plot().xAxis, plot().yAxis);
        diamond->setLineStyle(QCPGraph::lsNone);
        diamond->setScatterStyle(QCPScatterStyle(shapeOf(reference), QPen(color(ColorRole::Text, theme()), 1.8),
                                                 QBrush(color(ColorRole::Surface, theme())), diamondSize));
        diamond->addData(placeOf(reference), reference.value);
        const bool isNamedByAxis = reference.label == m_categories[reference.category];
        if (reference.series.isEmpty() && hasLabels() && !isNamedByAxis)
            labelReference(reference, placeOf(reference));
    }
}

/// Upwards, as the places are narrow: below the diamond, where a bar would be, or above one that is low.
void BarPlot::labelReference(const BarReference& reference, double x) {
    double highest = 0;
    for (const BarReference& other : m_references)
        highest = qMax(highest, other.value);
    for (const BarSeries& series : m_series)
        for (const double value : series.values)
            highest = std::isfinite(value) ? qMax(highest, value) : highest;
    const bool below = reference.value > highest / 2;
    auto* mark = new QCPItemTracer(&plot());
    mark->setStyle(QCPItemTracer::tsNone);
    mark->position->setCoords(x, reference.value);
    auto* text = new QCPItemText(&plot());
    text->setFont(plot().xAxis->tickLabelFont());
    text->setColor(color(ColorRole::Text, theme()));
    text->setText(
        QFontMetricsF(text->font()).elidedText(reference.label, Qt::ElideMiddle, plot().viewport().height() * 0.35));
    text->setRotation(-90);
    text->setPadding({});
    text->setPositionAlignment((below ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    text->position->setParentAnchor(mark->position);
    text->position->setCoords(0, below ? diamondSize : -diamondSize);
}

/// Names under their bars: on one line while they fit, else shortened and turned.
void BarPlot::applyCategoryLabels() {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    QCPAxis* axis = plot().xAxis;
    const QFontMetricsF metrics(axis->tickLabelFont());
    const double room = plot().viewport().width() * axesShare / qMax(qsizetype(1), m_categories.size());
    double widest = 0;
    for (const QString& name : m_categories)
        widest = qMax(widest, metrics.horizontalAdvance(name));
    const bool turned = widest > room * 0.95;
    const double longest = turned ? qMin(plot().viewport().height() * 0.4, metrics.height() * 14) : widest + 1;
    const QStringList names = shortenedNames(m_categories, metrics, longest);
    for (int c = 0; c < names.size(); ++c)
        ticker->addTick(c, names[c]);
    ticker->setSubTickCount(0);
    axis->setTicker(ticker);
    axis->setTickLabelRotation(turned ? -90 : 0);
    axis->grid()->setPen(Qt::NoPen);
    axis->grid()->setZeroLinePen(Qt::NoPen);
}

PlotWidget::Content BarPlot::rebuild() {
    plot().clearPlottables();
    plot().clearItems();
    buildBars();
    buildReferences();
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
        content.legend.append(
            {LegendEntry::Sample::Bar, series.name, QPen(series.look.in(theme())), series.look.brush(theme())});
    }
    for (const BarReference& reference : m_references)
        widen(reference.value);
    addReferences(content.legend);
    if (content.y && !isLogarithmic(Axis::Y)) // bars that hang down end at 0 as well
        widen(0);
    if (!m_categories.isEmpty() && content.y)
        content.x = Range{-0.6, double(m_categories.size()) - 0.4};
    return content;
}

void BarPlot::addReferences(QList<LegendEntry>& legend) const {
    QSet<QString> named;
    for (const BarReference& reference : m_references) {
        const bool own = !reference.label.isEmpty() && !hasLabels();
        const QString name = own ? QStringLiteral("%1, %2").arg(reference.label, reference.name) : reference.name;
        if (named.contains(name))
            continue;
        named.insert(name);
        LegendEntry entry{LegendEntry::Sample::Mark, name, QPen(color(ColorRole::Text, theme()), 1.8)};
        entry.shape = shapeOf(reference);
        legend.append(entry);
    }
}

BarPlot::Place BarPlot::placeAt(const QPointF& pixel) {
    if (!axesRect().contains(pixel))
        return {};
    const double x = toData(pixel).x();
    const int category = int(std::lround(x));
    if (category < 0 || category >= m_categories.size())
        return {};
    for (qsizetype slot = 0; slot < slotCount(); ++slot)
        if (std::abs(x - centre(slot, category)) <= barWidth() / 2 && std::isfinite(valueAt({slot, category})))
            return {slot, category};
    return {};
}

void BarPlot::read(const Place& place) {
    if (isBar(place))
        readBar(place);
    else
        readReference(place);
}

void BarPlot::readBar(const Place& bar) {
    const BarSeries& series = m_series[bar.slot];
    QStringList lines = {
        QStringLiteral("%1: %2").arg(axisTitle(Axis::Y), valueText(Axis::Y, series.values[bar.category]))};
    if (!series.low.isEmpty() && std::isfinite(series.low[bar.category]))
        lines += tr("from %1 to %2")
                     .arg(valueText(Axis::Y, series.low[bar.category]), valueText(Axis::Y, series.high[bar.category]));
    if (!series.counts.isEmpty())
        lines +=
            series.counts[bar.category] == 1 ? tr("1 run") : tr("mean of %1 runs").arg(series.counts[bar.category]);
    for (const BarReference& reference : m_references) {
        if (reference.category != bar.category || reference.series != series.id)
            continue;
        const bool isOfBar = reference.label.isEmpty() || reference.label == series.name;
        const QString name = isOfBar ? reference.name : QStringLiteral("%1, %2").arg(reference.label, reference.name);
        lines += QStringLiteral("%1: %2").arg(name, valueText(Axis::Y, reference.value));
    }
    showReadout(bar, QStringLiteral("%1 · %2").arg(m_categories[bar.category], series.name), lines,
                lookOf(bar).in(theme()));
}

void BarPlot::readReference(const Place& place) {
    const BarReference& reference = *referenceAt(place);
    showReadout(place, QStringLiteral("%1 · %2, %3").arg(m_categories[place.category], reference.label, reference.name),
                {QStringLiteral("%1: %2").arg(axisTitle(Axis::Y), valueText(Axis::Y, reference.value))},
                color(ColorRole::Text, theme()));
}

void BarPlot::showReadout(const Place& place, const QString& title, const QStringList& lines, const QColor& tone) {
    QString html = QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped());
    for (const QString& line : lines)
        html += QStringLiteral("<br>") + line.toHtmlEscaped();
    const QPointF top = toPixel(centre(place.slot, place.category), valueAt(place));
    overlay().setReadout({{top, tone}}, html, top);
    announce(title + QStringLiteral(", ") + lines.join(QStringLiteral(", ")));
}

void BarPlot::hover(const QPointF& pixel) {
    const Place place = placeAt(pixel);
    if (place == m_hovered)
        return;
    m_hovered = place;
    if (place.slot < 0)
        overlay().clearReadout();
    else
        read(place);
}

void BarPlot::leave() {
    m_hovered = {};
    PlotWidget::leave();
}

void BarPlot::click(const QPointF& pixel) {
    if (const Place place = placeAt(pixel); isBar(place))
        emit clicked(m_series[place.slot].id, place.category);
}

/// Left and right go from bar to bar, up and down to the same bar of another category.
void BarPlot::step(int right, int up) {
    ensureFresh();
    const qsizetype count = slotCount() * m_categories.size();
    if (count == 0)
        return;
    const qsizetype by = right != 0 ? right : -up * slotCount();
    qsizetype at = m_hovered.slot < 0 ? (by > 0 ? -1 : count) : m_hovered.category * slotCount() + m_hovered.slot;
    if (m_hovered.slot < 0 && right == 0)
        at = by > 0 ? -slotCount() : count;
    for (at += by; at >= 0 && at < count; at += by) {
        const Place place{at % slotCount(), int(at / slotCount())};
        if (!std::isfinite(valueAt(place)))
            continue;
        m_hovered = place;
        read(place);
        return;
    }
}

void BarPlot::activate() {
    if (isBar(m_hovered))
        emit clicked(m_series[m_hovered.slot].id, m_hovered.category);
}

ValueTable BarPlot::values() const {
    ValueTable table;
    table.columns = {valueHeading(Axis::X).isEmpty() ? QStringLiteral("category") : valueHeading(Axis::X)};
    // Each says what it is, with its unit.
    const QString title = axisTitle(Axis::Y), quantity = valueHeading(Axis::Y);
    const auto heading = [&](const QString& name) {
        return name == title ? quantity : quantity.isEmpty() ? name : name + QStringLiteral(", ") + quantity;
    };
    for (const BarSeries& series : m_series) {
        const QString name = heading(series.name);
        table.columns += series.valueName.isEmpty() ? name : name + u' ' + series.valueName;
        if (!series.low.isEmpty())
            table.columns += {name + u' ' + series.lowName, name + u' ' + series.highName};
        if (!series.counts.isEmpty())
            table.columns += series.name + QStringLiteral(" n");
    }
    QStringList references;
    for (const BarReference& reference : m_references) {
        if (const QString column = columnOf(reference); !references.contains(column))
            references += column;
    }
    for (const QString& column : std::as_const(references))
        table.columns += heading(column);
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
                if (reference.category == c && column == columnOf(reference))
                    value = reference.value;
            row += exactNumber(value);
        }
        table.rows += row;
    }
    return table;
}

} // namespace headlight
