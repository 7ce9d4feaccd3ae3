#include "plots/curve_line.h"

#include "plots/band_plottable.h"
#include "plots/clipped_graph.h"

#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

void include(std::optional<PlotWidget::Range>& range, double value) {
    if (!range)
        range = PlotWidget::Range{value, value};
    range->low = qMin(range->low, value);
    range->high = qMax(range->high, value);
}

QColor faded(QColor color, float alpha) {
    color.setAlphaF(alpha);
    return color;
}

} // namespace

CurveLine::CurveLine(QCustomPlot& plot) : m_plot(plot) {}

CurveLine::~CurveLine() {
    for (QCPGraph* graph : {m_line, m_faint, m_dots, m_fitGround, m_fit, m_fitEnds})
        if (graph != nullptr)
            m_plot.removeGraph(graph);
    for (QCPAbstractPlottable* other :
         {static_cast<QCPAbstractPlottable*>(m_path), static_cast<QCPAbstractPlottable*>(m_faintPath),
          static_cast<QCPAbstractPlottable*>(m_band)})
        if (other != nullptr)
            m_plot.removePlottable(other);
}

bool CurveLine::fits(double value, bool logarithmic) {
    return std::isfinite(value) && (!logarithmic || value > 0);
}

QCPGraph* CurveLine::newGraph() {
    auto* graph = new ClippedGraph(m_plot.xAxis, m_plot.yAxis);
    graph->removeFromLegend();
    return graph;
}

void CurveLine::clearItem(QCPGraph*& graph) {
    if (graph != nullptr)
        m_plot.removeGraph(graph);
    graph = nullptr;
}

void CurveLine::begin(const Settings& settings) {
    m_settings = settings;
    m_leftOut = 0;
    xRange.reset();
    yRange.reset();
    dirty = false;
}

void CurveLine::set(const CurveSeries& series, const Settings& settings) {
    begin(settings);
    m_x = series.x;
    m_raw = series.y;
    const bool isSmoothed = CurvePlot::smooths(series, settings.smoothing);
    m_shown = isSmoothed ? smoothed(series.y, settings.smoothing) : series.y;
    m_ascending = std::is_sorted(m_x.begin(), m_x.end());
    for (qsizetype i = 0; i < m_x.size(); ++i) {
        const bool number = std::isfinite(m_x[i]) && std::isfinite(m_raw[i]);
        if (number && !(fits(m_x[i], m_settings.logX) && fits(m_raw[i], m_settings.logY)))
            ++m_leftOut;
    }
    draw(m_line, m_path, m_shown, QStringLiteral("main"));
    if (series.from && m_line != nullptr)
        drawFrom(*series.from);
    measure(m_shown);
    if (isSmoothed) {
        draw(m_faint, m_faintPath, m_raw, QStringLiteral("grid")); // below every smoothed line
        measure(m_raw);
    } else {
        clearItem(m_faint);
        if (m_faintPath != nullptr)
            m_plot.removePlottable(m_faintPath);
        m_faintPath = nullptr;
    }
    if (!series.low.isEmpty())
        drawBand({series.x, series.y, series.low, series.high, {}});
    drawFit(series.fit);
    drawDots(series.points);
}

void CurveLine::set(const CurveGroup& group, const Settings& settings) {
    begin(settings);
    const Band band = bandOf(group.members, group.spread);
    m_x = band.x;
    m_shown = m_raw = band.mean;
    for (qsizetype i = 0; i < m_x.size(); ++i)
        if (std::isfinite(m_shown[i]) && !canShow(i))
            ++m_leftOut;
    drawBand(band);
    draw(m_line, m_path, m_shown, QStringLiteral("main"));
    measure(m_shown);
    drawDots(false);
}

