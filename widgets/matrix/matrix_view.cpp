#include "matrix/matrix_view.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "matrix/token_labels.h"
#include "matrix/value_spread.h"

#include <QObject>

namespace headlight {

namespace {

constexpr double evenRow = 1.0 / 3.0; // how far into the colours a row of equal weights goes
constexpr double evenPeak = 1.1;      // up to this multiple of its mean a row's largest weight is like the others
constexpr double fullPeak = 1.25;     // and from this one on it has its own colour

/// By what a row's places are multiplied, or 1.
double dimmingOf(const float* values, const float* places, int columns, const quint8* masked) {
    double sum = 0.0, largest = 0.0, top = 0.0;
    int seen = 0;
    for (int column = 0; column < columns; ++column) {
        if ((masked && masked[column] != 0) || !std::isfinite(values[column]))
            continue;
        sum += static_cast<double>(values[column]);
        largest = std::max(largest, static_cast<double>(values[column]));
        top = std::max(top, static_cast<double>(places[column]));
        ++seen;
    }
    if (!(sum > 0.0))
        return 1.0;
    const double peak = largest * seen / sum;
    const double limit = std::clamp(std::lerp(evenRow, 1.0, (peak - evenPeak) / (fullPeak - evenPeak)), evenRow, 1.0);
    return limit < 1.0 && top > limit ? limit / top : 1.0;
}

void expectSize(const char* what, qsizetype got, qsizetype expected) {
    if (got != expected)
        throw std::invalid_argument(std::string("MatrixView: expected ") + std::to_string(expected) + " " + what +
                                    ", got " + std::to_string(got));
}

} // namespace

void ColorUse::add(const ColorUse& other) {
    below |= other.below;
    beyond |= other.beyond;
    evenRows |= other.evenRows;
}

bool MatrixView::hasMasked() const {
    return std::any_of(masked.begin(), masked.end(), [](quint8 flag) { return flag != 0; });
}

bool MatrixView::hasMaskedByItself() const {
    for (qsizetype cell = 0; cell < masked.size(); ++cell)
        if (masked[cell] != 0 && (hatches.isEmpty() || hatches[cell] == CellHatch::None))
            return true;
    return false;
}

void MatrixView::check() const {
    if (rows < 0 || columns < 0)
        throw std::invalid_argument("MatrixView: expected a shape, got a negative number of rows or columns");
    const qsizetype cells = static_cast<qsizetype>(rows) * columns;
    expectSize("values", values.size(), cells);
    if (!masked.isEmpty())
        expectSize("masked flags", masked.size(), cells);
    if (!hatches.isEmpty())
        expectSize("hatches", hatches.size(), cells);
    if (!rowLabels.isEmpty())
        expectSize("row labels", rowLabels.size(), rows);
    if (!columnLabels.isEmpty())
        expectSize("column labels", columnLabels.size(), columns);
}

ValueRange MatrixView::rangeFor(RangeChoice choice, ColorScale scale) const {
    ValueSpread spread;
    if (choice == RangeChoice::Unit || choice == RangeChoice::Fixed) {
        const ValueRange ends = choice == RangeChoice::Unit ? ValueRange{} : range;
        if (scale == ColorScale::Linear)
            return {ends.low, ends.high, choice};
        spread.add(*this);
        return spread.within(ends.low, ends.high, choice, scale, isSigned());
    }
    spread.add(*this);
    return spread.range(choice, scale, isSigned());
}

/// In floats, as the values are: a typed 0.4 is none of them.
ColorUse MatrixView::useOfRow(int row, const ValueRange& ends) const {
    ColorUse use;
    const auto low = static_cast<float>(ends.low), high = static_cast<float>(ends.high);
    for (int column = 0; column < columns; ++column) {
        const float number = value(row, column);
        const bool isShown = std::isfinite(number) && (seesBehind || !isMasked(row, column));
        use.below |= isShown && number < low;
        use.beyond |= isShown && number > high;
    }
    return use;
}

void MatrixView::placeRow(int row, float* to, ColorUse* use) const {
    ValueRange ends = range;
    if (range.choice == RangeChoice::Row) {
        ValueSpread spread;
        spread.addRow(*this, row);
        ends = spread.range(RangeChoice::Row, range.scale, isSigned());
    }
    if (use)
        use->add(useOfRow(row, ends));
    const float* from = values.constData() + offset(row, 0);
    if (ends.scale == ColorScale::Linear) { // a long text has millions of cells
        const double scale = ends.high > ends.low ? 1.0 / (ends.high - ends.low) : 0.0;
        for (int column = 0; column < columns; ++column)
            to[column] = static_cast<float>((static_cast<double>(from[column]) - ends.low) * scale);
    } else {
        for (int column = 0; column < columns; ++column)
            to[column] = static_cast<float>(placeIn(ends, static_cast<double>(from[column]), isSigned()));
    }
    if (isSigned() || !range.isRelative() || !(rowsAreShares || range.choice == RangeChoice::Row))
        return;
    const quint8* hidden = masked.isEmpty() ? nullptr : masked.constData() + offset(row, 0);
    const double dimming = dimmingOf(from, to, columns, hidden);
    if (!(dimming < 1.0))
        return;
    for (int column = 0; column < columns; ++column)
        to[column] = static_cast<float>(static_cast<double>(to[column]) * dimming);
    if (use)
        use->evenRows = true;
}

QList<float> MatrixView::units(ColorUse* use) const {
    QList<float> units(values.size());
    for (int row = 0; row < rows; ++row) {
        float* to = units.data() + offset(row, 0);
        placeRow(row, to, use);
        if (masked.isEmpty())
            continue;
        const quint8* hidden = masked.constData() + offset(row, 0);
        for (int column = 0; column < columns; ++column)
            to[column] = hidden[column] != 0 ? std::numeric_limits<float>::quiet_NaN() : to[column];
    }
    return units;
}

QList<float> MatrixView::unitsBehind() const {
    if (!seesBehind || !hasMasked())
        return {};
    QList<float> units(values.size());
    for (int row = 0; row < rows; ++row) {
        float* to = units.data() + offset(row, 0);
        placeRow(row, to);
        for (int column = 0; column < columns; ++column)
            if (!isMasked(row, column) || !std::isfinite(value(row, column)))
                to[column] = std::numeric_limits<float>::quiet_NaN();
    }
    return units;
}

QString exactText(float value) {
    if (std::isnan(value))
        return QObject::tr("not a number");
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
    QString value = view.valueName + QLatin1Char(' ') + exactText(view.value(row, column));
    if (view.isMasked(row, column))
        value = view.seesBehind && std::isfinite(view.value(row, column)) ? value + QObject::tr(", hidden by the mask")
                                                                          : QObject::tr("not visible");
    const QString error = view.error(row, column) > 0
                              ? QObject::tr(" ± %1, standard error").arg(shortText(double(view.error(row, column))))
                              : QString();
    if (const CellHatch hatch = view.hatch(row, column); hatch != CellHatch::None)
        value += QStringLiteral(", ") + hatchWords(hatch);
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
