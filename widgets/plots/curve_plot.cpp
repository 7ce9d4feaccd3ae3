#include "plots/curve_plot.h"

#include "plots/curve_line.h"
#include "plots/legend_strip.h"
#include "plots/mark_plottable.h"
#include "plots/plot_overlay.h"

#include <QSet>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {
namespace {

constexpr int crowd = 20;         // curves from here on are thin
constexpr int mostLines = 12;     // of a read-out
constexpr int longestName = 48;   // letters, in a read-out
constexpr double together = 24;   // pixels along x: points this near to the nearest one are read out with it
constexpr double clickReach = 10; // pixels

void widen(std::optional<PlotWidget::Range>& range, const std::optional<PlotWidget::Range>& other) {
    if (!other)
        return;
    range = range ? PlotWidget::Range{qMin(range->low, other->low), qMax(range->high, other->high)} : *other;
}

QString plural(int count, const QString& one, const QString& many) {
    return count == 1 ? one : many.arg(QLocale(QLocale::English).toString(count));
}

} // namespace

CurvePlot::CurvePlot(QWidget* parent) : PlotWidget(parent), m_labels(new MarkPlottable(plot().xAxis, plot().yAxis)) {
    setObjectName(QStringLiteral("curvePlot"));
    setAccessibleName(tr("Curves"));
    m_labels->setLayer(QStringLiteral("axes")); // above every line
    m_labels->setLook(letters(), theme());
}

CurvePlot::~CurvePlot() = default;

void CurvePlot::setCurves(const QList<CurveSeries>& series, const QList<CurveGroup>& groups) {
    QSet<QString> ids;
    const auto check = [](bool good, const char* what) {
        if (!good)
            throw std::invalid_argument(std::string("CurvePlot::setCurves: expected ") + what);
    };
    for (const CurveSeries& s : series) {
        check(s.x.size() == s.y.size(), "as many y as x");
        check(s.steps.isEmpty() || s.steps.size() == s.x.size(), "as many steps as points");
        check(s.low.size() == s.high.size() && (s.low.isEmpty() || s.low.size() == s.x.size()),
              "as many low and high as points");
        check(s.labels.isEmpty() || s.labels.size() == s.x.size(), "as many labels as points");
        check(s.notes.isEmpty() || s.notes.size() == s.x.size(), "as many notes as points");
        for (const auto& [name, numbers] : s.beside)
            check(numbers.size() == s.x.size(), "as many numbers beside as points");
        check(s.fit.x.size() == s.fit.y.size(), "as many y as x of a fit");
        check(s.wallTimes.isEmpty() || s.wallTimes.size() == s.x.size(), "as many wall times as points");
        ids.insert(s.id);
    }
    for (const CurveGroup& group : groups) {
        bandOf(group.members, group.spread); // refuses what it can't use
        ids.insert(group.id);
    }
    check(ids.size() == series.size() + groups.size(), "every id once");
    m_series = series;
    m_groups = groups;
    const auto count = size_t(series.size() + groups.size());
    m_lines.clear();
    for (size_t i = 0; i < count; ++i)
        m_lines.push_back(std::make_unique<CurveLine>(plot()));
    m_looksDirty = true;
    refreshSoon();
}

void CurvePlot::append(const QString& id, const QVector<double>& x, const QVector<double>& y) {
    const auto found =
        std::find_if(m_series.begin(), m_series.end(), [&](const CurveSeries& series) { return series.id == id; });
    if (found == m_series.end() || x.size() != y.size() || !found->steps.isEmpty() || !found->wallTimes.isEmpty() ||
        !found->labels.isEmpty() || !found->notes.isEmpty())
        throw std::invalid_argument("CurvePlot::append: expected a known series without steps, wall times, labels and "
                                    "notes, and as many y as x; got “" +
                                    id.toStdString() + "”");
    found->x += x;
    found->y += y;
    m_lines[size_t(found - m_series.begin())]->dirty = true;
    refreshSoon();
}

void CurvePlot::setSmoothing(double weight) {
    if (!(weight >= 0 && weight < 1))
        throw std::invalid_argument("CurvePlot::setSmoothing: expected a weight in [0, 1)");
    if (m_smoothing == weight)
        return;
    m_smoothing = weight;
    for (const auto& line : m_lines)
        line->dirty = true;
    refreshSoon();
}