void CurveLine::draw(QCPGraph*& graph, QCPCurve*& path, const QVector<double>& y, const QString& layer) {
    if (m_ascending) {
        if (path != nullptr)
            m_plot.removePlottable(path);
        path = nullptr;
        if (graph == nullptr) {
            graph = newGraph();
            graph->setLayer(layer);
        }
        QVector<QCPGraphData> data;
        data.reserve(m_x.size());
        for (qsizetype i = 0; i < m_x.size(); ++i)
            if (fits(m_x[i], m_settings.logX))
                data.append({m_x[i], fits(y[i], m_settings.logY) ? y[i] : gap});
        graph->data()->set(data, true);
        return;
    }
    clearItem(graph);
    if (path == nullptr) {
        path = new ClippedCurve(m_plot.xAxis, m_plot.yAxis);
        path->removeFromLegend();
        path->setLayer(layer);
    }
    QVector<QCPCurveData> data;
    data.reserve(m_x.size());
    for (qsizetype i = 0; i < m_x.size(); ++i)
        if (fits(m_x[i], m_settings.logX))
            data.append({double(i), m_x[i], fits(y[i], m_settings.logY) ? y[i] : gap});
    path->data()->set(data, true);
}

/// The line begins at a point of another curve, which has its dot and its values.
void CurveLine::drawFrom(const QPointF& start) {
    if (fits(start.x(), m_settings.logX) && fits(start.y(), m_settings.logY))
        m_line->addData(start.x(), start.y());
}

/// A line through one point is invisible: such points get a dot even where none was asked for.
void CurveLine::drawDots(bool all) {
    QVector<QCPGraphData> data;
    for (qsizetype i = 0; i < m_x.size(); ++i) {
        if (!canShow(i))
            continue;
        const bool alone = (i == 0 || !canShow(i - 1)) && (i + 1 == m_x.size() || !canShow(i + 1));
        if (all || alone)
            data.append({m_x[i], m_shown[i]});
    }
    if (data.isEmpty()) {
        clearItem(m_dots);
        return;
    }
    if (m_dots == nullptr)
        m_dots = newGraph();
    m_dots->setLineStyle(QCPGraph::lsNone);
    m_dots->data()->set(data, m_ascending);
}

void CurveLine::drawFit(const CurvePoints& fit) {
    if (fit.x.isEmpty()) {
        for (QCPGraph** graph : {&m_fitGround, &m_fit, &m_fitEnds})
            clearItem(*graph);
        return;
    }
    if (m_fit == nullptr) { // above the line, which it follows closely
        for (QCPGraph** graph : {&m_fitGround, &m_fit, &m_fitEnds})
            *graph = newGraph();
        m_fitEnds->setLineStyle(QCPGraph::lsNone);
    }
    QVector<QCPGraphData> data;
    for (qsizetype i = 0; i < fit.x.size(); ++i)
        if (fits(fit.x[i], m_settings.logX) && fits(fit.y[i], m_settings.logY))
            data.append({fit.x[i], fit.y[i]});
    const QVector<QCPGraphData> ends = data.isEmpty() ? data : QVector<QCPGraphData>{data.first(), data.last()};
    for (QCPGraph* graph : {m_fitGround, m_fit})
        graph->data()->set(data);
    m_fitEnds->data()->set(ends);
}

void CurveLine::drawBand(const Band& band) {
    if (m_band == nullptr) {
        m_band = new BandPlottable(m_plot.xAxis, m_plot.yAxis);
        m_band->setLayer(QStringLiteral("grid")); // below every line
        m_band->removeFromLegend();
    }
    QVector<double> x;
    QVector<double> low;
    QVector<double> high;
    for (qsizetype i = 0; i < band.x.size(); ++i) {
        if (!fits(band.x[i], m_settings.logX))
            continue;
        const bool visible = fits(band.high[i], m_settings.logY);
        // Where the spread reaches zero, a logarithmic axis shows it leaving at the bottom.
        const double bottom = fits(band.low[i], m_settings.logY) ? band.low[i] : band.high[i] * 1e-9;
        x.append(band.x[i]);
        low.append(visible ? bottom : gap);
        high.append(visible ? band.high[i] : gap);
    }
    m_band->setBand(x, low, high);
    measure(band.low);
    measure(band.high);
}

