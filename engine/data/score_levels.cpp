#include "data/score_levels.h"

#include "core/error.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace headlight {

namespace {

constexpr int farthest = 1000000; ///< from zero

} // namespace

std::string scoreText(double score) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", score);
    return text;
}

std::vector<std::string> levelNames(double lowest, double highest) {
    const double first = std::floor(lowest), last = std::ceil(highest);
    if (last - first >= mostLevels || std::abs(first) > farthest || std::abs(last) > farthest)
        throw Error("scores from " + scoreText(lowest) + " to " + scoreText(highest) +
                    " are too large or too far apart: at most " + std::to_string(mostLevels) +
                    " whole numbers in a row can be learnt. Mend what is wrong, or scale them, to 1 … 5 as a rule");
    std::vector<std::string> names;
    for (int level = int(first); level <= int(last); ++level)
        names.push_back(std::to_string(level));
    return names;
}

int firstLevel(const std::vector<std::string>& names) {
    int first = 0;
    for (std::size_t k = 0; k < names.size(); ++k) {
        int level = 0;
        const char* end = names[k].data() + names[k].size();
        const auto [stop, code] = std::from_chars(names[k].data(), end, level);
        if (code != std::errc() || stop != end || std::abs(level) > farthest || (k > 0 && level != first + int(k)))
            throw Error("the levels of a score are whole numbers in order, got \"" + printable(names[k], 80) + "\"");
        if (k == 0)
            first = level;
    }
    return first;
}

} // namespace headlight
