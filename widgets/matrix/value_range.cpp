#include "matrix/value_range.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "matrix/matrix_view.h"

namespace headlight {

namespace {

constexpr double signedDecades = 3.0; // of a signed logarithmic scale, whose low end is zero itself

/// Share of the ranked values that are below; half of those that are the same.
double rankOf(const QList<float>& ranks, double value) {
    if (ranks.size() < 2)
        return 0.5;
    const auto wanted = static_cast<float>(value);
    const auto low = std::lower_bound(ranks.begin(), ranks.end(), wanted);
    const auto high = std::upper_bound(low, ranks.end(), wanted);
    const double steps = static_cast<double>(ranks.size() - 1);
    if (low != high)
        return (static_cast<double>(low - ranks.begin()) + static_cast<double>(high - 1 - ranks.begin())) / 2 / steps;
    if (low == ranks.begin() || low == ranks.end())
        return low == ranks.begin() ? 0.0 : 1.0;
    const double from = static_cast<double>(*(low - 1)), to = static_cast<double>(*low);
    return (static_cast<double>(low - ranks.begin()) - 1 + (value - from) / (to - from)) / steps;
}

/// Of a value from the low end to the high end.
double unsignedPlace(const ValueRange& range, double value) {
    const double width = range.high - range.low;
    switch (range.scale) {
    case ColorScale::Linear:
        return width > 0.0 ? (value - range.low) / width : 0.0;
    case ColorScale::SquareRoot:
        return width > 0.0 ? std::sqrt(std::max(0.0, (value - range.low) / width)) : 0.0;
    case ColorScale::Logarithmic:
        return value > range.low && range.low > 0.0 && width > 0.0
                   ? std::log(value / range.low) / std::log(range.high / range.low)
                   : 0.0;
    case ColorScale::Percentile:
        return rankOf(range.ranks, value);
    }
    return 0.0;
}

double distancePlace(const ValueRange& range, double distance) {
    const double share = range.high > 0.0 ? distance / range.high : 0.0;
    switch (range.scale) {
    case ColorScale::Linear:
        return share;
    case ColorScale::SquareRoot:
        return std::sqrt(share);
    case ColorScale::Logarithmic: {
        const double most = std::pow(10.0, signedDecades) - 1;
        return std::log1p(most * share) / std::log1p(most);
    }
    case ColorScale::Percentile:
        return rankOf(range.ranks, distance);
    }
    return 0.0;
}

} // namespace

std::span<const RangeChoiceRow> rangeChoiceRows() {
    static constexpr std::array<RangeChoiceRow, 5> rows{{{RangeChoice::Automatic, "automatic", "Automatic range"},
                                                         {RangeChoice::Unit, "fixed", "Colours from 0 to 1"},
                                                         {RangeChoice::Map, "map", "Least to largest value"},
                                                         {RangeChoice::Row, "row", "Each row to its own maximum"},
                                                         {RangeChoice::Fixed, "limits", "Limits…"}}};
    return rows;
}

std::span<const ColorScaleRow> colorScaleRows() {
    static constexpr std::array<ColorScaleRow, 4> rows{{{ColorScale::Linear, "linear", "Linear"},
                                                        {ColorScale::Logarithmic, "log", "Logarithmic"},
                                                        {ColorScale::SquareRoot, "sqrt", "Square root"},
                                                        {ColorScale::Percentile, "percentile", "Percentile"}}};
    return rows;
}

bool ValueRange::isRelative() const {
    return choice == RangeChoice::Map || choice == RangeChoice::Row || scale == ColorScale::Percentile ||
           (choice == RangeChoice::Automatic && (below > 0.0 || timesMean > 0.0));
}

double placeIn(const ValueRange& range, double value, bool isSigned) {
    if (std::isnan(value))
        return value;
    if (isSigned && (range.scale != ColorScale::Linear))
        return 0.5 + std::copysign(0.5 * distancePlace(range, std::abs(value)), value);
    return unsignedPlace(range, value);
}

QString scaleWords(ColorScale scale) {
    switch (scale) {
    case ColorScale::Linear:
        break;
    case ColorScale::Logarithmic:
        return QObject::tr("logarithmic");
    case ColorScale::SquareRoot:
        return QObject::tr("square root");
    case ColorScale::Percentile:
        return QObject::tr("percentile");
    }
    return {};
}

QString rangeWords(const ValueRange& range) {
    QStringList words;
    const QString maps = range.isShared ? QObject::tr("all maps") : QObject::tr("this map");
    if (range.scale == ColorScale::Percentile && range.choice != RangeChoice::Row)
        return QObject::tr("percentile among the values of ") + maps;
    switch (range.choice) {
    case RangeChoice::Automatic:
        words << (range.below > 0.0       ? QObject::tr("automatic: %1 % of %2").arg(100 * range.below).arg(maps)
                  : range.timesMean > 0.0 ? QObject::tr("automatic: %1 × mean of %2").arg(range.timesMean).arg(maps)
                                          : QStringLiteral("automatic"));
        break;
    case RangeChoice::Unit:
        break;
    case RangeChoice::Map:
        words << (range.lowIsMoved ? QObject::tr("up to the largest value of ") : QObject::tr("range of ")) + maps;
        break;
    case RangeChoice::Row:
        words << QObject::tr("each row to its own maximum");
        break;
    case RangeChoice::Fixed:
        words << (range.lowIsMoved ? QObject::tr("typed high end") : QObject::tr("typed limits"));
        break;
    }
    if (range.hasSink)
        words << QObject::tr("logarithmic: the first token takes most");
    else if (const QString scale = scaleWords(range.scale); !scale.isEmpty())
        words << scale;
    return words.join(QStringLiteral(", "));
}

QString rangeText(const ValueRange& range) {
    QString words = rangeWords(range);
    if (range.choice == RangeChoice::Row)
        return words;
    const QString ends = shortText(range.low) + QStringLiteral("…") + shortText(range.high);
    return words.isEmpty() ? ends : ends + QStringLiteral(", ") + words;
}

} // namespace headlight
