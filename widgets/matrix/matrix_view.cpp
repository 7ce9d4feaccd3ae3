#include "matrix/matrix_view.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "matrix/token_labels.h"

namespace headlight {

namespace {

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool isEmpty() const { return low > high; }
};

Extent visibleExtent(const MatrixView& view, int firstRow, int lastRow) {
    Extent extent;
    for (int row = firstRow; row < lastRow; ++row)
        for (int column = 0; column < view.columns; ++column)
            if (const float value = view.value(row, column); !view.isMasked(row, column) && std::isfinite(value))
                extent.add(static_cast<double>(value));
    return extent;
}

ValueRange rangeOf(const Extent& extent, ColorMapId map, RangeChoice choice) {
    if (extent.isEmpty())
        return {0.0, 1.0, choice};
    if (map == ColorMapId::Diverging) {
        const double reach = std::max(std::abs(extent.low), std::abs(extent.high));
        return {reach > 0.0 ? -reach : -1.0, reach > 0.0 ? reach : 1.0, choice};
    }
    const bool isOneValue = extent.low == extent.high; // has no range of its own
    const double low = choice == RangeChoice::Row || isOneValue ? std::min(0.0, extent.low) : extent.low;
    const double high = isOneValue ? std::max(0.0, extent.high) : extent.high;
    return {low, high > low ? high : low + 1.0, choice};
}

void expectSize(const char* what, qsizetype got, qsizetype expected) {
    if (got != expected)
        throw std::invalid_argument(std::string("MatrixView: expected ") + std::to_string(expected) + " " + what +
                                    ", got " + std::to_string(got));
}

} // namespace

bool MatrixView::hasMasked() const {
    return std::any_of(masked.begin(), masked.end(), [](quint8 flag) { return flag != 0; });
}

void MatrixView::check() const {
    if (rows < 0 || columns < 0)
        throw std::invalid_argument("MatrixView: expected a shape, got a negative number of rows or columns");
    const qsizetype cells = static_cast<qsizetype>(rows) * columns;
    expectSize("values", values.size(), cells);
    if (!masked.isEmpty())
        expectSize("masked flags", masked.size(), cells);
    if (!rowLabels.isEmpty())
        expectSize("row labels", rowLabels.size(), rows);
    if (!columnLabels.isEmpty())
        expectSize("column labels", columnLabels.size(), columns);
}

ValueRange MatrixView::rangeFor(RangeChoice choice) const {
    switch (choice) {
    case RangeChoice::Unit:
        return {0.0, 1.0, choice};
    case RangeChoice::Fixed:
        return {range.low, range.high, choice};
    case RangeChoice::Map:
    case RangeChoice::Row:
        return rangeOf(visibleExtent(*this, 0, rows), colorMap, choice);
    }
    return range;
}

QList<float> MatrixView::units() const {
    QList<float> units(values.size());
    for (int row = 0; row < rows; ++row) {
        const ValueRange ends = range.choice == RangeChoice::Row
                                    ? rangeOf(visibleExtent(*this, row, row + 1), colorMap, RangeChoice::Row)
                                    : range;
        const double scale = ends.high > ends.low ? 1.0 / (ends.high - ends.low) : 0.0;
        const float* from = values.constData() + offset(row, 0);
        float* to = units.data() + offset(row, 0);
        for (int column = 0; column < columns; ++column)
            to[column] = static_cast<float>((static_cast<double>(from[column]) - ends.low) * scale);
        if (masked.isEmpty())
            continue;
        const quint8* hidden = masked.constData() + offset(row, 0);
        for (int column = 0; column < columns; ++column)
            to[column] = hidden[column] != 0 ? std::numeric_limits<float>::quiet_NaN() : to[column];
    }
    return units;
}

QString rangeText(const ValueRange& range) {
    QString ends = shortText(range.low) + QStringLiteral("…") + shortText(range.high);
    switch (range.choice) {
    case RangeChoice::Unit:
        return QStringLiteral("0…1");
    case RangeChoice::Map:
        return ends + QStringLiteral(", this map");
    case RangeChoice::Row:
        return QStringLiteral("each row to its own maximum");
    case RangeChoice::Fixed:
        return ends + QStringLiteral(", fixed");
    }
    return ends;
}

QString exactText(float value) {
    if (std::isnan(value))
        return QStringLiteral("not a number");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return QString::fromLatin1(digits.data(), end - digits.data()).replace(QLatin1Char('-'), QStringLiteral("−"));
}

QString shortText(double value) {
    return QString::number(value, 'g', 4).replace(QLatin1Char('-'), QStringLiteral("−"));
}

QString fourDigits(double value) {
    if (value == 0.0)
        return QStringLiteral("0");
    if (!std::isfinite(value))
        return exactText(static_cast<float>(value));
    QString digits = QString::number(value, 'e', 3); // rounded: its exponent says how many places there are
    const int exponent = digits.mid(digits.indexOf(QLatin1Char('e')) + 1).toInt();
    if (exponent >= -4 && exponent <= 3)
        digits = QString::number(value, 'f', 3 - exponent);
    return digits.replace(QLatin1Char('-'), QStringLiteral("−"));
}

QString readOut(const MatrixView& view, int row, int column) {
    const auto token = [](const QString& axis, const QStringList& labels, int first, int index) {
        QString text = axis + QLatin1Char(' ') + QString::number(first + index);
        if (!labels.isEmpty())
            text += QStringLiteral(" “") + axisLabel(labels, index) + QStringLiteral("”");
        return text;
    };
    const QString value = view.isMasked(row, column)
                              ? QStringLiteral("not visible")
                              : view.valueName + QLatin1Char(' ') + exactText(view.value(row, column));
    const QString error = view.error(row, column) > 0
                              ? QStringLiteral(" ± %1, standard error").arg(shortText(double(view.error(row, column))))
                              : QString();
    QString text =
        token(view.columnTitle, view.columnLabels, view.firstColumn, column) + QLatin1Char('\n') + value + error;
    if (!view.rowTitle.isEmpty()) // else there is but one row, which is no token
        text.prepend(token(view.rowTitle, view.rowLabels, view.firstRow, row) + QStringLiteral(" → "));
    return text;
}

ValueTable tableOf(const MatrixView& view) {
    ValueTable table;
    table.columns << (view.rowTitle.isEmpty() ? view.columnTitle : view.rowTitle + '\\' + view.columnTitle);
    table.columns << view.columnLabels;
    for (int row = 0; row < view.rows; ++row) {
        QStringList line{view.rowLabels.value(row)};
        for (int column = 0; column < view.columns; ++column)
            line << (view.isMasked(row, column) ? QString() : exactNumber(view.value(row, column)));
        table.rows << line;
    }
    return table;
}

} // namespace headlight
