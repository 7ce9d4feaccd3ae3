#include "cli/attend_choice.h"

#include "cli/mask_mark.h"
#include "cli/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>

namespace headlight {

namespace {

struct Place {
    int layer = 0, head = 0;
};

std::string listOf(const std::vector<HeadInfo>& heads) {
    std::string text;
    for (const HeadInfo& head : heads)
        text += (text.empty() ? "" : ", ") + std::to_string(head.layer) + "." + std::to_string(head.head);
    return text;
}

bool isPlace(const std::string& text) {
    static const std::regex form("[0-9]+\\.[0-9]+");
    return std::regex_match(text, form);
}

std::vector<HeadInfo> maskableOf(const std::vector<HeadInfo>& heads) {
    std::vector<HeadInfo> maskable;
    std::copy_if(heads.begin(), heads.end(), std::back_inserter(maskable),
                 [](const HeadInfo& head) { return head.maskable(); });
    return maskable;
}

/// Of `heads` the one at the place; where there is none, `offered` are named.
const HeadInfo& headAt(const std::string& option, const std::string& place, const std::vector<HeadInfo>& heads,
                       const std::vector<HeadInfo>& offered) {
    if (!isPlace(place))
        throw UsageError(option + ": expected layer.head, such as 0.1, got \"" + printable(place) + "\"");
    if (heads.empty())
        throw Error(option + ": this model has no head that can be changed");
    for (const HeadInfo& head : heads)
        if (std::to_string(head.layer) + "." + std::to_string(head.head) == place)
            return head;
    throw Error(option + ": there is no head " + place + "; layer.head may be " + listOf(offered));
}

void checkMaskable(const std::string& option, const HeadInfo& head, const std::vector<HeadInfo>& heads) {
    if (head.maskable())
        return;
    const std::vector<HeadInfo> maskable = maskableOf(heads);
    throw Error(
        option + ": no mask can be put on head " + listOf({head}) +
        (maskable.empty() ? ", nor on another one of this model" : "; heads that take one: " + listOf(maskable)));
}

FeatureChoice featureOf(const std::string& text, Index features) {
    if (text == "mean")
        return {FeatureChoice::Kind::Mean, 0};
    if (text == "max")
        return {FeatureChoice::Kind::Maximum, 0};
    if (text == "std")
        return {FeatureChoice::Kind::Deviation, 0};
    int feature = -1;
    std::from_chars(text.data(), text.data() + text.size(), feature);
    const std::string message = "--feature: expected 0 … " + std::to_string(features - 1) +
                                ", mean, max or std, got \"" + printable(text) + "\"";
    if (std::to_string(feature) != text || feature < 0)
        throw UsageError(message);
    if (feature >= features)
        throw Error(message);
    return {FeatureChoice::Kind::One, feature};
}

MapStage stageOf(const std::string& text) {
    for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight})
        if (nameOf(stage) == text)
            return stage;
    throw UsageError("--stage: expected score, masked or weight, got \"" + text + "\"");
}

/// Two masks for one head contradict each other.
void setMask(const HeadInfo& head, const Mask& mask, Intervention& changes) {
    std::optional<Mask>& own = changes[{head.layer, head.head}].mask;
    if (own && !(*own == mask))
        throw UsageError("head " + listOf({head}) + " has two masks, " + own->text() + " and " + mask.text() +
                         ": give one --mask for it");
    own = mask;
}

void maskEverywhere(const std::string& text, const std::vector<HeadInfo>& heads, Intervention& changes) {
    const std::vector<Mask> masks = pointing(text, [&] { return parseMasks(text); });
    std::map<int, std::vector<HeadInfo>> layers;
    for (const HeadInfo& head : heads)
        if (head.maskable())
            layers[head.layer].push_back(head);
    if (layers.empty())
        throw Error("--mask: this model has no head that takes a mask");
    for (const auto& [layer, members] : layers) {
        const std::vector<Mask> spread = spreadOver(masks, Index(members.size()));
        for (std::size_t k = 0; k < members.size(); ++k)
            setMask(members[k], spread[k], changes);
    }
}

