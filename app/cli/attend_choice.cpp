#include "cli/attend_choice.h"

#include "cli/mask_mark.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/models/left_out.h"
#include "engine/results/head_scale.h"
#include "engine/results/plain_zeros.h"
#include "viewmodels/map_names.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>
#include <sstream>

namespace headlight {

namespace {

std::string listOf(const std::vector<HeadInfo>& heads) {
    std::string text;
    for (const HeadInfo& head : heads)
        text += (text.empty() ? "" : ", ") + head.address.text();
    return text;
}

std::vector<HeadInfo> maskableOf(const std::vector<HeadInfo>& heads) {
    std::vector<HeadInfo> maskable;
    std::copy_if(heads.begin(), heads.end(), std::back_inserter(maskable),
                 [](const HeadInfo& head) { return head.maskable(); });
    return maskable;
}

/// Of `heads` the one at the place; where there is none, `offered` are named.
const HeadInfo& headNamed(const std::string& option, const std::string& place, const std::vector<HeadInfo>& heads,
                          const std::vector<HeadInfo>& offered) {
    if (!MapAddress::parse(place))
        throw UsageError(option + ": expected layer.head, such as 0.1, got \"" + printable(place) + "\"");
    if (heads.empty())
        throw Error(option + ": this model has no head that can be changed");
    if (const HeadInfo* head = headAt(heads, place))
        return *head;
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

/// Two masks for one head contradict each other.
void setMask(const HeadInfo& head, const Mask& mask, Intervention& changes) {
    std::optional<std::string>& own = changes[head.address].mask;
    if (own && *own != mask.text())
        throw UsageError("head " + listOf({head}) + " has two masks, " + *own + " and " + mask.text() +
                         ": give one --mask for it");
    own = mask.text();
}

void maskEverywhere(const std::string& text, const std::vector<HeadInfo>& heads, Intervention& changes) {
    const std::vector<Mask> masks = pointing(text, [&] { return parseMasks(text); });
    std::map<int, std::vector<HeadInfo>> layers;
    for (const HeadInfo& head : heads)
        if (head.maskable())
            layers[lineOf(head.address)].push_back(head);
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
    static const std::regex withPlace("\\s*([a-z0-9]+(?:\\.[a-z0-9]+)*\\.[0-9]+)\\s*=(.*)");
    Intervention everywhere, single;
    for (const std::string& text : texts) {
        std::smatch match;
        if (!std::regex_match(text, match, withPlace)) {
            maskEverywhere(text, heads, everywhere);
            continue;
        }
        const HeadInfo& head = headNamed("--mask", match[1].str(), heads, maskableOf(heads));
        checkMaskable("--mask", head, heads);
        const std::string expression = match[2].str();
        setMask(head, pointing(expression, [&] { return Mask::parse(expression); }), single);
    }
    for (const Intervention* masks : {&everywhere, &single})
        for (const auto& [place, change] : *masks)
            changes[place].mask = change.mask;
}

/// --off is a scale of 0. What contradicts itself is refused.
void scaleBy(double scale, const HeadInfo& head, Intervention& changes) {
    const auto [change, isNew] = changes.heads.try_emplace(head.address);
    if (!isNew && change->second.scale != scale)
        throw UsageError("head " + listOf({head}) + " is scaled twice: give one --off or one --scale for it");
    change->second.scale = scale;
}

/// "0.1:3,5" and "0.1:3,5=0.5": a head, and one of its cells; "0.1:second.3,5" is one of the second sentence.
struct CellPlace {
    std::string head;
    HeadCell cell;
    double weight = 1;
};

CellPlace cellPlace(const std::string& option, const std::string& text, bool weighs) {
    static const std::regex form("\\s*([a-z0-9.]+):(second\\.)?([0-9]{1,7}),([0-9]{1,7})(?:=([0-9.eE+-]+))?\\s*");
    std::smatch match;
    CellPlace place;
    bool fits = std::regex_match(text, match, form) && (weighs || !match[5].matched);
    if (fits && match[5].matched) {
        const std::string number = match[5].str();
        const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), place.weight);
        fits = failure == std::errc() && end == number.data() + number.size() && place.weight >= 0 && place.weight <= 1;
    }
    if (!fits)
        throw UsageError(option + ": expected layer.head:query,key" +
                         (weighs ? " or layer.head:query,key=weight, with a weight from 0 to 1" : "") +
                         ", such as 0.1:3,2" + (weighs ? "=0.5" : "") + ", got \"" + printable(text) + "\"");
    place.head = match[1].str();
    place.cell = {std::stoll(match[3].str()), std::stoll(match[4].str()), match[2].matched ? 1 : 0};
    return place;
}

/// One cell is either, and has one weight.
void changeCells(const AttendOptions& options, const std::vector<HeadInfo>& heads, Intervention& changes) {
    const auto change = [&](const std::string& option, CellPlace& place) -> HeadChange& {
        const HeadInfo& head = headNamed(option, place.head, heads, maskableOf(heads));
        checkMaskable(option, head, heads);
        if (head.sequence >= 0)
            place.cell.sequence = head.sequence;
        HeadChange& change = changes[head.address];
        if (change.markOf(place.cell) != CellMark::None)
            throw UsageError(option + ": cell " + cellText(place.cell) + " of head " + listOf({head}) +
                             " is named twice: forbid or force it once");
        return change;
    };
    for (const std::string& text : options.forbid) {
        CellPlace place = cellPlace("--forbid", text, false);
        HeadChange& changed = change("--forbid", place);
        changed.forbidden.push_back(place.cell);
    }
    for (const std::string& text : options.force) {
        CellPlace place = cellPlace("--force", text, true);
        HeadChange& changed = change("--force", place);
        changed.forced.push_back({place.cell.query, place.cell.key, place.weight, place.cell.sequence});
    }
}

/// A mask that the head has anyway changes nothing.
void dropOwnMasks(const std::vector<HeadInfo>& heads, Intervention& changes) {
    for (const HeadInfo& head : heads) {
        const auto change = changes.heads.find(head.address);
        if (change != changes.heads.end() && change->second.mask && head.maskable() &&
            *change->second.mask == Mask::parse(head.mask).text())
            change->second.mask.reset();
    }
}

} // namespace

