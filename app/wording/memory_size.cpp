#include "wording/memory_size.h"

#include "engine/core/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <unistd.h>

namespace headlight {

namespace {

double factorOf(std::string unit) {
    unit.erase(std::remove(unit.begin(), unit.end(), ' '), unit.end());
    return unit == "GB" ? 1e9 : unit == "MB" ? 1e6 : unit == "KB" || unit == "kB" ? 1e3 : unit.empty();
}

} // namespace

std::string sizeText(double bytes) {
    const char* units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
    std::size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < std::size(units); ++unit)
        bytes /= 1000;
    char text[64];
    std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text;
}

double memoryOfMachine() {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? double(pages) * double(size) : std::numeric_limits<double>::infinity();
}

double parseMemorySize(const std::string& text, const std::string& where) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    const double bytes = failure == std::errc() ? number * factorOf(std::string(stop, end)) : 0;
    if (!(bytes >= 1e6) || !std::isfinite(bytes))
        throw Error(where + ": expected a size such as 8GB, 500MB or a number of bytes, 1MB at least, got \"" +
                    text.substr(0, 40) + "\"");
    if (bytes > memoryOfMachine())
        throw Error(where + ": this machine has " + sizeText(memoryOfMachine()) +
                    " of memory; expected no more, got \"" + text.substr(0, 40) + "\"");
    return bytes;
}

} // namespace headlight
