#include "plots/scatter_plot.h"

#include "plots/legend_strip.h"
#include "plots/plot_overlay.h"

#include <QSet>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {
namespace {

constexpr double usualDiameter = 10;
constexpr double smallestDiameter = 6;
constexpr double largestDiameter = 30;
constexpr double ring = 2;  // pixels of a line around a mark
constexpr double reach = 8; // pixels around a mark

/// The largest of 1, 2, 5 times a power of ten that is not above the value.
double roundDown(double value) {
    const double power = std::pow(10., std::floor(std::log10(value)));
    for (const double factor : {5., 2.})
        if (factor * power <= value * (1 + 1e-9))
            return factor * power;
    return power;
}

} // namespace

ScatterPlot::ScatterPlot(QWidget* parent) : PlotWidget(parent), m_drawn(new MarkPlottable(plot().xAxis, plot().yAxis)) {
    setObjectName(QStringLiteral("scatterPlot"));
    setAccessibleName(tr("Scatter plot"));
    overlay().setEmptyPicture(FaintPicture::Points);
    ScatterPlot::themeChanged();
}

ScatterPlot::~ScatterPlot() = default;

void ScatterPlot::setMarks(const QList<ScatterMark>& marks, const QList<ScatterLevel>& levels) {
    QSet<QString> ids;
    for (const ScatterMark& mark : marks) {
        if (mark.size < 0)
            throw std::invalid_argument("ScatterPlot::setMarks: expected sizes of at least 0");
        ids.insert(mark.id);
    }
    if (ids.size() != marks.size())
        throw std::invalid_argument("ScatterPlot::setMarks: expected every id once");
    m_marks = marks;
    m_levels = levels;
    m_hovered.clear();
    overlay().clearReadout();
    refreshSoon();
}

void ScatterPlot::setSizeTitle(const QString& title, const QString& unit) {
    m_sizeTitle = title;
    m_sizeUnit = unit;
    refreshSoon();
}

void ScatterPlot::setCurrent(const QString& id) {
    m_current = id;
    refreshSoon();
}

bool ScatterPlot::canShow(const ScatterMark& mark) const {
    return std::isfinite(mark.x) && std::isfinite(mark.y) && (!isLogarithmic(Axis::X) || mark.x > 0) &&
           (!isLogarithmic(Axis::Y) || mark.y > 0);
}

double ScatterPlot::largestSize() const {
    double largest = 0;
    for (const ScatterMark& mark : m_marks)
        if (canShow(mark) && std::isfinite(mark.size))
            largest = qMax(largest, mark.size);
    return largest;
}

double ScatterPlot::diameter(double size) const {
    const double largest = largestSize();
    if (largest <= 0 || !std::isfinite(size) || size <= 0)
        return usualDiameter;
    return qMax(smallestDiameter, largestDiameter * std::sqrt(size / largest));
}

/// Beside the marks are only the names of those that share a colour then.
static void nameInLegend(QList<MarkPlottable::Mark>& marks, QList<LegendEntry>& legend) {
    for (MarkPlottable::Mark& mark : marks) {
        if (mark.label.isEmpty())
            continue;
        legend.append({mark.square   ? LegendEntry::Sample::HollowSquare
                       : mark.hollow ? LegendEntry::Sample::HollowDot
                                     : LegendEntry::Sample::Dot,
                       mark.label, QPen(mark.color, 1.8)});
        const auto sharing =
            std::count_if(marks.begin(), marks.end(), [&mark](const auto& other) { return other.color == mark.color; });
        if (sharing == 1)
            mark.label.clear();
    }
}

static void widenTo(std::optional<PlotWidget::Range>& range, double value) {
    range =
        range ? PlotWidget::Range{qMin(range->low, value), qMax(range->high, value)} : PlotWidget::Range{value, value};
}