void CurvePlot::setCursor(std::optional<double> x) {
    m_cursor = x;
    placeOverlay();
}

PlotWidget::Content CurvePlot::rebuild() {
    const CurveLine::Settings settings{m_smoothing, isLogarithmic(Axis::X), isLogarithmic(Axis::Y)};
    Content content;
    content.padX = false;
    QList<LegendEntry> references; // named after what was measured, as in the read-out
    int leftOut = 0;
    const bool crowded = m_lines.size() > crowd, allSmoothed = isSmoothedThroughout();
    plot().setPlottingHint(QCP::phFastPolylines, crowded);
    for (size_t i = 0; i < m_lines.size(); ++i) {
        CurveLine& line = *m_lines[i];
        const auto at = qsizetype(i);
        const bool single = at < m_series.size();
        const SeriesLook& look = single ? m_series[at].look : m_groups[at - m_series.size()].look;
        if (line.dirty || line.isOutdated(settings)) {
            if (single)
                line.set(m_series[at], settings);
            else
                line.set(m_groups[at - m_series.size()], settings);
            line.style(look, theme(), crowded);
        } else if (m_looksDirty) {
            line.style(look, theme(), crowded);
        }
        widen(content.x, line.xRange);
        widen(content.y, line.yRange);
        content.padX = content.padX || line.hasDots(); // no dot cut in half at the edge
        leftOut += line.leftOut();
        const QPen pen = look.pen(theme(), crowded ? 1.5 : 2);
        const bool hasMarks = single && m_series[at].points; // what is predicted stays beside what was measured
        QList<LegendEntry>& legend = look.dashed && !hasMarks ? references : content.legend;
        if (single)
            legend.append({LegendEntry::Sample::Line,
                           m_series[at].name,
                           pen,
                           {},
                           0,
                           isSmoothed(m_series[at]) && !allSmoothed ? tr(", averaged") : QString()});
        else
            legend.append({m_groups[at - m_series.size()].members.size() > 1 ? LegendEntry::Sample::Band
                                                                             : LegendEntry::Sample::Line,
                           m_groups[at - m_series.size()].name,
                           pen,
                           {},
                           0,
                           noteOf(m_groups[at - m_series.size()])});
    }
    content.legend += references;
    placeLabels();
    m_looksDirty = false;
    QStringList remarks;
    if (allSmoothed)
        remarks << tr("Lines: moving average, weight %1").arg(m_smoothing);
    else if (isSmoothed())
        remarks << tr("Averaged: moving average, weight %1").arg(m_smoothing);
    if (leftOut > 0)
        remarks << plural(leftOut, tr("1 point at or below 0 can't be shown on a logarithmic axis"),
                          tr("%1 points at or below 0 can't be shown on a logarithmic axis"));
    content.remark = remarks.join(QStringLiteral(". "));
    return content;
}

/// Hollow marks around the dots that have a label; labels keep off the curves where there is room.
void CurvePlot::placeLabels() {
    QList<MarkPlottable::Mark> marks;
    QList<MarkPlottable::Line> lines;
    for (qsizetype s = 0; s < m_series.size(); ++s) {
        const QStringList& labels = m_series[s].labels;
        const CurveLine& line = *m_lines[size_t(s)];
        for (qsizetype i = labels.size() - 1; i >= 0; --i)
            if (line.canShow(i))
                marks.append(
                    {line.x()[i], line.shown(i), CurveLine::dotSize, m_series[s].look.in(theme()), labels[i], true});
    }
    m_labels->setMarks(marks);
    for (size_t s = 0; s < m_lines.size() && !marks.isEmpty(); ++s)
        lines.append(m_lines[s]->drawn());
    m_labels->setLines(lines);
}

void CurvePlot::themeChanged() {
    m_looksDirty = true;
    m_labels->setLook(letters(), theme());
}

QString CurvePlot::noteOf(const CurveGroup& group) const {
    const qsizetype n = group.members.size();
    if (n < 2)
        return group.ofSeeds ? tr(": 1 seed, no band") : tr(": 1 run, no band");
    QString text =
        (group.ofSeeds ? tr(": %1 of %2 seeds") : tr(": %1 of %2 runs")).arg(rowOf(group.spread).mean).arg(n);
    if (group.isRead)
        text += tr(", between their points on straight lines");
    if (group.latest)
        text += tr(", from %1, where the last begins").arg(placeText(Axis::X, *group.latest));
    if (group.shortest)
        text += tr(", up to %1, where the shortest ends").arg(placeText(Axis::X, *group.shortest));
    return text;
}

