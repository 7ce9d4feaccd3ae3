#include "panels/attend/feature_rows.h"

namespace headlight {

MatrixView stackedRows(const QList<MatrixView>& rows, const QString& rowTitle, const QStringList& labels) {
    if (rows.isEmpty())
        return {};
    MatrixView view = rows.first();
    view.rows = int(rows.size());
    view.values.clear();
    view.masked.clear();
    for (const MatrixView& row : rows) {
        view.values += row.values;
        view.masked += row.masked;
    }
    view.rowLabels = labels;
    view.rowTitle = rowTitle;
    view.title.clear();
    if (!view.range.isShared) // else that of the large map and its thumbnail
        view.range = view.rangeFor(view.range.choice);
    return view;
}

} // namespace headlight
