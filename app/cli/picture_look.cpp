#include "cli/picture_look.h"

#include "cli/options.h"
#include "cli/terminal.h"

#include <QLocale>
#include <QString>
#include <cmath>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

/// LOW:HIGH.
std::pair<double, double> limitsOf(const std::string& text) {
    const QString typed = QString::fromStdString(text);
    bool isLow = false, isHigh = false;
    const double low = QLocale::c().toDouble(typed.section(QLatin1Char(':'), 0, 0), &isLow);
    const double high = QLocale::c().toDouble(typed.section(QLatin1Char(':'), 1), &isHigh);
    if (!isLow || !isHigh || !std::isfinite(low) || !std::isfinite(high))
        throw UsageError("--range: expected " + alternativesOf(rangeNames()) +
                         ", or two numbers LOW:HIGH, as 0:0.05, got \"" + printable(text) + "\"");
    if (!(low < high))
        throw UsageError("--range " + printable(text) + ": the low end must be below the high end");
    return {low, high};
}

} // namespace

std::vector<std::string> rangeNames() {
    std::vector<std::string> names;
    for (const RangeChoiceRow& row : rangeChoiceRows())
        if (row.choice != RangeChoice::Fixed) // has no name: its numbers are given
            names.emplace_back(row.key);
    return names;
}

std::vector<std::string> colorScaleNames() {
    std::vector<std::string> names = {automaticScale};
    for (const ColorScaleRow& row : colorScaleRows())
        names.emplace_back(row.key);
    return names;
}

std::vector<std::string> colorMapNames() {
    std::vector<std::string> names;
    for (const ColorMapRow& row : colorMapRows())
        if (row.id != ColorMapId::Diverging) // signed values choose it themselves
            names.emplace_back(row.key);
    return names;
}

MapLook lookOf(const LookOptions& options) {
    MapLook look;
    for (const ColorMapRow& row : colorMapRows())
        if (options.colors == row.key)
            look.colorMap = row.id;
    for (const ColorScaleRow& row : colorScaleRows())
        if (options.scale == row.key)
            look.scale = row.scale;
    look.eachItsOwn = options.eachItsOwn;
    for (const RangeChoiceRow& row : rangeChoiceRows())
        if (options.range == row.key && row.choice != RangeChoice::Fixed) {
            look.range = row.choice;
            return look;
        }
    look.range = RangeChoice::Fixed;
    std::tie(look.low, look.high) = limitsOf(options.range);
    if (look.scale == ColorScale::Logarithmic && look.low <= 0)
        throw UsageError("--range " + printable(options.range) +
                         ": on a logarithmic scale the low end must be above 0");
    if (look.scale == ColorScale::Percentile)
        throw UsageError("--range " + printable(options.range) +
                         ": a percentile scale has no limits; leave one of them out");
    return look;
}

} // namespace headlight
