#include "models/saved_view.h"

#include "core/error.h"
#include "core/json_text.h"
#include "masks/mask.h"
#include "models/change_json.h"
#include "results/head_scale.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

constexpr int viewVersion = 1;
constexpr std::int64_t mostPositions = 1'000'000, mostFeatures = 100'000;
constexpr std::size_t longestName = 4096, longestText = 1'000'000, mostChanges = 10'000, mostCells = 100'000;

/// An entry of the document with its name for messages.
class ViewEntry {
public:
    ViewEntry(const Json& value, std::string name, const std::string& where)
        : m_value(value), m_name(std::move(name)), m_where(where) {}

    [[noreturn]] void refuse(const std::string& expected) const {
        constexpr std::size_t longest = 60;
        throw Error(m_where + ": " + m_name + ": expected " + expected + ", got " +
                    printable(jsonText(m_value), longest));
    }
    bool isThere() const { return !m_value.is_null(); }
    ViewEntry operator[](const char* key) const {
        static const Json none;
        if (!m_value.is_object())
            refuse("an object");
        const auto found = m_value.find(key);
        return {found == m_value.end() ? none : *found, (m_name == whole ? "" : m_name + ".") + key, m_where};
    }
    std::vector<ViewEntry> list(std::size_t most) const {
        if (isThere() && (!m_value.is_array() || m_value.size() > most))
            refuse("a list of at most " + std::to_string(most) + " entries");
        std::vector<ViewEntry> entries;
        for (std::size_t k = 0; k < m_value.size(); ++k)
            entries.emplace_back(m_value[k], m_name + "[" + std::to_string(k) + "]", m_where);
        return entries;
    }
    std::string text(std::size_t longest) const {
        if (!m_value.is_string())
            refuse("a text");
        const auto& text = m_value.get_ref<const std::string&>();
        if (text.size() > longest)
            refuse("at most " + std::to_string(longest) + " bytes");
        if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
            refuse("one line without control characters");
        return text;
    }
    std::int64_t number(std::int64_t low, std::int64_t high) const {
        const auto number = wholeNumberOf(m_value, low, high);
        if (!number)
            refuse("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
        return *number;
    }
    double scale() const {
        const double scale = m_value.is_number() ? m_value.get<double>() : 2 * mostHeadScale;
        if (!(std::abs(scale) <= mostHeadScale))
            refuse("a number from -100 to 100");
        return scale;
    }
    double share() const {
        const double share = m_value.is_number() ? m_value.get<double>() : -1;
        if (!(share >= 0 && share <= 1))
            refuse("a number from 0 to 1");
        return share;
    }
    double finite() const {
        const double number = m_value.is_number() ? m_value.get<double>() : std::nan("");
        if (!std::isfinite(number))
            refuse("a number");
        return number;
    }
    bool flag() const {
        if (!m_value.is_boolean())
            refuse("true or false");
        return m_value.get<bool>();
    }
    bool isText() const { return m_value.is_string(); }
    bool isList() const { return m_value.is_array(); }

    static constexpr const char* whole = "the document";

private:
    const Json& m_value;
    std::string m_name;
    const std::string& m_where;
};

MapAddress addressFrom(const ViewEntry& entry) {
    const auto address = MapAddress::parse(entry.text(longestName));
    if (!address)
        entry.refuse("the address of a head, such as 0.1 or 1.pooling.0");
    return *address;
}

constexpr std::pair<const char*, FeatureChoice::Kind> featureKinds[] = {{"mean", FeatureChoice::Kind::Mean},
                                                                        {"max", FeatureChoice::Kind::Maximum},
                                                                        {"std", FeatureChoice::Kind::Deviation}};

Json featuresOf(const FeatureChoice& choice) {
    for (const auto& [name, kind] : featureKinds)
        if (kind == choice.kind)
            return name;
    return choice.kind == FeatureChoice::Kind::Group ? Json(choice.group) : Json(choice.feature);
}

FeatureChoice featuresFrom(const ViewEntry& entry) {
    if (entry.isList()) {
        FeatureChoice choice{FeatureChoice::Kind::Group};
        for (const ViewEntry& feature : entry.list(std::size_t(mostFeatures))) {
            choice.group.push_back(Index(feature.number(0, mostFeatures)));
            if (choice.group.size() > 1 && choice.group.back() <= choice.group[choice.group.size() - 2])
                feature.refuse("ascending numbers");
        }
        if (choice.group.empty())
            entry.refuse("at least one feature");
        return choice;
    }
    if (!entry.isText())
        return {FeatureChoice::Kind::One, Index(entry.number(0, mostFeatures))};
    for (const auto& [name, kind] : featureKinds)
        if (entry.text(longestName) == name)
            return {kind, 0};
    entry.refuse("mean, max, std, the number of a feature or a list of them");
}

TextPair pairFrom(const ViewEntry& entry) {
    for (const TextPair& pair : {TextPair{0, 0}, TextPair{0, 1}, TextPair{1, 0}, TextPair{1, 1}})
        if (entry.text(longestName) == nameOf(pair))
            return pair;
    entry.refuse("first-first, first-second, second-first or second-second");
}

MapRequest focusFrom(const ViewEntry& entry) {
    MapRequest focus;
    focus.address = addressFrom(entry["address"]);
    focus.sequence = int(entry["sequence"].number(0, 1));
    const auto stage = mapStageNamed(entry["stage"].text(longestName));
    if (!stage)
        entry["stage"].refuse("score, masked, weight or a part of the score");
    focus.stage = *stage;
    focus.features = featuresFrom(entry["features"]);
    if (entry["between"].isThere())
        focus.between = pairFrom(entry["between"]);
    return focus;
}

HeadCombination combinationFrom(const ViewEntry& entry) {
    const auto kind = combinationNamed(entry["kind"].text(longestName));
    if (!kind)
        entry["kind"].refuse("mean, max or rollout");
    HeadCombination combination{*kind, {}};
    for (const ViewEntry& head : entry["heads"].list(mostChanges)) {
        combination.heads.push_back(addressFrom(head));
        if (combination.heads.size() > 1 && combination.heads.back() <= combination.heads[combination.heads.size() - 2])
            head.refuse("ascending addresses");
    }
    if (combination.heads.empty())
        entry["heads"].refuse("a list of addresses");
    return combination;
}

Json combinationJson(const HeadCombination& combination) {
    Json heads = Json::array();
    for (const MapAddress& head : combination.heads)
        heads.push_back(head.text());
    return {{"kind", nameOf(combination.kind)}, {"heads", heads}};
}

TokenDisplay displayFrom(const ViewEntry& entry) {
    const auto pieces = pieceDisplayNamed(entry["pieces"].text(longestName));
    if (!pieces)
        entry["pieces"].refuse("raw, pretty or words");
    const auto marks = markDisplayNamed(entry["specials"].text(longestName));
    if (!marks)
        entry["specials"].refuse("shown, hidden or renormalised");
    return {*pieces, *marks};
}

std::set<int> positionsFrom(const ViewEntry& entry) {
    std::set<int> positions;
    for (const ViewEntry& position : entry.list(mostCells))
        positions.insert(int(position.number(0, mostPositions)));
    return positions;
}

std::string maskFrom(const ViewEntry& entry) {
    try {
        return Mask::parse(entry.text(longestName)).text();
    } catch (const Error& error) {
        entry.refuse("a mask (" + std::string(error.what()) + ")");
    }
}

/// Of what changeJson wrote; `kept` parts stand before the sequence.
HeadCell cellFrom(const std::vector<ViewEntry>& parts, std::size_t kept) {
    return {Index(parts[0].number(0, mostPositions)), Index(parts[1].number(0, mostPositions)),
            parts.size() > kept ? int(parts[kept].number(0, 1)) : 0};
}

HeadChange changeFrom(const ViewEntry& row) {
    HeadChange change;
    if (row["scale"].isThere())
        change.scale = row["scale"].scale();
    if (row["mask"].isThere())
        change.mask = maskFrom(row["mask"]);
    for (const ViewEntry& feature : row["features"].list(std::size_t(mostFeatures))) {
        const std::vector<ViewEntry> pair = feature.list(2);
        if (pair.size() != 2)
            feature.refuse("a feature and its factor");
        change.features[Index(pair[0].number(0, mostFeatures))] = pair[1].scale();
    }
    std::erase_if(change.features, [](const auto& feature) { return feature.second == 1; });
    std::set<HeadCell> named;
    for (const ViewEntry& cell : row["forbidden"].list(mostCells)) {
        const std::vector<ViewEntry> parts = cell.list(3);
        if (parts.size() < 2)
            cell.refuse("a query and a key");
        change.forbidden.push_back(cellFrom(parts, 2));
        if (!named.insert(change.forbidden.back()).second)
            cell.refuse("each cell once");
    }
    for (const ViewEntry& cell : row["forced"].list(mostCells)) {
        const std::vector<ViewEntry> parts = cell.list(4);
        if (parts.size() < 3)
            cell.refuse("a query, a key and a weight");
        const HeadCell place = cellFrom(parts, 3);
        change.forced.push_back({place.query, place.key, parts[2].share(), place.sequence});
        if (!named.insert(place).second)
            cell.refuse("each cell once, forbidden or forced");
    }
    return change;
}

Intervention changesFrom(const ViewEntry& entry) {
    Intervention changes;
    for (const ViewEntry& row : entry.list(mostChanges)) {
        const MapAddress address = addressFrom(row["address"]);
        HeadChange change = changeFrom(row);
        if (changes.heads.contains(address))
            row["address"].refuse("each head once");
        if (!change.isNothing())
            changes[address] = std::move(change);
    }
    return changes;
}

std::set<TokenPlace> leftOutFrom(const ViewEntry& entry) {
    std::set<TokenPlace> places;
    for (const ViewEntry& place : entry.list(mostCells)) {
        const std::vector<ViewEntry> pair = place.list(2);
        if (pair.size() != 2)
            place.refuse("a sequence and a token");
        places.insert({int(pair[0].number(0, 1)), int(pair[1].number(0, mostPositions))});
    }
    return places;
}

Json colorsJson(const SavedView& view) {
    Json colors = {{"map", view.colorMap}, {"range", view.range}};
    if (view.limits)
        colors["limits"] = *view.limits;
    if (view.colorScale)
        colors["scale"] = *view.colorScale;
    if (view.ownRanges)
        colors["own_ranges"] = *view.ownRanges;
    return colors;
}

void readColors(const ViewEntry& entry, SavedView& view) {
    view.colorMap = entry["map"].text(longestName);
    view.range = entry["range"].text(longestName);
    if (entry["scale"].isThere())
        view.colorScale = entry["scale"].text(longestName);
    if (entry["own_ranges"].isThere())
        view.ownRanges = entry["own_ranges"].flag();
    if (!entry["limits"].isThere())
        return;
    const std::vector<ViewEntry> ends = entry["limits"].list(2);
    if (ends.size() != 2 || !(ends[0].finite() < ends[1].finite()))
        entry["limits"].refuse("a low and a higher end");
    view.limits = {ends[0].finite(), ends[1].finite()};
}

std::string answerScaleFrom(const ViewEntry& entry) {
    std::string scale = entry.text(longestName);
    if (scale != "probability" && scale != "log-odds")
        entry.refuse("probability or log-odds");
    return scale;
}

SavedView::Lines linesFrom(const ViewEntry& entry) {
    SavedView::Lines lines{entry["kind"].text(longestName), entry["least"].finite(),
                           int(entry["per_query"].number(1, SavedView::mostLines))};
    if (lines.kind != "automatic" && lines.kind != "threshold" && lines.kind != "strongest")
        entry["kind"].refuse("automatic, threshold or strongest");
    if (lines.least < 0)
        entry["least"].refuse("a number that is not negative");
    return lines;
}

SavedView::Zoom zoomFrom(const ViewEntry& entry) {
    constexpr double most = 1e6;
    const SavedView::Zoom zoom{entry["factor"].finite(), entry["row"].finite(), entry["column"].finite()};
    if (!(zoom.factor >= 1 && zoom.factor <= most))
        entry["factor"].refuse("a number from 1 to 1000000");
    for (const auto& [name, place] : {std::pair("row", zoom.row), std::pair("column", zoom.column)})
        if (!(place >= 0 && place <= double(mostPositions)))
            entry[name].refuse("a number that is not negative");
    return zoom;
}

std::string hashFrom(const ViewEntry& entry) {
    std::string hash = entry.text(longestName);
    if (hash.size() != 16 || hash.find_first_not_of("0123456789abcdef") != std::string::npos)
        entry.refuse("16 hexadecimal digits");
    return hash;
}

} // namespace

