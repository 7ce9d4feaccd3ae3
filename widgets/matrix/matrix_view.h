#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "figure/value_table.h"
#include "style/color_map.h"

namespace headlight {

/// How the ends of the colour range were chosen. Written at the colour bar, so that nobody takes a stretched map for an
/// absolute one.
enum class RangeChoice {
    Unit,  ///< 0…1
    Map,   ///< least to largest value of this map; from 0 where all are the same
    Row,   ///< every row from 0 (or its least value, if negative) to its own maximum
    Fixed, ///< ends given by the user
};

struct ValueRange {
    double low = 0.0;
    double high = 1.0;
    RangeChoice choice = RangeChoice::Unit;
};

/// One map as it is to be shown: rows are queries, columns are keys, the first token is at the top left.
struct MatrixView {
    int rows = 0;
    int columns = 0;
    QList<float> values;      ///< rows × columns, row-major
    QList<quint8> masked;     ///< rows × columns, 1: this query can't see this key; or empty: all are visible
    QList<float> errors;      ///< rows × columns, standard errors of estimated values; or empty: all are exact
    QStringList rowLabels;    ///< one per row, or empty
    QStringList columnLabels; ///< one per column, or empty
    int firstRow = 0;         ///< number of the first row: above 0 where the map is a part of a larger one
    int firstColumn = 0;
    QString rowTitle = QStringLiteral("query");
    QString columnTitle = QStringLiteral("key");
    QString title; ///< says exactly what is shown: layer, head, stage, feature or aggregation
    QString valueName = QStringLiteral("weight");
    ValueRange range;
    ColorMapId colorMap = ColorMapId::Blues;

    bool isEmpty() const { return rows == 0 || columns == 0; }
    float value(int row, int column) const { return values[offset(row, column)]; }
    float error(int row, int column) const { return errors.isEmpty() ? 0.0F : errors[offset(row, column)]; }
    bool isMasked(int row, int column) const { return !masked.isEmpty() && masked[offset(row, column)] != 0; }
    bool hasMasked() const;

    /// Throws std::invalid_argument when the lists don't fit the shape.
    void check() const;

    /// The range of this map under a choice; Unit and Fixed keep what is there. Diverging maps are centred on zero.
    ValueRange rangeFor(RangeChoice choice) const;

    /// Place of every cell in its colour range, 0…1 and beyond, row-major; NaN where masked or not a number.
    QList<float> units() const;

private:
    qsizetype offset(int row, int column) const { return static_cast<qsizetype>(row) * columns + column; }
};

/// "0…1", "−2.3…1.7, this map", "0…maximum of each row".
QString rangeText(const ValueRange& range);
/// The shortest decimal that reads back as the same float; "not a number" for NaN.
QString exactText(float value);
/// At most four significant digits, without zeros at the end; a real minus sign.
QString shortText(double value);
/// Always four significant digits, so that numbers side by side are equally exact: "0.1330", "1.000", "2.500e−05". Zero
/// is "0".
QString fourDigits(double value);
/// What a person reads about one cell: both tokens with positions, and the value in full precision, of an estimate with
/// its standard error.
QString readOut(const MatrixView& view, int row, int column);

/// Header with the keys' tokens, a line per query; hidden cells are empty.
ValueTable tableOf(const MatrixView& view);

} // namespace headlight