void CurvePlot::placeOverlay() {
    std::optional<double> line;
    if (m_cursor && (!isLogarithmic(Axis::X) || *m_cursor > 0))
        line = plot().xAxis->coordToPixel(*m_cursor);
    overlay().setCursorLine(line);
    if (m_pointer)
        hover(*m_pointer);
    else if (m_stepped)
        readCursor();
}

QList<CurvePlot::Hover> CurvePlot::nearest(const QPointF& pixel) {
    ensureFresh();
    QList<Hover> entries;
    for (size_t i = 0; i < m_lines.size(); ++i) {
        const CurveLine& line = *m_lines[i];
        const qsizetype point = line.nearest(pixel);
        if (point < 0)
            continue;
        const auto at = qsizetype(i);
        const bool single = at < m_series.size();
        entries.append({single ? m_series[at].id : m_groups[at - m_series.size()].id, line.x()[point], line.raw(point),
                        line.shown(point), QLineF(line.pixel(point), pixel).length(),
                        single ? m_series[at].notes.value(point) : QString()});
    }
    std::stable_sort(entries.begin(), entries.end(), [this](const Hover& a, const Hover& b) {
        return std::pair(isReference(a.id), a.distance) < std::pair(isReference(b.id), b.distance);
    });
    return entries;
}

/// A dashed line without marks may be near everywhere: what has points comes first in a read-out.
bool CurvePlot::isReference(const QString& id) const {
    return std::any_of(m_series.begin(), m_series.end(), [&](const CurveSeries& series) {
        return series.id == id && series.look.dashed && !series.points;
    });
}

bool CurvePlot::isSmoothed() const {
    return std::any_of(m_series.begin(), m_series.end(), [this](const auto& series) { return isSmoothed(series); });
}

bool CurvePlot::isSmoothedThroughout() const {
    qsizetype smoothed = 0;
    for (const CurveSeries& series : m_series) {
        if (!isSmoothed(series) && !isReference(series.id))
            return false;
        smoothed += isSmoothed(series);
    }
    return m_groups.isEmpty() && smoothed > 0;
}

bool CurvePlot::isGroup(const QString& id) const {
    return std::any_of(m_groups.begin(), m_groups.end(),
                       [&](const CurveGroup& group) { return group.id == id && group.members.size() > 1; });
}

bool CurvePlot::isSmoothed(const QString& id) const {
    return std::any_of(m_series.begin(), m_series.end(),
                       [&](const CurveSeries& series) { return series.id == id && isSmoothed(series); });
}

QString CurvePlot::nameOf(const QString& id) const {
    for (const CurveSeries& series : m_series)
        if (series.id == id)
            return series.name;
    for (const CurveGroup& group : m_groups)
        if (group.id == id)
            return group.members.size() < 2 ? group.name : group.name + tr(" (mean)");
    return id;
}

QColor CurvePlot::colorOf(const QString& id) const {
    for (const CurveSeries& series : m_series)
        if (series.id == id)
            return series.look.in(theme());
    for (const CurveGroup& group : m_groups)
        if (group.id == id)
            return group.look.in(theme());
    return {};
}