namespace {

constexpr int mostHeads = 1'000'000; ///< that a number may be of; which ones there are is said by their addresses

/// "2" means a layer's attention heads, of whatever part is its first; "gate.1" those of another part;
/// "0.1,dec.0.cross.1" these heads alone. Without any of them all are wanted.
struct HeadFilter {
    std::optional<MapPart> part;
    std::set<int> heads;
    std::set<MapAddress> places;
};

bool wants(const std::set<int>& numbers, int number) {
    return numbers.empty() || numbers.contains(number);
}

bool isPlace(const std::string& text) {
    return MapAddress::parse(text.substr(0, text.find(','))).has_value();
}

std::set<MapAddress> placesIn(const std::string& text, const std::vector<HeadInfo>& heads) {
    std::set<MapAddress> places;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
        places.insert(headNamed("--head", part, heads, heads).address);
    return places;
}

HeadFilter filterOf(const std::string& text, const std::vector<HeadInfo>& heads) {
    HeadFilter filter;
    if (text.empty())
        return filter;
    if (isPlace(text)) {
        filter.places = placesIn(text, heads);
        return filter;
    }
    const auto address = MapAddress::parse("0." + text);
    if (address && address->part != MapPart::Self) {
        filter.part = address->part;
        filter.heads = {address->head};
    } else {
        filter.heads = wholeNumbersIn("--head", text, 0, mostHeads);
    }
    return filter;
}

bool isFirstPart(const HeadInfo& head, const std::vector<HeadInfo>& heads) {
    return std::none_of(heads.begin(), heads.end(), [&](const HeadInfo& other) {
        return other.address.stack == head.address.stack && other.address.layer == head.address.layer &&
               other.address.part < head.address.part;
    });
}

bool wants(const HeadFilter& filter, const HeadInfo& head, const std::vector<HeadInfo>& heads) {
    if (!filter.places.empty())
        return filter.places.contains(head.address);
    if (filter.part ? head.address.part != *filter.part : !filter.heads.empty() && !isFirstPart(head, heads))
        return false;
    return wants(filter.heads, head.address.head);
}

} // namespace

