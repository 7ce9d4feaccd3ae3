// The numbers that a heat map writes into its cells.
#include "matrix/heat_map_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "matrix/painting.h"

namespace headlight {

namespace {

constexpr double smallestValue = 4.5;    // pixels; letters below it are not read
constexpr qsizetype mostValues = 16'384; // nobody reads more of them

/// "0.25", "−1.50": as many digits behind the point in every cell.
QString fixedText(double value, int digits) {
    const QString text = QString::number(value, 'f', digits);
    return text.startsWith(u'-') ? (text.toDouble() == 0 ? text.mid(1) : u'−' + text.mid(1)) : text;
}

} // namespace

/// In letters of one size for all cells, as large as these let them be; none where that is too small to be read.
HeatMapPainter::WrittenValues HeatMapPainter::valuesIn(const HeatMapGeometry& where) const {
    const QRectF part = where.part();
    const int firstRow = int(std::ceil(part.top() - 1e-6)), lastRow = int(std::floor(part.bottom() + 1e-6));
    const int firstColumn = int(std::ceil(part.left() - 1e-6)), lastColumn = int(std::floor(part.right() + 1e-6));
    const qsizetype cells = qsizetype(std::max(0, lastRow - firstRow)) * std::max(0, lastColumn - firstColumn);
    WrittenValues written;
    written.haveRoom = cells <= mostValues;
    if (cells == 0 || !written.haveRoom)
        return written;
    const CellStyle style = cellStyle(1.0);
    const QFontMetricsF metrics(m_font);
    for (int row = firstRow; row < lastRow; ++row)
        for (int column = firstColumn; column < lastColumn; ++column) {
            const float value = m_view.value(row, column);
            if (m_view.isMasked(row, column) || !std::isfinite(value))
                continue;
            const QString text = fixedText(double(value), m_style.digits);
            written.longest = std::max(written.longest, metrics.horizontalAdvance(text));
            const QColor ground = QColor::fromRgb(style.colors.at(double(m_cells.at(row, column))));
            written.cells.append({where.cellRect(row, column), text, readableOn(ground)});
        }
    written.factor = std::min({1.0, 0.86 * where.cell / written.longest, 0.86 * where.rowHeight / metrics.height()});
    written.haveRoom = written.factor * QFontInfo(m_font).pixelSize() >= smallestValue;
    if (!written.haveRoom)
        written.cells.clear();
    return written;
}

void HeatMapPainter::paintValues(QPainter& painter, const HeatMapGeometry& where) const {
    const WrittenValues written = valuesIn(where);
    const double height = QFontMetricsF(m_font).height();
    for (const WrittenValues::Cell& cell : written.cells) {
        painter.save();
        painter.translate(cell.box.center());
        painter.scale(written.factor, written.factor);
        painter.setPen(cell.ink);
        const QRectF room(-written.longest, -height / 2, 2 * written.longest, height);
        painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, cell.text);
        painter.restore();
    }
}

QString HeatMapPainter::remarkIn(const QRectF& rect) const {
    const bool hasNone =
        m_style.has(FigurePart::Values) && !m_view.isEmpty() && !valuesIn(geometry(rect, 1.0)).haveRoom;
    return hasNone ? QObject::tr("No numbers in the cells: they would be too small to be read at this width.")
                   : QString();
}

} // namespace headlight