QString CurvePlot::readoutHtml(const QList<Hover>& entries, double x) const {
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'><tr><td colspan='4'>%1 <b>%2</b></td></tr>")
                       .arg(axisTitle(Axis::X).toHtmlEscaped(), valueText(Axis::X, x).toHtmlEscaped());
    const auto shown = qMin(qsizetype(mostLines), entries.size());
    const int widest = fontMetrics().averageCharWidth() * longestName;
    for (qsizetype i = 0; i < shown; ++i) {
        const Hover& entry = entries[i];
        const bool smooth = isSmoothed(entry.id);
        const QString value = valueText(Axis::Y, smooth ? entry.shown : entry.y);
        QStringList beside;
        if (smooth)
            beside << tr("recorded %1").arg(valueText(Axis::Y, entry.y));
        if (entry.x != x)
            beside << tr("at %1").arg(valueText(Axis::X, entry.x));
        if (!entry.note.isEmpty())
            beside << entry.note;
        html += QStringLiteral("<tr><td><span style='color:%1'>%5</span>&nbsp;</td><td>%2&nbsp;&nbsp;</td>"
                               "<td align='right'><b>%3</b></td><td>&nbsp;%4</td></tr>")
                    .arg(colorOf(entry.id).name(),
                         fontMetrics().elidedText(nameOf(entry.id), Qt::ElideMiddle, widest).toHtmlEscaped(),
                         value.toHtmlEscaped(), beside.join(QStringLiteral(", ")).toHtmlEscaped(),
                         isGroup(entry.id) ? QStringLiteral("■") : QStringLiteral("●"));
    }
    if (entries.size() > shown)
        html += QStringLiteral("<tr><td></td><td colspan='3'>%1</td></tr>")
                    .arg(tr("and %1 more").arg(entries.size() - shown));
    return html + QStringLiteral("</table>");
}

void CurvePlot::showReadout(QList<Hover> entries, const QPointF& at) {
    if (entries.isEmpty()) {
        overlay().clearReadout();
        return;
    }
    const double x = entries.first().x;
    const double place = plot().xAxis->coordToPixel(x);
    entries.removeIf(
        [&](const Hover& entry) { return std::abs(plot().xAxis->coordToPixel(entry.x) - place) > together; });
    QList<PlotOverlay::Marker> markers;
    const QRectF axes = axesRect();
    QString spoken = QStringLiteral("%1 %2").arg(axisTitle(Axis::X), valueText(Axis::X, x));
    for (const Hover& entry : entries.first(qMin(qsizetype(mostLines), entries.size()))) {
        const QPointF pixel = toPixel(entry.x, entry.shown);
        if (axes.contains(pixel))
            markers.append({pixel, colorOf(entry.id)});
        spoken += QStringLiteral(", %1 %2").arg(nameOf(entry.id), valueText(Axis::Y, entry.shown));
        if (!entry.note.isEmpty())
            spoken += u' ' + entry.note;
    }
    overlay().setReadout(markers, readoutHtml(entries, x), at);
    announce(spoken);
}

void CurvePlot::hover(const QPointF& pixel) {
    if (!axesRect().contains(pixel)) {
        leave();
        return;
    }
    m_pointer = pixel;
    m_stepped = false;
    showReadout(nearest(pixel), pixel);
}

void CurvePlot::leave() {
    m_pointer.reset();
    m_stepped = false;
    PlotWidget::leave();
}

void CurvePlot::click(const QPointF& pixel) {
    if (!axesRect().contains(pixel))
        return;
    const QList<Hover> entries = nearest(pixel);
    if (!entries.isEmpty() && entries.first().distance <= clickReach)
        emit seriesClicked(entries.first().id);
    if (!entries.isEmpty())
        emit cursorRequested(toData(pixel).x());
}

void CurvePlot::step(int right, int) {
    if (right == 0)
        return;
    ensureFresh();
    std::optional<double> next;
    const Range view = range(Axis::X);
    const double from = m_cursor.value_or(right > 0 ? -HUGE_VAL : HUGE_VAL);
    for (const auto& line : m_lines)
        for (qsizetype i = 0; i < line->x().size(); ++i) {
            const double x = line->x()[i];
            if (!line->canShow(i) || x < view.low || x > view.high)
                continue;
            if (right > 0 ? x > from && (!next || x < *next) : x < from && (!next || x > *next))
                next = x;
        }
    if (!next)
        return;
    m_pointer.reset();
    m_stepped = true;
    setCursor(next);
    emit cursorRequested(*next);
}

/// What the curves have where the keys have brought the cursor; anew whenever curves or axes change.
void CurvePlot::readCursor() {
    if (!m_cursor)
        return;
    const QPointF at(plot().xAxis->coordToPixel(*m_cursor), axesRect().top());
    QList<Hover> entries = nearest(at);
    std::stable_sort(entries.begin(), entries.end(), [&](const Hover& a, const Hover& b) {
        return std::pair(std::abs(a.x - *m_cursor), -a.shown) < std::pair(std::abs(b.x - *m_cursor), -b.shown);
    });
    showReadout(entries, at);
}

} // namespace headlight
