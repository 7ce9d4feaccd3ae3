// How parallel coordinates are drawn, on the screen and into files.
#include "plots/parallel_plot.h"

#include "figure/figure_sheet.h"
#include "plots/shortened_names.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr qsizetype mostInLegend = 200;          ///< of a picture
constexpr double flatHead = 3, highestHead = 14; // in heights of a line: what stands above the axes
constexpr double mostOfHeight = 0.45;            // that turned titles take
constexpr double besideAxis = 10;                // pixels between a label and the axes beside it

} // namespace

double ParallelPlot::sideIn(double width) const {
    return m_axes.size() > 1 ? std::min(5. * fontMetrics().height(), width / double(2 * m_axes.size())) : width / 2;
}

double ParallelPlot::roomIn(double width) const {
    return m_axes.size() > 1 ? (width - 2 * sideIn(width)) / double(m_axes.size() - 1) : width;
}

/// With unit and logarithm, as it is turned.
QString ParallelPlot::titleOf(int axis) const {
    const QString title = m_axes[axis].heading();
    return m_scales[axis].isLogarithmic() ? tr("%1, log").arg(title) : title;
}

bool ParallelPlot::turnsTitles(double width) const {
    const QFontMetricsF metrics(font());
    const double room = roomIn(width) - 6;
    return std::any_of(m_axes.begin(), m_axes.end(),
                       [&](const ParallelAxis& axis) { return metrics.horizontalAdvance(axis.title) > room; });
}

double ParallelPlot::headIn(double width) const {
    const QFontMetricsF metrics(font());
    if (!turnsTitles(width))
        return flatHead * metrics.height();
    double longest = 0;
    for (int a = 0; a < m_axes.size(); ++a)
        longest = std::max(longest, metrics.horizontalAdvance(titleOf(a)));
    return std::min(longest + metrics.height(), highestHead * metrics.height());
}

QRectF ParallelPlot::areaIn(const QSizeF& size) const {
    const double em = fontMetrics().height(), side = sideIn(size.width());
    const double top = std::min(headIn(size.width()), std::max(flatHead * em, mostOfHeight * size.height()));
    return QRectF(QPointF(side, top), QPointF(size.width() - side, size.height() - 1.2 * em));
}

/// Numbers stay whole, shorter where that helps: cut, different ones would look alike. Words are cut.
QStringList ParallelPlot::labelsOf(int axis, double width) const {
    const QFontMetricsF metrics(font());
    const double room = std::max(2. * metrics.height(), roomIn(width) - besideAxis);
    const QList<ParallelScale::Tick>& ticks = m_scales[axis].ticks();
    const bool isShort = std::any_of(ticks.begin(), ticks.end(),
                                     [&](const auto& tick) { return metrics.horizontalAdvance(tick.label) > room; });
    QStringList labels;
    for (const ParallelScale::Tick& tick : ticks)
        labels.append(m_axes[axis].words.isEmpty() && isShort ? tick.brief : tick.label);
    return m_axes[axis].words.isEmpty() ? labels : shortenedNames(labels, metrics, room);
}

bool ParallelPlot::lacksRoom(double width) const {
    const QFontMetricsF metrics(font());
    for (int a = 0; a < m_axes.size(); ++a) {
        const QList<ParallelScale::Tick>& ticks = m_scales[a].ticks();
        const QStringList labels = labelsOf(a, width);
        for (qsizetype i = 0; i < labels.size(); ++i) {
            const bool isCut = !m_axes[a].words.isEmpty() && labels[i] != ticks[i].label;
            if (isCut || metrics.horizontalAdvance(labels[i]) > roomIn(width))
                return true;
        }
        if (metrics.horizontalAdvance(titleOf(a)) + metrics.height() > highestHead * metrics.height() &&
            turnsTitles(width))
            return true;
    }
    return roomIn(width) < metrics.height();
}

double ParallelPlot::axisX(int axis, const QRectF& area) const {
    return m_axes.size() < 2 ? area.center().x()
                             : area.left() + area.width() * double(axis) / double(m_axes.size() - 1);
}

QPointF ParallelPlot::point(int axis, double value, const QRectF& area) const {
    return {axisX(axis, area), area.bottom() - m_scales[axis].place(value) * area.height()};
}

QPointF ParallelPlot::toPixel(int axis, double value) const {
    return point(axis, value, areaIn(size()));
}

