#include "analysis/memory_falls.h"

#include "analysis/curve_growth.h"

#include <algorithm>

namespace headlight {

namespace {

/// "a; b; and 3 more."
std::string listOf(const std::vector<std::string>& places, std::size_t most) {
    std::string text;
    for (std::size_t k = 0; k < std::min(places.size(), most); ++k)
        text += (k > 0 ? "; " : "") + places[k];
    if (places.size() > most)
        text += "; and " + std::to_string(places.size() - most) + " more";
    return text + ".";
}

} // namespace

std::vector<MemoryFall> memoryFalls(const std::vector<ScaleMeasurement>& curve) {
    const std::vector<ScaleMeasurement> points = measuredOf(curve);
    std::vector<MemoryFall> falls;
    for (std::size_t k = 1; k < points.size(); ++k)
        if (points[k].memory.total() < points[k - 1].memory.total())
            falls.push_back({points[k - 1], points[k]});
    return falls;
}

std::string memoryFallsText(const std::vector<MemoryFall>& falls, std::size_t most) {
    std::vector<std::string> fewer, reused; // curves in pieces fall at the same places
    for (const MemoryFall& fall : falls) {
        const std::string from = std::to_string(fall.before.point.length), to = std::to_string(fall.after.point.length);
        const std::string place = fall.hasFewerSequences()
                                      ? std::to_string(fall.before.sequencesAtOnce) + " at " + from + " tokens, " +
                                            std::to_string(fall.after.sequencesAtOnce) + " at " + to
                                      : from + " to " + to + " tokens";
        std::vector<std::string>& places = fall.hasFewerSequences() ? fewer : reused;
        if (std::find(places.begin(), places.end(), place) == places.end())
            places.push_back(place);
    }
    std::string text;
    if (!fewer.empty())
        text = "Memory falls where fewer sequences are in memory at once: " + listOf(fewer, most);
    if (!reused.empty())
        text += (text.empty() ? "" : " ") +
                std::string("Memory falls where more of what a step gives back has a size that it can use again: ") +
                listOf(reused, most);
    return text;
}

} // namespace headlight
