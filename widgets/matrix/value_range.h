#pragma once

#include <QList>
#include <QString>
#include <span>

namespace headlight {

/// How the ends of the colour range were chosen. Written at the colour bar, so that nobody takes a stretched map for an
/// absolute one.
enum class RangeChoice {
    /// 0…1 while weights are seen in it, else up to a quantile of the visible ones. Up to three times their mean at
    /// least: weights that are all alike look alike and light.
    Automatic,
    Unit,  ///< 0…1
    Map,   ///< least to largest value; from 0 where all are the same
    Row,   ///< every row from 0 (or its least value, if negative) to its own maximum
    Fixed, ///< ends given by the user
};

/// How values are spread over the colours between the ends. Of signed values the distance from zero is.
enum class ColorScale {
    Linear,
    Logarithmic, ///< from the low end, which is above 0: of a row its maximum / 1000, of typed limits that which is
                 ///< typed
    SquareRoot,
    Percentile, ///< by how many of the visible values are below
};

struct RangeChoiceRow {
    RangeChoice choice;
    const char* key;   ///< in settings and on the command line
    const char* title; ///< on screen
};
std::span<const RangeChoiceRow> rangeChoiceRows();

struct ColorScaleRow {
    ColorScale scale;
    const char* key;
    const char* title;
};
std::span<const ColorScaleRow> colorScaleRows();

struct ValueRange {
    double low = 0.0;
    double high = 1.0;
    RangeChoice choice = RangeChoice::Unit;
    ColorScale scale = ColorScale::Linear;
    double below = 0.0;      ///< Automatic by a quantile: the share of the values up to the high end
    double timesMean = 0.0;  ///< Automatic by the mean: how often it is the high end; of 0…1 both are 0
    bool isShared = false;   ///< it was chosen for all maps that are shown, not for this one
    bool hasSink = false;    ///< Logarithmic, for the first token takes most of the attention
    bool lowIsMoved = false; ///< Logarithmic: the low end is not the choice's; what is below has its colour
    QList<float> ranks = {}; ///< Percentile: the values that have evenly spaced shares of the others below them

    /// Chosen by the values themselves: colours tell them relative to each other.
    bool isRelative() const;
    bool operator==(const ValueRange&) const = default;
};

/// The place of a value in the colours, 0…1 and beyond; `isSigned`: the range is centred on zero, whose place is 0.5.
double placeIn(const ValueRange& range, double value, bool isSigned);

/// "logarithmic"; empty for a linear one.
QString scaleWords(ColorScale scale);
/// What is said beside a colour bar of its range and scale: "automatic: 98 % of all maps, logarithmic"; empty
/// for 0…1.
QString rangeWords(const ValueRange& range);
/// The same with the ends: "0…0.02146, automatic: …", "−2.3…1.7, range of this map".
QString rangeText(const ValueRange& range);

} // namespace headlight
