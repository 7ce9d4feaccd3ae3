// The list of heads as a figure.
#include "figure/table_figure.h"
#include "panels/attend/head_list.h"

namespace headlight {

Picture HeadList::picture(const FigureOptions& options, const PictureMetadata& metadata) const {
    FigureTable table;
    for (int column = 0; column < columnCount(); ++column)
        if (!isColumnHidden(column)) {
            table.headings.append({headerItem()->text(column)});
            table.isRight.append(topLevelItemCount() > 0 && topLevelItem(0)->textAlignment(column) & Qt::AlignRight);
        }
    for (int row = 0; row < topLevelItemCount(); ++row) {
        const QTreeWidgetItem& item = *topLevelItem(row);
        TableRow& line = table.rows.emplace_back();
        for (int column = 0; column < columnCount(); ++column)
            if (!isColumnHidden(column))
                line.cells.append({item.text(column)});
        line.isSpanned = item.isFirstColumnSpanned();
        line.isChosen = item.isSelected();
        line.isBold = item.font(0).bold();
    }
    return figureOfTable(table, options, themeOf(palette()), tr("Heads"), metadata);
}

} // namespace headlight