/// A line is broken where it has no value.
QList<QPolygonF> ParallelPlot::piecesOf(const ParallelLine& line, const QRectF& area) const {
    QList<QPolygonF> pieces;
    bool isOn = false;
    for (int a = 0; a < m_axes.size(); ++a) {
        const bool has = std::isfinite(line.values[a]);
        if (has && !isOn)
            pieces.append(QPolygonF());
        if (has)
            pieces.last().append(point(a, line.values[a], area));
        isOn = has;
    }
    return pieces;
}

void ParallelPlot::paintLine(QPainter& painter, const ParallelLine& line, const QRectF& area, const QPen& pen) const {
    painter.setPen(pen);
    for (const QPolygonF& piece : piecesOf(line, area)) {
        painter.setBrush(Qt::NoBrush);
        if (piece.size() > 1)
            painter.drawPolyline(piece);
        painter.setBrush(pen.color());
        const double radius = pen.widthF() + 0.8;
        for (const QPointF& at : piece)
            painter.drawEllipse(at, radius, radius);
    }
}

/// Above its axis: in two lines, or turned, from below to above, where there is too little room for one of them.
void ParallelPlot::paintTitle(QPainter& painter, int axis, const QRectF& area, double width) const {
    const Theme theme = themeOf(palette());
    const QFontMetricsF metrics(painter.font());
    const double x = axisX(axis, area), line = metrics.height(), room = roomIn(width);
    if (turnsTitles(width)) {
        const double length = area.top() - line;
        painter.save();
        painter.translate(x, area.top() - line / 2);
        painter.rotate(-90);
        painter.setPen(color(ColorRole::Text, theme));
        painter.drawText(QRectF(0, -line / 2, length + 4, line),
                         int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         metrics.elidedText(titleOf(axis), Qt::ElideMiddle, length));
        painter.restore();
        return;
    }
    const auto words = [&](const QString& text, double y, ColorRole role) {
        painter.setPen(color(role, theme));
        painter.drawText(QRectF(x - room / 2, y, room, line), int(Qt::AlignCenter) | Qt::TextSingleLine, text);
    };
    QStringList below;
    if (!m_axes[axis].unit.isEmpty())
        below << m_axes[axis].unit;
    if (m_scales[axis].isLogarithmic())
        below << tr("log");
    words(m_axes[axis].title, area.top() - 2.4 * line, ColorRole::Text);
    words(below.join(QStringLiteral(", ")), area.top() - 1.45 * line, ColorRole::MutedText);
}

void ParallelPlot::paintLabels(QPainter& painter, int axis, const QRectF& area, double width) const {
    const Theme theme = themeOf(palette());
    const QFontMetricsF metrics(painter.font());
    const double x = axisX(axis, area), line = metrics.height();
    QColor behind = color(ColorRole::Surface, theme);
    behind.setAlphaF(0.8F);
    double free = HUGE_VAL; // labels go upwards and must not touch
    const QStringList labels = labelsOf(axis, width);
    for (qsizetype i = 0; i < labels.size(); ++i) {
        const double y = area.bottom() - m_scales[axis].ticks()[i].place * area.height();
        painter.setPen(color(ColorRole::Outline, theme));
        painter.drawLine(QPointF(x - 4, y), QPointF(x, y));
        if (y + line / 2 > free)
            continue;
        free = y - line / 2;
        const QSizeF box(metrics.horizontalAdvance(labels[i]) + 4, line);
        const bool hasRoom = x - 6 - box.width() >= 0; // else beyond the axis, where lines leave it
        const QRectF place(QPointF(hasRoom ? x - 6 - box.width() : x + 6, y - line / 2), box);
        painter.fillRect(place, behind);
        painter.setPen(color(ColorRole::MutedText, theme));
        painter.drawText(place.adjusted(0, 0, 4, 0), int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         labels[i]);
    }
}

void ParallelPlot::paintAxis(QPainter& painter, int axis, const QRectF& area, double width) const {
    const Theme theme = themeOf(palette());
    const double x = axisX(axis, area);
    const bool byKeys = axis == m_keyAxis && hasFocus();
    painter.setPen(QPen(color(byKeys ? ColorRole::FocusRing : ColorRole::Outline, theme), byKeys ? 2 : 1.2));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    paintTitle(painter, axis, area, width);
    paintLabels(painter, axis, area, width);
    const auto kept = m_kept.constFind(m_axes[axis].key);
    if (kept == m_kept.cend())
        return;
    const double high = point(axis, kept->high, area).y(), low = point(axis, kept->low, area).y();
    QColor fill = color(ColorRole::Accent, theme);
    painter.setPen(QPen(fill, 1.2));
    fill.setAlphaF(0.25F);
    painter.setBrush(fill);
    painter.drawRect(QRectF(x - 7, high, 14, low - high));
}

