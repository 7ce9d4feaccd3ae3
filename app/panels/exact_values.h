#pragma once

#include "figure/figure_menu.h"

class QSortFilterProxyModel;
class QTableView;

namespace headlight {

class ExactTable;

/// Every row that `shown` has of the table, in its order.
ValueTable exactValues(const ExactTable& table, const QSortFilterProxyModel& shown);

/// The figure menu of a view of `shown`: the source's values are those. It stands beside the picture that is meant.
FigureMenu* addTableFigure(QTableView& view, const ExactTable& table, const QSortFilterProxyModel& shown,
                           FigureSource source);

} // namespace headlight
