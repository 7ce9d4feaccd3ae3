#pragma once

#include "matrix/map_grid.h"

namespace headlight {

/// Of one value everywhere, with a name for each row and column.
inline MatrixView sampleMap(int rows, int columns, float value = 0.5f) {
    MatrixView view;
    view.rows = rows;
    view.columns = columns;
    view.values.fill(value, static_cast<qsizetype>(rows) * columns);
    for (int i = 0; i < rows; ++i)
        view.rowLabels << QStringLiteral("q%1").arg(i);
    for (int i = 0; i < columns; ++i)
        view.columnLabels << QStringLiteral("k%1").arg(i);
    return view;
}

/// Named "LAYER.HEAD".
inline QList<MapThumbnail> sampleThumbnails(int layers, int heads) {
    QList<MapThumbnail> list;
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head)
            list.append({sampleMap(6, 6), layer, head, QStringLiteral("%1.%2").arg(layer).arg(head),
                         QStringLiteral("tip of %1.%2").arg(layer).arg(head), false, false});
    return list;
}

} // namespace headlight
