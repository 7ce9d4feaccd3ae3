// How parallel coordinates are drawn, on the screen and into files.
#include "plots/parallel_plot.h"

#include "figure/figure_sheet.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr qsizetype mostInLegend = 200; // of a picture
constexpr double labelToAxis = 0.55;    // in lines, as all here: between a label and its axis
constexpr double aroundLetters = 0.28;  // width of the ground around a letter, both sides

} // namespace

/// With unit and logarithm, as it is turned.
QString ParallelPlot::titleOf(qsizetype axis) const {
    const QString title = m_axes[axis].heading();
    return m_scales[axis].isLogarithmic() ? tr("%1, log").arg(title) : title;
}

QString ParallelPlot::unitAndScale(qsizetype axis) const {
    QStringList parts;
    if (!m_axes[axis].unit.isEmpty())
        parts << m_axes[axis].unit;
    if (m_scales[axis].isLogarithmic())
        parts << tr("log");
    return parts.join(QStringLiteral(", "));
}

ParallelLayout ParallelPlot::layoutIn(const QSizeF& size) const {
    QList<ParallelTexts> texts;
    for (qsizetype a = 0; a < m_axes.size(); ++a) {
        ParallelTexts one{m_axes[a].title, unitAndScale(a), titleOf(a), {}, {}, !m_axes[a].words.isEmpty()};
        for (const ParallelScale::Tick& tick : m_scales[a].ticks()) {
            one.labels.append(tick.label);
            one.brief.append(tick.brief);
        }
        texts.append(one);
    }
    return ParallelLayout::of(texts, QFontMetricsF(font()), size);
}

QPointF ParallelPlot::point(int axis, double value, const ParallelLayout& layout) const {
    return {layout.x[axis], layout.area.bottom() - m_scales[axis].place(value) * layout.area.height()};
}

QPointF ParallelPlot::toPixel(int axis, double value) const {
    return point(axis, value, layoutIn(size()));
}

/// A line is broken where it has no value.
QList<QPolygonF> ParallelPlot::piecesOf(const ParallelLine& line, const ParallelLayout& layout) const {
    QList<QPolygonF> pieces;
    bool isOn = false;
    for (int a = 0; a < m_axes.size(); ++a) {
        const bool has = std::isfinite(line.values[a]);
        if (has && !isOn)
            pieces.append(QPolygonF());
        if (has)
            pieces.last().append(point(a, line.values[a], layout));
        isOn = has;
    }
    return pieces;
}

void ParallelPlot::paintLine(QPainter& painter, const ParallelLine& line, const ParallelLayout& layout,
                             const QPen& pen) const {
    painter.setPen(pen);
    for (const QPolygonF& piece : piecesOf(line, layout)) {
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
void ParallelPlot::paintTitle(QPainter& painter, int axis, const ParallelLayout& layout) const {
    const Theme theme = themeOf(palette());
    const QFontMetricsF metrics(painter.font());
    const double x = layout.x[axis], line = metrics.height(), top = layout.area.top();
    if (layout.turned) {
        const double length = top - line;
        painter.save();
        painter.translate(x, top - line / 2);
        painter.rotate(-90);
        painter.setPen(color(ColorRole::Text, theme));
        painter.drawText(QRectF(0, -line / 2, length + 4, line),
                         int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         metrics.elidedText(titleOf(axis), Qt::ElideMiddle, length));
        painter.restore();
        return;
    }
    const auto words = [&](const QString& text, double y, ColorRole role) {
        const double room = metrics.horizontalAdvance(text) + 4;
        painter.setPen(color(role, theme));
        painter.drawText(QRectF(x - room / 2, y, room, line), int(Qt::AlignCenter) | Qt::TextSingleLine, text);
    };
    words(m_axes[axis].title, top - 2.4 * line, ColorRole::Text);
    words(unitAndScale(axis), top - 1.45 * line, ColorRole::MutedText);
}

/// On a ground that follows the letters, for lines pass below them; between words one would look like a hyphen.
void ParallelPlot::paintLabel(QPainter& painter, const QString& text, double right, double middle) const {
    const Theme theme = themeOf(palette());
    const QFontMetricsF metrics(painter.font());
    const QStringList lines = text.split(u'\n');
    double baseline = middle - metrics.height() * double(lines.size()) / 2 + metrics.ascent();
    for (const QString& line : lines) {
        const QPointF at(right - metrics.horizontalAdvance(line), baseline);
        const double small = metrics.xHeight() + 2;
        painter.fillRect(QRectF(at.x() - 1, baseline - small + 1, right - at.x() + 2, small),
                         color(ColorRole::Surface, theme));
        QPainterPath letters;
        letters.addText(at, painter.font(), line);
        painter.strokePath(letters, QPen(color(ColorRole::Surface, theme), aroundLetters * metrics.height(),
                                         Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setPen(color(ColorRole::Text, theme));
        painter.drawText(at, line);
        baseline += metrics.height();
    }
}

void ParallelPlot::paintLabels(QPainter& painter, int axis, const ParallelLayout& layout) const {
    const double x = layout.x[axis], line = QFontMetricsF(painter.font()).height();
    double free = HUGE_VAL; // labels go upwards and must not touch
    const QStringList& labels = layout.labels[axis];
    for (qsizetype i = 0; i < labels.size(); ++i) {
        const double y = layout.area.bottom() - m_scales[axis].ticks()[i].place * layout.area.height();
        painter.setPen(color(ColorRole::Outline, themeOf(palette())));
        painter.drawLine(QPointF(x - 4, y), QPointF(x, y));
        const double half = line * double(labels[i].count(u'\n') + 1) / 2;
        if (y + half > free || labels[i].isEmpty())
            continue;
        free = y - half;
        paintLabel(painter, labels[i], x - labelToAxis * line, y);
    }
}

void ParallelPlot::paintAxis(QPainter& painter, int axis, const ParallelLayout& layout) const {
    const Theme theme = themeOf(palette());
    const double x = layout.x[axis];
    const bool byKeys = axis == m_keyAxis && hasFocus();
    painter.setPen(QPen(color(byKeys ? ColorRole::FocusRing : ColorRole::Outline, theme), byKeys ? 2 : 1.2));
    painter.drawLine(QPointF(x, layout.area.top()), QPointF(x, layout.area.bottom()));
    paintTitle(painter, axis, layout);
    paintLabels(painter, axis, layout);
    const auto kept = m_kept.constFind(m_axes[axis].key);
    if (kept == m_kept.cend())
        return;
    const double high = point(axis, kept->high, layout).y(), low = point(axis, kept->low, layout).y();
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
    const ParallelLayout layout = layoutIn(size);
    const QPen grey(color(ColorRole::Grid, theme), 1);
    for (const ParallelLine& line : m_lines)
        if (!isInside(line))
            paintLine(painter, line, layout, grey);
    const auto isStrong = [&](const ParallelLine& line) { return m_current.contains(line.id); };
    for (const bool strong : {false, true}) // the strong ones above
        for (const ParallelLine& line : m_lines)
            if (isInside(line) && isStrong(line) == strong)
                paintLine(painter, line, layout, line.look.pen(theme, strong ? 2.8 : 1.5));
    if (const ParallelLine* line = find(m_hovered))
        paintLine(painter, *line, layout, line->look.pen(theme, 4));
    for (int a = 0; a < m_axes.size(); ++a)
        paintAxis(painter, a, layout);
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
    const ParallelLayout layout = drawn->layoutIn({sheet.width(), sheet.width() * shape});
    const double head = layout.head - ParallelLayout::flatHead * drawn->fontMetrics().height();
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
    if (layout.lacksRoom)
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