std::vector<MapStage> AttendChoice::stagesOf(const HeadInfo& head) const {
    if (!stage)
        return head.stages;
    return stageWithin(*stage, head.stages) == *stage ? std::vector{*stage} : std::vector<MapStage>();
}

AttendChoice choiceOf(const AttendOptions& options, const std::vector<HeadInfo>& heads) {
    AttendChoice choice;
    int layers = 0;
    for (const HeadInfo& head : heads)
        layers = std::max(layers, head.address.layer + 1);
    std::set<int> chosenLayers;
    if (!options.layer.empty())
        chosenLayers = wholeNumbersIn("--layer", options.layer, 0, layers - 1);
    const HeadFilter filter = filterOf(options.head, heads);
    if (!filter.places.empty() && !options.layer.empty())
        throw UsageError("--layer: --head " + options.head + " names the layer; leave --layer out");
    Index features = 1;
    for (const HeadInfo& head : heads) {
        if (!wants(chosenLayers, head.address.layer) || !wants(filter, head, heads))
            continue;
        choice.heads.push_back(head);
        features = std::max(features, head.features);
    }
    std::set<int> missing = filter.heads;
    for (const HeadInfo& head : choice.heads)
        missing.erase(head.address.head);
    if (choice.heads.empty() || !missing.empty()) // of several that are named, each is there
        throw Error((options.layer.empty() ? "" : "--layer " + options.layer + " ") + "--head " + options.head +
                    ": there is no such head; layer.head may be " + listOf(heads));
    if (!options.feature.empty())
        choice.features = featureOption(options.feature, features);
    if (!options.stage.empty())
        choice.stage = mapStageNamed(options.stage);
    return choice;
}

TokenDisplay displayOf(const AttendOptions& options) {
    const TokenDisplay display{pieceDisplayNamed(options.pieces).value(), markDisplayNamed(options.specials).value()};
    if (display.changesMaps() && !options.stage.empty() && options.stage != "weight")
        throw UsageError("--stage " + options.stage +
                         ": scores are of all tokens as the model has them; leave it out, or --pieces words and "
                         "--specials");
    return display;
}

std::vector<HeadInfo> headsOf(std::vector<HeadInfo> heads, const TokenDisplay& display) {
    if (display.changesMaps())
        for (HeadInfo& head : heads)
            head.stages = {MapStage::Weight};
    return heads;
}

std::vector<std::string> stageNames() {
    std::vector<std::string> names;
    for (const MapStage stage : allStages())
        names.push_back(nameOf(stage));
    return names;
}

int queryOf(const AttendOptions& options, const Sequence& sequence) {
    if (options.query.empty())
        return 0;
    const std::vector<Token>& tokens = sequence.tokens;
    for (std::size_t token = 0; token < tokens.size(); ++token)
        if (options.query == std::to_string(token) || (!tokens[token].special && options.query == tokens[token].text))
            return int(token);
    throw UsageError("--query: expected the number of a token, 0 to " + std::to_string(tokens.size() - 1) +
                     ", or ROW,COLUMN of a patch, 1,1 to " + tokens.back().text + ", got \"" +
                     printable(options.query, 40) + "\"");
}

