#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "figure/value_table.h"
#include "matrix/cell_hatch.h"
#include "matrix/value_range.h"
#include "style/color_map.h"

namespace headlight {

/// What the legend of a map has to say of the colours that it shows.
struct ColorUse {
    bool below = false, beyond = false; ///< values lie outside of the range's ends
    bool evenRows = false;              ///< rows of equal weights are lighter than the bar says
    void add(const ColorUse& other);
};

/// One map as it is to be shown: rows are queries, columns are keys, the first token is at the top left.
struct MatrixView {
    int rows = 0;
    int columns = 0;
    QList<float> values;      ///< rows × columns, row-major
    QList<quint8> masked;     ///< rows × columns, 1: this query can't see this key; or empty: all are visible
    QList<CellHatch> hatches; ///< rows × columns, what the user changed; or empty: nothing
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
    bool rowsAreShares = true; ///< weights: of a row they add up to 1
    bool seesBehind = false;   ///< hidden cells have values, which are drawn dimmed below the hatch: scores

    bool isSigned() const { return colorMap == ColorMapId::Diverging; }
    bool isEmpty() const { return rows == 0 || columns == 0; }
    float value(int row, int column) const { return values[offset(row, column)]; }
    float error(int row, int column) const { return errors.isEmpty() ? 0.0F : errors[offset(row, column)]; }
    bool isMasked(int row, int column) const { return !masked.isEmpty() && masked[offset(row, column)] != 0; }
    bool hasMasked() const;
    /// Some are hidden by the mask itself, not by the user.
    bool hasMaskedByItself() const;
    CellHatch hatch(int row, int column) const {
        return hatches.isEmpty() ? CellHatch::None : hatches[offset(row, column)];
    }

    /// Throws std::invalid_argument when the lists don't fit the shape.
    void check() const;

    /// The range of this map alone under a choice; Fixed keeps what is there. Diverging maps are centred on zero.
    ValueRange rangeFor(RangeChoice choice, ColorScale scale = ColorScale::Linear) const;

    /// Place of every cell in its colour range, 0…1 and beyond, row-major; NaN where masked or not a number.
    ///
    /// A row whose weights are all alike says that the head prefers nothing, and looks so: where the largest is at most
    /// a tenth above the mean it is drawn at a third of the colours at most wherever they are relative, not absolute
    /// (ValueRange::isRelative): each row to its own maximum, the range of a map, a quantile, a percentile. A row whose
    /// largest weight is a quarter above the mean has the colours of the bar; between them the limit rises. The row is
    /// dimmed as a whole, so that what differs in it still does. `use`: where it is asked for, what is said of it.
    QList<float> units(ColorUse* use = nullptr) const;
    /// The same of the masked cells alone, NaN elsewhere; empty where nothing is seen behind the mask.
    QList<float> unitsBehind() const;

private:
    void placeRow(int row, float* to, ColorUse* use = nullptr) const;
    ColorUse useOfRow(int row, const ValueRange& ends) const;
    qsizetype offset(int row, int column) const { return static_cast<qsizetype>(row) * columns + column; }
};

/// The shortest decimal that reads back as the same float; "not a number" for NaN.
QString exactText(float value);
/// At most four significant digits, without zeros at the end; a real minus sign.
QString shortText(double value);
/// Always four significant digits, so that numbers side by side are equally exact: "0.1330", "1.000", "2.500e−05". Zero
/// is "0".
QString fourDigits(double value);
/// What a person reads about one cell: both tokens with positions, and the value in full precision, of an estimate with
/// its standard error; of a score behind a mask both.
QString readOut(const MatrixView& view, int row, int column);

/// Header with the keys' tokens, a line per query; hidden cells are empty.
ValueTable tableOf(const MatrixView& view);

} // namespace headlight