/// What is said of one head goes before what is said of all of them, in any order.
void setMasks(const std::vector<std::string>& texts, const std::vector<HeadInfo>& heads, Intervention& changes) {
    static const std::regex withPlace("\\s*([0-9]+\\.[0-9]+)\\s*=(.*)");
    Intervention everywhere, single;
    for (const std::string& text : texts) {
        std::smatch match;
        if (!std::regex_match(text, match, withPlace)) {
            maskEverywhere(text, heads, everywhere);
            continue;
        }
        const HeadInfo& head = headAt("--mask", match[1].str(), heads, maskableOf(heads));
        checkMaskable("--mask", head, heads);
        const std::string expression = match[2].str();
        setMask(head, pointing(expression, [&] { return Mask::parse(expression); }), single);
    }
    for (const Intervention* masks : {&everywhere, &single})
        for (const auto& [place, change] : *masks)
            changes[place].mask = change.mask;
}

/// --off is a scale of 0. What contradicts itself is refused.
void scaleBy(Real scale, const HeadInfo& head, Intervention& changes) {
    const auto [change, isNew] = changes.try_emplace({head.layer, head.head});
    if (!isNew && change->second.scale != scale)
        throw UsageError("head " + listOf({head}) + " is scaled twice: give one --off or one --scale for it");
    change->second.scale = scale;
}

/// A mask that the head has anyway changes nothing.
void dropOwnMasks(const std::vector<HeadInfo>& heads, Intervention& changes) {
    for (const HeadInfo& head : heads) {
        const auto change = changes.find({head.layer, head.head});
        if (change != changes.end() && change->second.mask && head.maskable() &&
            *change->second.mask == Mask::parse(head.mask))
            change->second.mask.reset();
    }
}

} // namespace

AttendChoice choiceOf(const AttendOptions& options, const std::vector<HeadInfo>& heads) {
    AttendChoice choice;
    int layers = 0, mostHeads = 0;
    for (const HeadInfo& head : heads) {
        layers = std::max(layers, head.layer + 1);
        mostHeads = std::max(mostHeads, head.head + 1);
    }
    if (!options.layer.empty())
        choice.request.layer = wholeNumber("--layer", options.layer, 0, layers - 1);
    if (!options.head.empty())
        choice.request.head = wholeNumber("--head", options.head, 0, mostHeads - 1);
    Index features = 1;
    for (const HeadInfo& head : heads)
        if (choice.request.layer.value_or(head.layer) == head.layer &&
            choice.request.head.value_or(head.head) == head.head) {
            choice.heads.push_back(head);
            features = std::max(features, head.features);
        }
    if (choice.heads.empty())
        throw Error("--layer " + options.layer + " --head " + options.head +
                    ": there is no such head; layer.head may be " + listOf(heads));
    if (!options.feature.empty())
        choice.request.features = featureOf(options.feature, features);
    if (!options.stage.empty())
        choice.stage = stageOf(options.stage);
    choice.request.scores = choice.stage != MapStage::Weight;
    return choice;
}

Intervention interventionOf(const AttendOptions& options, const std::vector<HeadInfo>& heads) {
    Intervention changes;
    std::vector<HeadInfo> changeable;
    std::copy_if(heads.begin(), heads.end(), std::back_inserter(changeable),
                 [](const HeadInfo& head) { return head.changeable; });
    for (const std::string& place : options.off) {
        const HeadInfo& head = headAt("--off", place, changeable, changeable);
        scaleBy(0, head, changes);
    }
    for (const std::string& text : options.scale) {
        const std::size_t equals = text.find('=');
        const HeadInfo& head = headAt("--scale", text.substr(0, equals), changeable, changeable);
        const std::string number = equals == std::string::npos ? "" : text.substr(equals + 1);
        double scale = 0;
        const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), scale);
        if (failure != std::errc() || end != number.data() + number.size() || !(std::abs(scale) <= 100))
            throw UsageError("--scale: expected layer.head=number from -100 to 100, got \"" + text + "\"");
        scaleBy(Real(scale), head, changes);
    }
    setMasks(options.mask, heads, changes);
    dropOwnMasks(heads, changes);
    std::erase_if(changes, [](const auto& change) { return change.second.isNothing(); });
    return changes;
}

double numbersOf(const AttendChoice& choice, std::size_t tokens) {
    double numbers = 0;
    for (const HeadInfo& head : choice.heads) {
        const bool all = choice.request.features.kind == FeatureChoice::Kind::All;
        numbers += head.cells(Index(tokens)) * double(all ? head.features : 1);
    }
    return numbers * (choice.request.scores ? 3 : 1);
}

} // namespace headlight
