// What a MapGridPainter says below its maps in a figure: the colours, what is marked, what the numbers are.
#include "matrix/map_grid_painter.h"

#include <QFontInfo>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "matrix/painting.h"

namespace headlight {

/// Maps of a single row, which are read alone, may span a range of their own: it stands in the words of the others'
/// bar.
std::optional<ColorBar> MapGridPainter::colorBar() const {
    std::optional<ColorBar> bar, alone;
    if (!m_style.has(FigurePart::ColorBar))
        return bar;
    for (const Item& item : m_items) {
        const MatrixView& view = item.thumbnail.view;
        if (view.isEmpty())
            continue;
        std::optional<ColorBar>& its = view.rows == 1 ? alone : bar;
        if (!its)
            its = ColorBar{view.range, view.colorMap, view.valueName, false, false, {}, m_style.isFigure};
        if (its->range != view.range || its->colorMap != view.colorMap)
            return std::nullopt;
        if (its->valueName != view.valueName)
            its->valueName = QStringLiteral("value");
        its->hasMasked |= view.hasMaskedByItself();
        its->seesBehind |= item.behind.rows() > 0;
        its->use.add(item.use);
    }
    if (!bar || !alone)
        return bar ? bar : alone;
    if (bar->colorMap != alone->colorMap)
        return std::nullopt;
    if (bar->valueName != alone->valueName)
        bar->valueName = QStringLiteral("value");
    if (bar->range != alone->range)
        bar->valueName += QObject::tr(" (single rows %1)").arg(alone->shortWords());
    else
        bar->use.add(alone->use);
    bar->hasMasked |= alone->hasMasked;
    bar->seesBehind |= alone->seesBehind;
    return bar;
}

/// In place of a colour bar where the maps have none in common.
QString MapGridPainter::rangesNote() const {
    return m_style.has(FigurePart::ColorBar) && !m_items.isEmpty() && !colorBar()
               ? QStringLiteral("The colours of each map span a range of its own.")
               : QString();
}

bool MapGridPainter::hasAltered() const {
    return std::any_of(m_items.begin(), m_items.end(), [](const Item& item) { return item.thumbnail.altered; });
}

bool MapGridPainter::hasOff() const {
    return std::any_of(m_items.begin(), m_items.end(), [](const Item& item) { return item.thumbnail.off; });
}

bool MapGridPainter::hasHatch(CellHatch hatch) const {
    return std::any_of(m_items.begin(), m_items.end(),
                       [hatch](const Item& item) { return item.thumbnail.view.hatches.contains(hatch); });
}

bool MapGridPainter::hasMarks() const {
    return hasAltered() || hasOff() || hasHatch(CellHatch::Forbidden) || hasHatch(CellHatch::Forced);
}

QString MapGridPainter::notesWords() const {
    return m_notes.isEmpty() || isDense() ? QString() : m_notesMeaning;
}

bool MapGridPainter::hasLegend() const {
    return hasMarks() || !notesWords().isEmpty();
}

double MapGridPainter::barHeight(double width) const {
    const auto bar = colorBar();
    const int rows = bar ? bar->widths(m_font).linesIn(width) : rangesNote().isEmpty() ? 0 : 1;
    return rows * std::ceil(QFontMetricsF(m_font).height());
}

double MapGridPainter::legendHeight(double width) const {
    double height = barHeight(width);
    if (!m_style.has(FigurePart::Legend))
        return height;
    const QFontMetricsF metrics(m_font);
    if (hasMarks())
        height += std::ceil(metrics.height());
    if (!notesWords().isEmpty())
        height += std::ceil(metrics.boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, notesWords()).height());
    return height;
}

/// Samples of the corner, the line and the cells that maps may have, with their words.
void MapGridPainter::paintMarkSamples(QPainter& painter, const QRectF& line) const {
    const double em = QFontInfo(m_font).pixelSize(), side = 0.75 * em;
    double x = line.left();
    const auto sample = [&](const QString& words, auto paintMark) {
        const QRectF swatch(x, line.center().y() - side / 2, side, side);
        painter.setPen(QPen(color(ColorRole::Border, m_theme), hairline(painter)));
        painter.drawRect(swatch);
        paintMark(swatch);
        x = swatch.right() + 0.5 * em;
        painter.setPen(color(ColorRole::MutedText, m_theme));
        painter.drawText(QRectF(x, line.top(), line.right() - x, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         words);
        x += QFontMetricsF(m_font).horizontalAdvance(words) + em;
    };
    painter.setFont(m_font);
    painter.setBrush(Qt::NoBrush);
    if (hasAltered())
        sample(QObject::tr("altered"), [&](const QRectF& swatch) { paintAltered(painter, swatch); });
    if (hasOff())
        sample(QObject::tr("switched off"), [&](const QRectF& swatch) { paintOff(painter, swatch); });
    for (const CellHatch hatch : {CellHatch::Forbidden, CellHatch::Forced})
        if (hasHatch(hatch))
            sample(hatchWords(hatch), [&](const QRectF& swatch) { paintHatch(painter, swatch, hatch, m_theme); });
}

void MapGridPainter::paintLegend(QPainter& painter, const QRectF& rect) const {
    QRectF place(rect.left() + gap(), rect.top() + m_layout.legendTop, rect.width() - 2 * gap(),
                 m_layout.height - m_layout.legendTop);
    painter.setFont(m_font);
    painter.setPen(color(ColorRole::MutedText, m_theme));
    if (const auto bar = colorBar())
        bar->paint(painter, place, m_font, m_theme);
    else
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, rangesNote());
    if (!m_style.has(FigurePart::Legend))
        return;
    place.setTop(place.top() + barHeight(place.width()));
    if (hasMarks()) {
        const double line = std::ceil(QFontMetricsF(m_font).height());
        paintMarkSamples(painter, {place.left(), place.top(), place.width(), line});
        place.setTop(place.top() + line);
    }
    painter.setPen(color(ColorRole::MutedText, m_theme));
    painter.drawText(place, int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, notesWords());
}

} // namespace headlight
