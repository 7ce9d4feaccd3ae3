#include "panels/exact_values.h"

#include "viewmodels/exact_table.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace headlight {

ValueTable exactValues(const ExactTable& table, const QSortFilterProxyModel& shown) {
    ValueTable values;
    for (int column = 0; column < table.columnCount(); ++column)
        values.columns << table.key(column);
    for (int row = 0; row < shown.rowCount(); ++row) {
        QStringList cells;
        const int source = shown.mapToSource(shown.index(row, 0)).row();
        for (int column = 0; column < table.columnCount(); ++column)
            cells << table.exactText(source, column);
        values.rows.append(cells);
    }
    return values;
}

FigureMenu* addTableFigure(QTableView& view, const ExactTable& table, const QSortFilterProxyModel& shown,
                           FigureSource source) {
    source.values = [&table, &shown] { return exactValues(table, shown); };
    auto* menu = new FigureMenu(&view, std::move(source));
    menu->setSecondary(true);
    return menu;
}

} // namespace headlight
