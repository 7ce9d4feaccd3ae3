#pragma once

#include <QAbstractTableModel>

namespace headlight {

/// A table that is written to files as well: there its columns have names for programs, and its numbers are exact.
class ExactTable : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    virtual QString key(int column) const = 0;                ///< its heading in files
    virtual QString exactText(int row, int column) const = 0; ///< what it has there
};

} // namespace headlight