void ParallelPlot::paint(QPainter& painter, const QSizeF& size) const {
    const Theme theme = themeOf(palette());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    if (m_axes.isEmpty() || m_lines.isEmpty())
        return;
    const QRectF area = areaIn(size);
    const QPen grey(color(ColorRole::Grid, theme), 1);
    for (const ParallelLine& line : m_lines)
        if (!isInside(line))
            paintLine(painter, line, area, grey);
    const auto isStrong = [&](const ParallelLine& line) { return m_current.contains(line.id); };
    for (const bool strong : {false, true}) // the strong ones above
        for (const ParallelLine& line : m_lines)
            if (isInside(line) && isStrong(line) == strong)
                paintLine(painter, line, area, line.look.pen(theme, strong ? 2.8 : 1.5));
    if (const ParallelLine* line = find(m_hovered))
        paintLine(painter, *line, area, line->look.pen(theme, 4));
    for (int a = 0; a < m_axes.size(); ++a)
        paintAxis(painter, a, area, size.width());
}

/// The names of the kept lines, which on the screen the table has; measured only, without a painter.
double ParallelPlot::paintLegend(QPainter* painter, double width, double top) const {
    const Theme theme = themeOf(palette());
    const QFontMetricsF metrics(font());
    const double em = metrics.height(), sample = 1.6 * em;
    double x = em, y = top;
    qsizetype count = 0;
    for (const ParallelLine& line : m_lines) {
        if (!isInside(line))
            continue;
        if (++count > mostInLegend)
            break;
        const QString name = metrics.elidedText(line.name, Qt::ElideMiddle, width - 2 * em - sample);
        const double needed = sample + 0.4 * em + metrics.horizontalAdvance(name);
        if (x > em && x + needed > width - em) {
            x = em;
            y += 1.35 * em;
        }
        if (painter) {
            painter->setPen(line.look.pen(theme, 2));
            painter->drawLine(QPointF(x, y + em / 2), QPointF(x + sample, y + em / 2));
            painter->setPen(color(ColorRole::Text, theme));
            painter->drawText(QRectF(x + sample + 0.4 * em, y, needed, em),
                              int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, name);
        }
        x += needed + 1.1 * em;
    }
    return y + 1.6 * em - top;
}

Picture ParallelPlot::picture(const FigureOptions& options) {
    if (m_axes.isEmpty() || m_lines.isEmpty())
        return {};
    const FigureSheet sheet(options, themeOf(palette()), m_title);
    const auto drawn = std::make_shared<ParallelPlot>();
    drawn->setFont(sheet.font());
    drawn->setPalette(paletteOf(sheet.theme()));
    drawn->setLines(m_axes, m_lines);
    drawn->m_kept = m_kept;
    if (options.has(FigurePart::Marks))
        drawn->m_current = m_current;
    const double shape = plotShape(size()); // without legend and titles
    const double head = drawn->headIn(sheet.width()) - flatHead * drawn->fontMetrics().height();
    const QSizeF plot(sheet.width(), sheet.width() * shape + head);
    const bool hasLegend = options.has(FigurePart::Legend);
    const double legend = hasLegend ? drawn->paintLegend(nullptr, plot.width(), 0) : 0;
    PictureMetadata metadata = m_metadata;
    for (const ParallelAxis& axis : m_axes)
        if (const auto kept = m_kept.constFind(axis.key); kept != m_kept.cend())
            metadata.append({tr("Range of %1").arg(axis.heading()),
                             tr("%1 … %2").arg(exactNumber(kept->low), exactNumber(kept->high))});
    Picture picture = sheet.picture(
        plot.height() + legend,
        [drawn, plot, hasLegend](QPainter& painter, const QRectF&) {
            drawn->paint(painter, plot);
            if (hasLegend)
                drawn->paintLegend(&painter, plot.width(), plot.height());
        },
        metadata);
    if (drawn->lacksRoom(sheet.width()))
        picture.remark = (picture.remark + u' ' + tr("The axes are too close together: give it more width.")).trimmed();
    picture.title = m_title;
    picture.parts = FigurePart::Title | FigurePart::Legend | FigurePart::Marks;
    return picture;
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), color(ColorRole::Surface, themeOf(palette())));
    paint(painter, size());
}

} // namespace headlight