/// Lines go from edge to edge, whatever part is shown; their labels find their places among those of the marks, at the
/// end of what is there.
void ScatterPlot::drawLevels(Content& content, QList<MarkPlottable::Mark>& labels) {
    plot().clearItems();
    QList<MarkPlottable::Line> lines;
    QSet<QString> groups;
    const QColor tone = color(ColorRole::MutedText, theme());
    QPen pen = SeriesLook{0, tone, true}.pen(theme(), 1.4);
    for (const ScatterLevel& level : std::as_const(m_levels)) {
        const bool isUpright = level.axis == Axis::X;
        std::optional<Range>& along = isUpright ? content.y : content.x;
        if (!along || !std::isfinite(level.value) || (isLogarithmic(level.axis) && level.value <= 0))
            continue;
        widenTo(isUpright ? content.x : content.y, level.value);
        auto* line = new QCPItemLine(&plot());
        line->setPen(pen);
        for (QCPItemPosition* end : {line->start, line->end}) {
            const double edge = end == line->start ? 0 : 1;
            (isUpright ? end->setTypeY(QCPItemPosition::ptAxisRectRatio)
                       : end->setTypeX(QCPItemPosition::ptAxisRectRatio));
            end->setCoords(isUpright ? level.value : edge, isUpright ? edge : level.value);
        }
        const auto pointAt = [&](double at) { return isUpright ? QPointF(level.value, at) : QPointF(at, level.value); };
        lines.append({pointAt(along->low), pointAt(along->high)});
        const QPointF end = pointAt(along->high);
        labels.append({end.x(), end.y(), 0, tone, level.label, true});
        if (!level.group.isEmpty() && !groups.contains(level.group)) {
            groups.insert(level.group);
            content.legend.append({LegendEntry::Sample::Line, level.group, pen});
        }
    }
    m_drawn->setLines(lines);
}

PlotWidget::Content ScatterPlot::rebuild() {
    Content content;
    QList<MarkPlottable::Mark> drawn;
    QSet<QString> groups;
    int leftOut = 0;
    for (const ScatterMark& mark : m_marks) {
        if (!canShow(mark)) {
            ++leftOut;
            continue;
        }
        widenTo(content.x, mark.x);
        widenTo(content.y, mark.y);
        const QColor tone = mark.look.in(theme());
        const bool again = !mark.look.color.isValid() && mark.look.index >= seriesColorCount;
        drawn.append({mark.x, mark.y, diameter(mark.size), tone, mark.label, mark.hollow, mark.id == m_current,
                      mark.square, again && !mark.hollow});
        if (!mark.group.isEmpty() && !groups.contains(mark.group)) {
            groups.insert(mark.group);
            content.legend.append(
                {mark.hollow ? LegendEntry::Sample::HollowDot : LegendEntry::Sample::Dot, mark.group, QPen(tone, 1.8)});
        }
    }
    drawLevels(content, drawn);
    if (!isFigure())
        m_namesInLegend = false;
    if (m_namesInLegend)
        nameInLegend(drawn, content.legend);
    for (const MarkPlottable::Mark& mark : std::as_const(drawn))
        content.room = qMax(content.room, mark.diameter / 2 + ring);
    // Large marks below, so that a small one is never hidden.
    std::stable_sort(drawn.begin(), drawn.end(), [](const auto& a, const auto& b) { return a.diameter > b.diameter; });
    m_drawn->setMarks(drawn);
    if (const double largest = largestSize(); largest > 0 && !m_sizeTitle.isEmpty()) {
        const QPen pen(color(ColorRole::MutedText, theme()), 1.2);
        const double top = roundDown(largest);
        const bool areSquare = std::all_of(drawn.begin(), drawn.end(), [](const auto& mark) { return mark.square; });
        const auto sample = areSquare ? LegendEntry::Sample::HollowSquare : LegendEntry::Sample::HollowDot;
        for (const double size : {top / 10, top}) {
            const QString name = QStringLiteral("%1 %2 %3").arg(m_sizeTitle, shownNumber(size), m_sizeUnit).trimmed();
            content.legend.append({sample, name, pen, {}, diameter(size)});
        }
    }
    if (leftOut > 0)
        content.remark = leftOut == 1 ? tr("1 mark is not shown: it has no value on these axes")
                                      : tr("%1 marks are not shown: they have no value on these axes").arg(leftOut);
    return content;
}

bool ScatterPlot::lacksNames() {
    m_namesInLegend = m_drawn->lacksRoom();
    return m_namesInLegend;
}

void ScatterPlot::themeChanged() {
    m_drawn->setLook(letters(), theme());
}

const ScatterMark* ScatterPlot::find(const QString& id) const {
    for (const ScatterMark& mark : m_marks)
        if (mark.id == id)
            return &mark;
    return nullptr;
}

QStringList ScatterPlot::nearest(const QPointF& pixel) {
    ensureFresh();
    QList<std::pair<double, QString>> found;
    for (const ScatterMark& mark : m_marks) {
        if (!canShow(mark))
            continue;
        const double distance = QLineF(toPixel(mark.x, mark.y), pixel).length();
        if (distance <= diameter(mark.size) / 2 + reach)
            found.append({distance, mark.id});
    }
    std::sort(found.begin(), found.end());
    QStringList ids;
    for (const auto& [distance, id] : found)
        ids += id;
    return ids;
}

