#include "models/published/nearest_architectures.h"

#include "core/error.h"
#include "models/published/names.h"

#include <algorithm>

namespace headlight {

namespace {

/// An architecture, and which of a file's tensors it has no name for.
struct Likeness {
    const Architecture* architecture = nullptr;
    std::vector<std::string> unmatched;
};

std::string shown(const Architecture& architecture) {
    return architecture.title + " (\"" + architecture.type + "\")";
}

std::string nearestBySpelling(const std::string& type) {
    std::vector<std::string> types;
    for (const Architecture& architecture : architectures())
        types.push_back(architecture.type);
    const Architecture* const near = architectureOf(nearest(type, types));
    return near ? "The nearest by its name is " + shown(*near) : "";
}

} // namespace

std::string nearestArchitectures(const std::string& type, const TensorFile* file) {
    constexpr std::size_t told = 3, mostTensors = 20'000;
    const std::vector<std::string> names = file ? file->names() : std::vector<std::string>();
    if (names.empty() || names.size() > mostTensors)
        return nearestBySpelling(type);
    std::vector<Likeness> order;
    for (const Architecture& architecture : architectures())
        order.push_back({&architecture, unmatchedTensors(architecture, *file)});
    std::stable_sort(order.begin(), order.end(),
                     [](const Likeness& a, const Likeness& b) { return a.unmatched.size() < b.unmatched.size(); });
    const std::size_t all = names.size();
    std::erase_if(order, [&](const Likeness& each) { return each.unmatched.size() == all; });
    if (order.empty())
        return nearestBySpelling(type);
    order.resize(std::min(told, order.size()));
    std::string text;
    for (const Likeness& each : order)
        text += (text.empty() ? "The nearest by its " + std::to_string(all) + " tensors: " : ", ") +
                shown(*each.architecture) + " names " + std::to_string(all - each.unmatched.size());
    const Likeness& best = order.front();
    return best.unmatched.empty()
               ? text
               : text + "; " + best.architecture->title + " has no name for " + listedNames(best.unmatched);
}

} // namespace headlight
