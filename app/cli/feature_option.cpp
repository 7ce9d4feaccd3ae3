#include "cli/feature_option.h"

#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/analysis/feature_tree.h"
#include "engine/core/error.h"

#include <charconv>

namespace headlight {

namespace {

/// The whole text as a number from `least` on; none when it is another text.
std::optional<Index> numberOf(std::string_view text, Index least) {
    Index number = -1;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = failure == std::errc() && end == text.data() + text.size() && number >= least;
    return whole ? std::optional(number) : std::nullopt;
}

/// "2" or "2/5" behind "cluster:".
std::optional<FeatureOption::Cluster> clusterOf(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto number = numberOf(text.substr(0, slash), 1);
    const auto of = slash == std::string_view::npos ? std::optional<Index>(0) : numberOf(text.substr(slash + 1), 1);
    if (!number || !of || (*of > 0 && *number > *of))
        return std::nullopt;
    return FeatureOption::Cluster{*number, *of};
}

} // namespace

FeatureOption featureOption(const std::string& text, Index features) {
    using Kind = FeatureChoice::Kind;
    for (const auto& [name, kind] : {std::pair("all", Kind::All), std::pair("mean", Kind::Mean),
                                     std::pair("max", Kind::Maximum), std::pair("std", Kind::Deviation)})
        if (text == name)
            return {{kind}, {}};
    const std::string message = "--features: expected 0 … " + std::to_string(features - 1) +
                                ", all, mean, max, std, cluster:K or cluster:K/N, got \"" + printable(text) + "\"";
    if (constexpr std::string_view prefix = "cluster:"; text.starts_with(prefix)) {
        if (const auto cluster = clusterOf(std::string_view(text).substr(prefix.size())))
            return {meanOfFeatures, cluster};
        throw UsageError(message);
    }
    const auto feature = numberOf(text, 0);
    if (!feature || std::to_string(*feature) != text)
        throw UsageError(message);
    if (*feature >= features)
        throw Error(message);
    return {{FeatureChoice::Kind::One, *feature}, {}};
}

FeatureChoice choiceFor(const FeatureOption& option, const HeadInfo& head, const Recording& recording, int sequence,
                        const Check& check) {
    if (!option.cluster || head.features < 2)
        return option.choice;
    if (option.cluster->of > head.features)
        throw Error("--features: head " + head.address.text() + " has " + std::to_string(head.features) +
                    " features, too few for " + std::to_string(option.cluster->of) + " clusters");
    const FeatureTree tree(recording.map({head.address, sequence, MapStage::Weight, {}}, check), check);
    const auto clusters = tree.clusters(option.cluster->of > 0 ? option.cluster->of : tree.suggested());
    if (option.cluster->number > Index(clusters.size()))
        throw Error("--features: the features of head " + head.address.text() + " make " +
                    std::to_string(clusters.size()) + (clusters.size() == 1 ? " cluster" : " clusters") +
                    ", got cluster:" + std::to_string(option.cluster->number) + "; cluster:K/N makes N of them");
    return {FeatureChoice::Kind::Group, 0, clusters[std::size_t(option.cluster->number - 1)]};
}

FeaturePlace featurePlace(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        return {text, std::nullopt};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

void scaleFeatures(const std::string& option, const FeaturePlace& place, const HeadInfo& head, double factor,
                   std::map<Index, double>& factors) {
    if (!head.hasFeatures())
        throw Error(option + " " + place.head +
                    ": this head has no features of their own; leave out \":" + printable(*place.features) + "\"");
    const std::string message = option + " " + place.head + ": expected features from 0 to " +
                                std::to_string(head.features - 1) + " as 3,5-9, got \"" + printable(*place.features) +
                                "\"";
    std::string_view rest = *place.features;
    for (std::size_t comma = 0; comma != std::string_view::npos;) {
        comma = rest.find(',');
        const std::string_view piece = rest.substr(0, comma);
        const std::size_t dash = piece.find('-');
        const auto first = numberOf(piece.substr(0, dash), 0);
        const auto last = dash == std::string_view::npos ? first : numberOf(piece.substr(dash + 1), 0);
        if (!first || !last || *first > *last)
            throw UsageError(message);
        if (*last >= head.features)
            throw Error(message);
        for (Index feature = *first; feature <= *last; ++feature)
            if (!factors.try_emplace(feature, factor).second && factors[feature] != factor)
                throw UsageError(option + " " + place.head + ": feature " + std::to_string(feature) +
                                 " is scaled twice: give it one factor");
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
}

} // namespace headlight
