#include "results/attention_map.h"

#include <algorithm>
#include <iomanip>
#include <iterator>
#include <sstream>

namespace headlight {

std::string FeatureChoice::text() const {
    switch (kind) {
    case Kind::All:
        return "all features";
    case Kind::Mean:
        return "mean of features";
    case Kind::Maximum:
        return "maximum of features";
    case Kind::Deviation:
        return "standard deviation of features";
    case Kind::One:
        return "feature " + std::to_string(feature);
    case Kind::Group:
        return "mean of features " + rangesText(group);
    }
    return {};
}

FeatureChoice FeatureChoice::within(Index count) const {
    if (kind == Kind::One)
        return {kind, std::clamp<Index>(feature, 0, count - 1)};
    if (kind != Kind::Group)
        return {kind};
    FeatureChoice choice{kind};
    std::copy_if(group.begin(), group.end(), std::back_inserter(choice.group),
                 [count](Index number) { return number >= 0 && number < count; });
    return choice.group.empty() ? meanOfFeatures : choice;
}

std::string rangesText(const std::vector<Index>& numbers) {
    std::string text;
    for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
        for (end = begin + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;)
            ++end;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[begin]);
        if (end - begin > 1)
            text += (end - begin > 2 ? "–" : ", ") + std::to_string(numbers[end - 1]);
    }
    return text;
}

std::string valueNameOf(const AttentionMap& map) {
    return isAttention(map.address.part) ? nameOf(map.stage) : kindName(map.address.part);
}

std::string estimateNote(const AttentionMap& map) {
    std::vector<float> errors;
    for (std::size_t k = 0; k < map.standardErrors.size(); ++k)
        if (map.values[k] > 0)
            errors.push_back(map.standardErrors[k] / map.values[k]);
    if (errors.empty())
        return {};
    const auto middle = errors.begin() + std::ptrdiff_t(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    std::ostringstream text;
    text << "estimated, median standard error " << std::setprecision(2) << 100 * *middle << " %";
    return text.str();
}

} // namespace headlight