std::string savedViewText(const SavedView& view) {
    Json focus = {{"address", view.focus.address.text()},
                  {"sequence", view.focus.sequence},
                  {"stage", nameOf(view.focus.stage)},
                  {"features", featuresOf(view.focus.features)}};
    if (view.focus.between)
        focus["between"] = nameOf(*view.focus.between);
    if (view.combination)
        focus["combination"] = combinationJson(*view.combination);
    if (view.display != TokenDisplay())
        focus["tokens"] = {{"pieces", nameOf(view.display.pieces)}, {"specials", nameOf(view.display.marks)}};
    Json pins = Json::array();
    for (const SavedView::Pins& of : view.pins)
        pins.push_back({{"queries", of.queries}, {"keys", of.keys}});
    Json document = {{"format", "headlight-view"},
                     {"version", viewVersion},
                     {"model", {{"folder", view.folder}, {"title", view.title}, {"hash", view.hash}}},
                     {"texts", view.texts},
                     {"focus", focus},
                     {"pins", pins}};
    document.update(changesJson(view.changes));
    if (view.zoom != SavedView::Zoom())
        document["zoom"] = {{"factor", view.zoom.factor}, {"row", view.zoom.row}, {"column", view.zoom.column}};
    document["colors"] = colorsJson(view);
    if (view.answerScale)
        document["answer"] = *view.answerScale;
    if (view.lines)
        document["lines"] = {
            {"kind", view.lines->kind}, {"least", view.lines->least}, {"per_query", view.lines->perQuery}};
    return jsonText(document, 2) + '\n';
}

