#pragma once

#include "views/map_look.h"

#include <string>
#include <vector>

namespace headlight {

/// How pictures of maps are coloured, as written on the command line.
struct LookOptions {
    std::string range = "automatic", scale = automaticScale, colors = "blues";
    bool eachItsOwn = false;
};

/// UsageError when the range is neither a choice nor two numbers LOW:HIGH, the first below the second.
MapLook lookOf(const LookOptions& options);

/// What --range, --color-scale and --colors take by name.
std::vector<std::string> rangeNames();
std::vector<std::string> colorScaleNames();
std::vector<std::string> colorMapNames();

} // namespace headlight