void CurveLine::measure(const QVector<double>& y) {
    for (qsizetype i = 0; i < m_x.size(); ++i)
        if (fits(m_x[i], m_settings.logX) && fits(y[i], m_settings.logY)) {
            include(xRange, m_x[i]);
            include(yRange, y[i]);
        }
}

void CurveLine::style(const SeriesLook& look, Theme theme, bool crowded) {
    const QColor tone = look.in(theme);
    const QPen pen = look.pen(theme, crowded ? 1 : 1.8);
    const QPen faint(faded(tone, theme == Theme::Light ? 0.22F : 0.28F), 1);
    if (m_line != nullptr)
        m_line->setPen(pen);
    if (m_path != nullptr)
        m_path->setPen(pen);
    if (m_faint != nullptr)
        m_faint->setPen(faint);
    if (m_faintPath != nullptr)
        m_faintPath->setPen(faint);
    if (m_band != nullptr)
        m_band->setBrush(faded(tone, 0.2F));
    if (m_fit != nullptr)
        styleFit(theme);
    if (m_dots != nullptr) {
        const QBrush inside = look.dashed ? QBrush(color(ColorRole::Surface, theme)) : QBrush(tone);
        m_dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(tone, 1.5), inside, dotSize));
    }
}

/// In ink, not in the curve's colour, as nothing else that is drawn there: neither a band, which is filled, nor what is
/// predicted, which is dashed in colour. Each dash has an edge of the ground, and the curve is seen between them.
void CurveLine::styleFit(Theme theme) {
    constexpr double tick = 7, edge = 1.4; // pixels; a tick is to each side longer than a dot
    constexpr double width = 1.2, dash = 6, space = 8;
    const QColor ink = color(ColorRole::Text, theme);
    const auto dashes = [](const QColor& tone, double around) {
        const double wide = width + 2 * around;
        QPen pen(tone, wide, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({(dash + 2 * around) / wide, (space - 2 * around) / wide});
        pen.setDashOffset((around - edge) / wide); // both begin with the edge of a dash
        return pen;
    };
    m_fitGround->setPen(dashes(color(ColorRole::Surface, theme), edge));
    m_fit->setPen(dashes(ink, 0));
    QPainterPath end(QPointF(0, -tick));
    end.lineTo(0, tick);
    m_fitEnds->setScatterStyle(QCPScatterStyle(end, QPen(ink, width)));
}

QPointF CurveLine::pixel(qsizetype i) const {
    return {m_plot.xAxis->coordToPixel(m_x[i]), m_plot.yAxis->coordToPixel(m_shown[i])};
}

QList<QPointF> CurveLine::drawn() const {
    QList<QPointF> points;
    for (qsizetype i = 0; i < m_x.size(); ++i)
        points.append(canShow(i) ? QPointF(m_x[i], m_shown[i]) : QPointF(gap, gap));
    return points;
}

qsizetype CurveLine::nearest(const QPointF& at) const {
    qsizetype best = -1;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](qsizetype i, double distance) {
        if (distance < least) {
            least = distance;
            best = i;
        }
    };
    if (!m_ascending) {
        for (qsizetype i = 0; i < m_x.size(); ++i)
            if (canShow(i))
                consider(i, QLineF(pixel(i), at).length());
        return best;
    }
    const double place = m_plot.xAxis->pixelToCoord(at.x());
    const qsizetype right = std::lower_bound(m_x.begin(), m_x.end(), place) - m_x.begin();
    for (qsizetype i = right; i < m_x.size(); ++i)
        if (canShow(i)) {
            consider(i, std::abs(pixel(i).x() - at.x()));
            break;
        }
    for (qsizetype i = right - 1; i >= 0; --i)
        if (canShow(i)) {
            consider(i, std::abs(pixel(i).x() - at.x()));
            break;
        }
    return best;
}

} // namespace headlight