SavedView savedViewFrom(const std::string& text, const std::string& where) {
    if (text.size() > longestSavedView)
        throw Error(where + ": larger than any view that Headlight saves");
    const Json document = parseJson(text, where);
    const ViewEntry root(document, ViewEntry::whole, where);
    if (!document.is_object() || !root["format"].isText() || root["format"].text(longestName) != "headlight-view")
        throw Error(where + ": no view of Headlight: it does not begin with \"format\": \"headlight-view\"");
    if (root["version"].number(1, mostPositions) > viewVersion)
        throw Error(where + ": the view was saved by a later Headlight; open it with that one");
    SavedView view;
    view.folder = root["model"]["folder"].text(longestName);
    view.title = root["model"]["title"].text(longestName);
    view.hash = hashFrom(root["model"]["hash"]);
    for (const ViewEntry& each : root["texts"].list(2))
        view.texts.push_back(each.text(longestText));
    if (view.texts.empty())
        root["texts"].refuse("one text or two");
    view.focus = focusFrom(root["focus"]);
    if (root["focus"]["combination"].isThere())
        view.combination = combinationFrom(root["focus"]["combination"]);
    if (root["focus"]["tokens"].isThere())
        view.display = displayFrom(root["focus"]["tokens"]);
    const std::vector<ViewEntry> pins = root["pins"].list(2);
    for (std::size_t k = 0; k < pins.size(); ++k)
        view.pins[k] = {positionsFrom(pins[k]["queries"]), positionsFrom(pins[k]["keys"])};
    view.changes = changesFrom(root["changes"]);
    view.changes.leftOut = leftOutFrom(root["left_out"]);
    if (root["zoom"].isThere())
        view.zoom = zoomFrom(root["zoom"]);
    readColors(root["colors"], view);
    if (root["answer"].isThere())
        view.answerScale = answerScaleFrom(root["answer"]);
    if (root["lines"].isThere())
        view.lines = linesFrom(root["lines"]);
    return view;
}

} // namespace headlight