void fitToImage(AttendOptions& options, const std::vector<HeadInfo>& heads) {
    if (!options.combine.empty())
        return;
    if (options.layer.empty() && options.head.empty())
        options.layer = std::to_string(heads.back().address.layer);
    if (choiceOf(options, heads).heads.size() > 1) {
        options.combine = "mean";
        note("one map is drawn over the image, the mean of the chosen heads" +
             (options.head.empty() ? " of layer " + options.layer : std::string()) +
             ": --layer, --head and --combine choose others");
    }
}

std::vector<std::string> betweenNames() {
    std::vector<std::string> names = {"all"};
    for (const int queries : {0, 1})
        for (const int keys : {0, 1})
            names.push_back(nameOf(TextPair{queries, keys}));
    return names;
}

std::optional<TextPair> betweenOf(const AttendOptions& options, const std::vector<Sequence>& sequences) {
    if (options.between == "all")
        return std::nullopt;
    for (const Sequence& sequence : sequences)
        for (const TextPair& pair : textPairs(sequence))
            if (nameOf(pair) == options.between)
                return pair;
    const std::string option = "--between " + options.between + ": ";
    if (!options.hasSecond)
        throw Error(option + "there is one text; give a second one behind it, or leave the option out");
    throw Error(option + (sequences.size() > 1
                              ? "this model reads its texts as sequences of their own, and no map is between them; "
                                "--side chooses whose maps a file shows"
                              : "the tokens of the two texts do not stand side by side here"));
}

Intervention interventionOf(const AttendOptions& options, const std::vector<HeadInfo>& heads) {
    Intervention changes;
    std::vector<HeadInfo> changeable;
    std::copy_if(heads.begin(), heads.end(), std::back_inserter(changeable),
                 [](const HeadInfo& head) { return head.changeable; });
    for (const std::string& place : options.off) {
        const FeaturePlace features = featurePlace(place);
        const HeadInfo& head = headNamed("--off", features.head, changeable, changeable);
        if (!features.features)
            scaleBy(0, head, changes);
        else
            scaleFeatures("--off", features, head, 0, changes[head.address].features);
    }
    for (const std::string& text : options.scale) {
        const std::size_t equals = text.find('=');
        const FeaturePlace features = featurePlace(text.substr(0, equals));
        const HeadInfo& head = headNamed("--scale", features.head, changeable, changeable);
        const std::string number = equals == std::string::npos ? "" : text.substr(equals + 1);
        double scale = 0;
        const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), scale);
        if (failure != std::errc() || end != number.data() + number.size() || !(std::abs(scale) <= mostHeadScale))
            throw UsageError("--scale: expected layer.head=number from -100 to 100, got \"" + text + "\"");
        if (!features.features)
            scaleBy(scale, head, changes);
        else
            scaleFeatures("--scale", features, head, scale, changes[head.address].features);
    }
    setMasks(options.mask, heads, changes);
    changeCells(options, heads, changes);
    dropOwnMasks(heads, changes);
    for (auto& [place, change] : changes.heads)
        std::erase_if(change.features, [](const auto& feature) { return feature.second == 1; });
    std::erase_if(changes.heads, [](const auto& change) { return change.second.isNothing(); });
    return withPlainZeros(std::move(changes));
}

std::string cellText(const HeadCell& cell) {
    return (cell.sequence == 1 ? "second." : "") + std::to_string(cell.query) + "," + std::to_string(cell.key);
}

void checkCells(const Intervention& changes, const std::vector<Sequence>& sequences) {
    const auto check = [&](const MapAddress& head, const HeadCell& cell) {
        const std::string where = "cell " + cellText(cell) + " of head " + head.text() + ": ";
        if (std::size_t(cell.sequence) >= sequences.size())
            throw UsageError(where + "there is one sequence of tokens; leave second. out");
        for (const auto& [sequence, token] :
             {std::pair(cell.sequence, cell.query), std::pair(keySequenceOf(head.part, cell.sequence), cell.key)}) {
            const std::size_t tokens = sequences[std::size_t(sequence)].tokens.size();
            if (!mayHold(sequences[std::size_t(sequence)], std::size_t(token)))
                throw Error(where + "the text has " + std::to_string(tokens) + " tokens, from 0 to " +
                            std::to_string(tokens - 1));
        }
    };
    for (const auto& [head, change] : changes) {
        for (const HeadCell& cell : change.forbidden)
            check(head, cell);
        for (const ForcedCell& cell : change.forced)
            check(head, cell.place());
    }
}

