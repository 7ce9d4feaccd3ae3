#include "panels/attend/list_figure.h"

#include "figure/figure_sheet.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

struct Line {
    QStringList cells;
    bool isSpanned = false; ///< the first cell has the room of all
    bool isChosen = false, isBold = false;
};

/// What a list shows, kept apart from it: a picture may be drawn after the list has changed.
class Table {
public:
    Table(const QTreeWidget& list, const FigureSheet& sheet, bool marked);
    QSizeF size() const {
        return {std::max(m_width, 2 * m_margin + neededWidth()), m_top + double(m_lines.size()) * m_row + m_margin};
    }
    void paint(QPainter& painter) const;

private:
    double widthOf(const Line& line, int cell) const {
        return QFontMetricsF(fontOf(line)).horizontalAdvance(line.cells[cell]);
    }
    QFont fontOf(const Line& line) const;
    double neededWidth() const;
    void paintLine(QPainter& painter, const Line& line, const QRectF& row) const;

    QList<Line> m_lines; ///< the headings first
    QList<bool> m_isRight;
    QList<double> m_widths;
    double m_spanned = 0; ///< the width of the longest text that has all columns
    QFont m_font;
    Theme m_theme;
    double m_width, m_margin, m_top, m_gap, m_row;
};

Table::Table(const QTreeWidget& list, const FigureSheet& sheet, bool marked)
    : m_font(sheet.font()), m_theme(sheet.theme()), m_width(sheet.width()) {
    const double em = m_font.pixelSize();
    m_margin = em / 2; // as that of the title
    m_top = em / 4;    // a row has room of its own above its letters
    m_gap = em;
    m_row = std::ceil(QFontMetricsF(m_font).height() + 0.35 * em);
    QList<int> columns;
    for (int column = 0; column < list.columnCount(); ++column)
        if (!list.isColumnHidden(column))
            columns << column;
    Line& headings = m_lines.emplace_back();
    for (const int column : columns) {
        headings.cells << list.headerItem()->text(column);
        m_isRight << (list.topLevelItemCount() > 0 &&
                      list.topLevelItem(0)->textAlignment(column) & int(Qt::AlignRight));
    }
    for (int row = 0; row < list.topLevelItemCount(); ++row) {
        const QTreeWidgetItem& item = *list.topLevelItem(row);
        Line& line = m_lines.emplace_back();
        for (const int column : columns)
            line.cells << item.text(column);
        line.isSpanned = item.isFirstColumnSpanned();
        line.isChosen = marked && item.isSelected();
        line.isBold = marked && item.font(0).bold();
    }
    m_widths.resize(columns.size());
    for (const Line& line : std::as_const(m_lines))
        for (int cell = 0; cell < int(columns.size()); ++cell)
            if (line.isSpanned)
                m_spanned = std::max(m_spanned, widthOf(line, 0));
            else
                m_widths[cell] = std::max(m_widths[cell], widthOf(line, cell));
    if (const qsizetype gaps = columns.size() - 1; gaps > 0)
        m_gap += std::max(0.0, m_width - 2 * m_margin - neededWidth()) / double(gaps);
}

QFont Table::fontOf(const Line& line) const {
    QFont font = m_font;
    font.setBold(line.isBold);
    return font;
}

double Table::neededWidth() const {
    double width = m_gap * double(std::max(qsizetype(0), m_widths.size() - 1));
    for (const double column : m_widths)
        width += column;
    return std::max(width, m_spanned);
}

void Table::paint(QPainter& painter) const {
    const double width = size().width();
    for (qsizetype line = 0; line < m_lines.size(); ++line)
        paintLine(painter, m_lines[line], QRectF(0, m_top + double(line) * m_row, width, m_row));
    painter.setPen(QPen(color(ColorRole::MutedText, m_theme), 1));
    const double below = m_top + m_row;
    painter.drawLine(QPointF(m_margin, below), QPointF(width - m_margin, below));
}

void Table::paintLine(QPainter& painter, const Line& line, const QRectF& row) const {
    if (line.isChosen)
        painter.fillRect(row.adjusted(m_margin / 2, 1, -m_margin / 2, 0), color(ColorRole::Selection, m_theme));
    painter.setPen(color(line.isChosen ? ColorRole::SelectionText : ColorRole::Text, m_theme));
    double left = m_margin;
    for (int cell = 0; cell < int(line.cells.size()); ++cell) {
        painter.setFont(cell == 0 ? fontOf(line) : m_font);
        const double width = line.isSpanned ? row.width() - 2 * m_margin : m_widths[cell];
        // Never cut: the letters of a printer may be a hair wider than those that were measured.
        const int side = m_isRight[cell] ? Qt::AlignRight : Qt::AlignLeft;
        painter.drawText(QRectF(left, row.top(), width, row.height()), side | Qt::AlignVCenter | Qt::TextDontClip,
                         line.cells[cell]);
        if (line.isSpanned)
            return;
        left += width + m_gap;
    }
}

} // namespace

Picture figureOfList(const QTreeWidget& list, const FigureOptions& options, const QString& title,
                     const PictureMetadata& metadata) {
    const FigureSheet sheet(options, themeOf(list.palette()), title);
    const Table table(list, sheet, options.has(FigurePart::Marks));
    Picture picture = sheet.pictureOf(
        table.size(), [table](QPainter& painter) { table.paint(painter); }, metadata);
    picture.title = title;
    picture.parts |= FigurePart::Marks;
    return picture;
}

} // namespace headlight
