#pragma once

#include "matrix/matrix_view.h"

namespace headlight {

/// Maps of one row each as the rows of one map, with one range of colours; empty of none.
MatrixView stackedRows(const QList<MatrixView>& rows, const QString& rowTitle, const QStringList& labels);

} // namespace headlight
