#include "figure/table_figure.h"

#include "figure/figure_sheet.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// A table with its measures, in units of the sheet before it is made smaller.
class SetTable {
public:
    SetTable(const FigureTable& table, const FigureSheet& sheet, bool marked);
    QSizeF size() const {
        return {std::max(m_width, 2 * m_margin + neededWidth()), m_top + double(m_lines.size()) * m_row + m_margin};
    }
    void paint(QPainter& painter) const;

private:
    double dotRoom(const TableCell& cell) const { return cell.dot ? 1.1 * m_font.pixelSize() : 0; }
    double widthOf(const TableRow& line, int cell) const {
        return dotRoom(line.cells[cell]) + QFontMetricsF(fontOf(line, cell)).horizontalAdvance(line.cells[cell].text);
    }
    QFont fontOf(const TableRow& line, int cell) const;
    double columnsWidth() const;
    double neededWidth() const { return std::max(columnsWidth(), m_spanned); }
    void paintLine(QPainter& painter, const TableRow& line, const QRectF& row) const;
    void paintCell(QPainter& painter, const TableRow& line, int cell, const QRectF& room) const;

    QList<TableRow> m_lines; ///< the headings first
    QList<bool> m_isRight;
    QList<double> m_widths;
    double m_spanned = 0; ///< the width of the longest text that has all columns
    QFont m_font;
    Theme m_theme;
    double m_width, m_margin, m_top, m_gap, m_row;
};

SetTable::SetTable(const FigureTable& table, const FigureSheet& sheet, bool marked)
    : m_isRight(table.isRight), m_font(sheet.font()), m_theme(sheet.theme()), m_width(sheet.width()) {
    m_lines.append({table.headings});
    m_lines += table.rows;
    const int columns = int(table.headings.size());
    m_widths.resize(columns);
    for (TableRow& line : m_lines) {
        line.isChosen &= marked;
        line.isBold &= marked;
        for (TableCell& cell : line.cells)
            cell.text.replace(u'\n', u' ');
        for (int cell = 0; cell < columns; ++cell)
            if (line.isSpanned)
                m_spanned = std::max(m_spanned, widthOf(line, 0));
            else
                m_widths[cell] = std::max(m_widths[cell], widthOf(line, cell));
    }
    const double em = m_font.pixelSize();
    m_gap = em;
    m_row = std::ceil(QFontMetricsF(m_font).height() + 0.35 * em);
    const double reduction = std::max(1.0, neededWidth() / std::max(m_width - em, em));
    m_margin = em / 2 * reduction; // as that of the title on the sheet, however small the table is drawn
    m_top = m_margin / 2;          // a row has room of its own above its letters
    if (columns > 1)
        m_gap += (std::max(m_width - 2 * m_margin, neededWidth()) - columnsWidth()) / (columns - 1);
}

QFont SetTable::fontOf(const TableRow& line, int cell) const {
    QFont font = m_font;
    font.setBold(line.isBold && cell == 0);
    return font;
}

double SetTable::columnsWidth() const {
    double width = m_gap * double(std::max(qsizetype(0), m_widths.size() - 1));
    for (const double column : m_widths)
        width += column;
    return width;
}

void SetTable::paint(QPainter& painter) const {
    const double width = size().width();
    for (qsizetype line = 0; line < m_lines.size(); ++line)
        paintLine(painter, m_lines[line], QRectF(0, m_top + double(line) * m_row, width, m_row));
    painter.setPen(QPen(color(ColorRole::MutedText, m_theme), 1));
    const double below = m_top + m_row;
    painter.drawLine(QPointF(m_margin, below), QPointF(width - m_margin, below));
}

void SetTable::paintLine(QPainter& painter, const TableRow& line, const QRectF& row) const {
    if (line.isChosen)
        painter.fillRect(row.adjusted(m_margin / 2, 1, -m_margin / 2, 0), color(ColorRole::Selection, m_theme));
    painter.setPen(color(line.isChosen ? ColorRole::SelectionText : ColorRole::Text, m_theme));
    double left = m_margin;
    for (int cell = 0; cell < int(line.cells.size()); ++cell) {
        const double width = line.isSpanned ? row.width() - 2 * m_margin : m_widths[cell];
        paintCell(painter, line, cell, QRectF(left, row.top(), width, row.height()));
        if (line.isSpanned)
            return;
        left += width + m_gap;
    }
}

void SetTable::paintCell(QPainter& painter, const TableRow& line, int cell, const QRectF& room) const {
    const TableCell& shown = line.cells[cell];
    if (shown.dot) {
        const double size = 0.7 * m_font.pixelSize();
        const double left = m_isRight[cell] ? room.right() - widthOf(line, cell) : room.left();
        paintDot(painter, *shown.dot, m_theme, QRectF(left, room.center().y() - size / 2, size, size));
    }
    painter.setFont(fontOf(line, cell));
    // Never cut: the letters of a printer may be a hair wider than those that were measured.
    const int side = m_isRight[cell] ? Qt::AlignRight : Qt::AlignLeft;
    painter.drawText(room.adjusted(dotRoom(shown), 0, 0, 0), side | Qt::AlignVCenter | Qt::TextDontClip, shown.text);
}

} // namespace

Picture figureOfTable(const FigureTable& table, const FigureOptions& options, Theme onScreen, const QString& title,
                      const PictureMetadata& metadata) {
    const FigureSheet sheet(options, onScreen, title);
    const SetTable set(table, sheet, options.has(FigurePart::Marks));
    Picture picture = sheet.pictureOf(
        set.size(), [set](QPainter& painter) { set.paint(painter); }, metadata);
    picture.title = title;
    const bool hasMarks = std::any_of(table.rows.begin(), table.rows.end(),
                                      [](const TableRow& row) { return row.isChosen || row.isBold; });
    picture.parts.setFlag(FigurePart::Marks, hasMarks);
    return picture;
}

} // namespace headlight