void ScatterPlot::read(const ScatterMark& mark, const QStringList& others) {
    const QString name = mark.label.isEmpty() ? mark.id : mark.label;
    QStringList lines = {QStringLiteral("%1: %2").arg(axisTitle(Axis::X), valueText(Axis::X, mark.x)),
                         QStringLiteral("%1: %2").arg(axisTitle(Axis::Y), valueText(Axis::Y, mark.y))};
    if (!m_sizeTitle.isEmpty() && std::isfinite(mark.size) && mark.size > 0)
        lines += QStringLiteral("%1: %2 %3").arg(m_sizeTitle, shownNumber(mark.size), m_sizeUnit).trimmed();
    QString html = QStringLiteral("<b>%1</b>").arg(name.toHtmlEscaped());
    if (!mark.group.isEmpty() && mark.group != name)
        html += QStringLiteral(" · ") + mark.group.toHtmlEscaped();
    for (const QString& line : lines)
        html += QStringLiteral("<br>") + line.toHtmlEscaped();
    if (!others.isEmpty())
        html += QStringLiteral("<br>") + tr("and %1 more here").arg(others.size());
    const QPointF at = toPixel(mark.x, mark.y);
    overlay().setReadout({{at, mark.look.in(theme())}}, html, at);
    announce(name + QStringLiteral(", ") + lines.join(QStringLiteral(", ")));
}

void ScatterPlot::hover(const QPointF& pixel) {
    QStringList ids = axesRect().contains(pixel) ? nearest(pixel) : QStringList();
    const QString id = ids.isEmpty() ? QString() : ids.takeFirst();
    if (id == m_hovered)
        return;
    m_hovered = id;
    if (const ScatterMark* mark = find(id))
        read(*mark, ids);
    else
        overlay().clearReadout();
    emit hovered(id);
}

void ScatterPlot::leave() {
    PlotWidget::leave();
    if (m_hovered.isEmpty())
        return;
    m_hovered.clear();
    emit hovered({});
}

void ScatterPlot::click(const QPointF& pixel) {
    if (const QStringList ids = nearest(pixel); !ids.isEmpty())
        emit clicked(ids.first());
}

void ScatterPlot::step(int right, int up) {
    ensureFresh();
    const ScatterMark* from = find(m_hovered);
    const QPointF start = from ? toPixel(from->x, from->y) : axesRect().center();
    const QPointF direction(right, -up);
    const ScatterMark* best = nullptr;
    double least = HUGE_VAL;
    for (const ScatterMark& mark : m_marks) {
        if (!canShow(mark) || &mark == from)
            continue;
        const QPointF away = toPixel(mark.x, mark.y) - start;
        const double ahead = QPointF::dotProduct(away, direction);
        const double aside = std::abs(away.x() * direction.y()) + std::abs(away.y() * direction.x());
        // Without a start the nearest one of all; from a mark on, what lies ahead counts more than what lies aside.
        const double cost = from ? ahead + 2 * aside : std::hypot(away.x(), away.y());
        if ((!from || ahead > 0) && cost < least) {
            least = cost;
            best = &mark;
        }
    }
    if (!best)
        return;
    m_hovered = best->id;
    read(*best, {});
    emit hovered(best->id);
}

void ScatterPlot::activate() {
    if (!m_hovered.isEmpty())
        emit clicked(m_hovered);
}

ValueTable ScatterPlot::values() const {
    ValueTable table;
    const bool sized = largestSize() > 0;
    const QString size = m_sizeUnit.isEmpty() ? m_sizeTitle : QStringLiteral("%1 (%2)").arg(m_sizeTitle, m_sizeUnit);
    table.columns = {QStringLiteral("id"), QStringLiteral("label"), QStringLiteral("group"), valueHeading(Axis::X),
                     valueHeading(Axis::Y)};
    if (sized)
        table.columns += size;
    for (const ScatterMark& mark : m_marks) {
        QStringList row = {mark.id, mark.label, mark.group, exactNumber(mark.x), exactNumber(mark.y)};
        if (sized)
            row += exactNumber(mark.size);
        table.rows += row;
    }
    for (const ScatterLevel& level : m_levels) {
        const QString value = exactNumber(level.value);
        QStringList row = {QString(), level.label, level.group};
        row += level.axis == Axis::X ? QStringList{value, QString()} : QStringList{QString(), value};
        if (sized)
            row += QString();
        table.rows += row;
    }
    return table;
}

} // namespace headlight