std::optional<HeadCombination> combinationOf(const AttendOptions& options, const AttendChoice& choice) {
    if (options.combine.empty())
        return std::nullopt;
    if (!options.stage.empty() && options.stage != "weight")
        throw UsageError("--combine: weights are combined, leave out --stage " + options.stage);
    if (!options.feature.empty() && options.feature != "mean")
        throw UsageError("--combine: of each head the mean of its features is combined, leave out --features " +
                         options.feature);
    const auto isSelf = [](const HeadInfo& head) { return head.address.part == MapPart::Self; };
    const auto isOfSide = [&](const HeadInfo& head) { // an encoder's and a decoder's maps are of different texts
        return head.sequence < 0 || head.sequence == options.side - 1;
    };
    const bool isNamed = options.head.find('.') != std::string::npos;
    HeadCombination combination{*combinationNamed(options.combine), {}};
    for (const HeadInfo& head : choice.heads)
        if (isNamed || (isSelf(head) && isOfSide(head)))
            combination.heads.push_back(head.address);
    if (combination.heads.empty())
        throw Error("--combine: there is no self attention" +
                    (options.layer.empty() ? "" : " in --layer " + options.layer) +
                    "; name another part with --head, such as " + partName(choice.heads.front().address.part) + "." +
                    std::to_string(choice.heads.front().address.head));
    std::sort(combination.heads.begin(), combination.heads.end());
    return combination;
}

static constexpr std::string_view secondPrefix = "second.";

std::set<TokenPlace> leftOutOf(const AttendOptions& options, const std::vector<Sequence>& sequences) {
    std::set<TokenPlace> places;
    for (const std::string& list : options.leaveOut) {
        bool isSecond = false; // from the first second. on
        std::string number;
        for (std::istringstream numbers(list); std::getline(numbers, number, ',');) {
            if (number.starts_with(secondPrefix)) {
                isSecond = true;
                number.erase(0, secondPrefix.size());
            }
            if (isSecond && sequences.size() < 2)
                throw UsageError("--leave-out " + printable(list) +
                                 ": there is one sequence of tokens; leave second. out");
            const auto& tokens = sequences[isSecond ? 1 : 0].tokens;
            const int place = wholeNumber("--leave-out", number, 0, int(tokens.size()) - 1);
            if (tokens[std::size_t(place)].special)
                throw UsageError("--leave-out " + number + ": " + printable(tokens[std::size_t(place)].text) +
                                 " is a mark of the model's own, and stays");
            if (tokens[std::size_t(place)].isPredicate)
                throw UsageError("--leave-out " + number + ": " + printable(tokens[std::size_t(place)].text) +
                                 " is the predicate, and stays");
            places.insert({isSecond ? 1 : 0, place});
        }
    }
    const std::vector<Sequence> marked = withLeftOut(sequences, places);
    for (const TokenPlace& place : places)
        if (!marked[std::size_t(place.sequence)].tokens[std::size_t(place.token)].leftOut)
            throw UsageError("--leave-out: nothing would be left of the text");
    return places;
}

double numbersOf(const AttendChoice& choice, std::size_t tokens) {
    double numbers = 0;
    for (const HeadInfo& head : choice.heads) {
        const bool all = choice.features.choice.kind == FeatureChoice::Kind::All;
        numbers += head.cells(Index(tokens)) * double(all ? head.features : 1) * double(choice.stagesOf(head).size());
    }
    return numbers;
}

} // namespace headlight
