#include "viewmodels/map_archive.h"

#include "engine/core/json_text.h"
#include "engine/models/change_json.h"
#include "engine/models/seen_changes.h"
#include "viewmodels/alterations.h"
#include "viewmodels/map_names.h"
#include "viewmodels/numbered_tokens.h"
#include "viewmodels/statistic_columns.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace headlight {

std::vector<std::int64_t> shapeOf(const AttentionMap& map) {
    std::vector<std::int64_t> shape;
    if (hasQueries(map.address.part))
        shape.push_back(map.queries);
    shape.push_back(map.keys);
    if (map.features > 1)
        shape.push_back(map.features);
    return shape;
}

std::vector<std::string> tokenTexts(const Sequence& sequence) {
    std::vector<std::string> texts;
    for (const Token& token : sequence.tokens)
        texts.push_back(token.text);
    return texts;
}

bool isBlank(const AttentionMap& map, Index query, Index key) {
    return map.stage == MapStage::Masked && !map.isVisible(query, key);
}

bool hasHiddenScores(const AttentionMap& map) {
    return isBeforeMask(map.stage) && std::find(map.visible.begin(), map.visible.end(), 0) != map.visible.end();
}

std::vector<MapRequest> allMapsOf(const Recording& recording, const FeatureChoice& features,
                                  const std::optional<TextPair>& between, Index longest) {
    std::vector<MapRequest> requests;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence) {
        const Sequence& read = recording.sequences()[std::size_t(sequence)];
        const std::optional<TextPair> part = pairWithin(read, between);
        for (const MapAddress& address : recording.heads(sequence)) {
            if (isOfPairs(address.part) && Index(read.tokens.size()) > longest)
                continue;
            for (const MapStage stage : recording.stages(address, sequence))
                requests.push_back({address, sequence, stage, features, part});
        }
    }
    return requests;
}

double numbersOfAll(const Recording& recording, const std::vector<HeadInfo>& heads, Index longest) {
    double numbers = 0;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence) {
        const Index tokens = Index(recording.sequences()[std::size_t(sequence)].tokens.size());
        for (const HeadInfo& head : heads)
            if (recording.has(head.address, sequence) && (!isOfPairs(head.address.part) || tokens <= longest))
                numbers += head.cells(tokens) * double(head.features) *
                           double(recording.stages(head.address, sequence).size());
    }
    return numbers;
}

namespace {

std::string arrayName(const MapAddress& address) {
    std::string name = address.stack == Stack::Decoder ? "dec.L" : "L";
    name += std::to_string(address.layer) + ".";
    if (!isCalledHead(address.part))
        name += partName(address.part) + ".";
    return name + "H" + std::to_string(address.head) + ".";
}

/// As tables and pictures name rows and columns: repeated tokens are numbered.
std::vector<std::string> labelsOf(const Sequence& sequence) {
    QStringList names;
    for (const Token& token : sequence.tokens)
        names << QString::fromStdString(token.text);
    std::vector<std::string> labels;
    for (const QString& name : numberedNames(names))
        labels.push_back(name.toStdString());
    return labels;
}

/// Of a pair's second sentence "second.", of a passage's sentences and its question "sentence3.", "question.".
std::string prefixOf(const Recording& recording, int sequence) {
    if (sequence == 0 || recording.sequences().size() < 3)
        return sequence == 0 ? "" : "second.";
    std::string name = recording.sequences()[std::size_t(sequence)].name;
    std::erase(name, ' ');
    return name + '.';
}

/// Which of the scores a mask, or the user, hides. Always, so that a script needs no case for heads that see all.
void addHidden(NpzWriter& archive, const std::string& name, const AttentionMap& map) {
    std::vector<std::int64_t> shape = shapeOf(map);
    if (map.features > 1)
        shape.pop_back();
    std::vector<std::uint8_t> hidden;
    for (const std::uint8_t visible : map.visible)
        hidden.push_back(visible == 0);
    archive.addFlags(name + "hidden", shape, hidden);
}

/// `saysHidden`: with what is hidden, which all stages of a head share.
void addMap(NpzWriter& archive, const Recording& recording, const AttentionMap& map, bool saysHidden) {
    std::vector<float> values = map.values;
    for (Index query = 0; query < map.queries; ++query)
        for (Index key = 0; key < map.keys; ++key)
            if (isBlank(map, query, key))
                std::fill_n(values.begin() + (query * map.keys + key) * map.features, map.features,
                            std::numeric_limits<float>::quiet_NaN());
    const std::string prefix = prefixOf(recording, map.querySequence);
    const std::string name = prefix + (map.combination.empty() ? arrayName(map.address) : "combined.");
    archive.add(name + nameOf(map.stage), shapeOf(map), values);
    if (saysHidden)
        addHidden(archive, name, map);
    if (!map.standardErrors.empty())
        archive.add(name + "standard_error", shapeOf(map), map.standardErrors);
    if (!map.combination.empty())
        archive.addTexts(prefix + "combination", {map.combination});
}

/// Which part of its maps a sequence has, and the tokens of rows and columns.
void addPart(NpzWriter& archive, const std::string& prefix, const Sequence& read, const TextPair& between) {
    const std::vector<std::string> tokens = tokenTexts(read);
    archive.addTexts(prefix + "between", {nameOf(between)});
    for (const JoinedText& text : joinedTexts(read)) {
        const std::vector<std::string> own(tokens.begin() + text.begin, tokens.begin() + text.end);
        if (text.input == between.queries)
            archive.addTexts(prefix + "queries", own);
        if (text.input == between.keys)
            archive.addTexts(prefix + "keys", own);
    }
}

/// Of which part the maps of a sequence are; none: of all of it.
std::optional<TextPair> partOf(int sequence, const std::vector<MapRequest>& requests,
                               const std::vector<AttentionMap>& combined) {
    for (const MapRequest& request : requests)
        if (request.sequence == sequence && request.between)
            return request.between;
    for (const AttentionMap& map : combined)
        if (map.querySequence == sequence && map.between)
            return map.between;
    return std::nullopt;
}

/// Rows are tokens, columns labels.
void addTags(NpzWriter& archive, const TagAnswer& answer) {
    std::vector<std::string> tags;
    std::vector<double> probabilities, logits;
    for (std::size_t t = 0; t < answer.tokens.size(); ++t) {
        const ClassAnswer& own = answer.tokens[t].tags;
        tags.push_back(answer.tag(t));
        probabilities.insert(probabilities.end(), own.probabilities.begin(), own.probabilities.end());
        logits.insert(logits.end(), own.logits.begin(), own.logits.end());
    }
    const std::vector<std::int64_t> shape{std::int64_t(tags.size()), std::int64_t(answer.labels.size())};
    archive.addTexts("prediction.labels", answer.labels);
    archive.addTexts("prediction.tags", tags);
    archive.add("prediction.probabilities", shape, probabilities);
    archive.add("prediction.logits", shape, logits);
}

void addPrediction(NpzWriter& archive, const Answer& answer) {
    if (const auto* tags = std::get_if<TagAnswer>(&answer))
        return addTags(archive, *tags);
    if (const auto* score = std::get_if<ScoreAnswer>(&answer))
        archive.add("prediction.score", {1}, std::vector<double>{score->score});
    const ClassAnswer classes = classesOf(answer);
    if (classes.labels.empty())
        return;
    const std::vector<std::int64_t> shape{std::int64_t(classes.labels.size())};
    archive.addTexts("prediction.labels", classes.labels);
    archive.add("prediction.probabilities", shape, classes.probabilities);
    archive.add("prediction.logits", shape, classes.logits);
}

/// What is altered for people, and exactly.
void addChanges(NpzWriter& archive, const Recording& recording, const Intervention& changes) {
    std::vector<std::string> altered;
    for (const QString& change : alterationsOf(changes, &recording))
        altered.push_back(change.toStdString());
    if (!altered.empty())
        archive.addTexts("altered", altered);
    if (const Intervention seen = seenIn(changes, recording.asRead().sequences()); !seen.empty())
        archive.addTexts("changes", {jsonText(changesJson(seen))});
}

} // namespace

NpzWriter mapArchive(const Recording& recording, const std::vector<MapRequest>& requests, const Intervention& changes,
                     const Check& check, const std::vector<AttentionMap>& combined) {
    NpzWriter archive;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence) {
        const Sequence& read = recording.sequences()[std::size_t(sequence)];
        const std::string prefix = prefixOf(recording, sequence);
        archive.addTexts(prefix + "tokens", tokenTexts(read));
        archive.addTexts(prefix + "token_labels", labelsOf(read));
        if (const auto part = partOf(sequence, requests, combined))
            addPart(archive, prefix, read, *part);
    }
    const TokenDisplay& display = recording.display();
    if (display.pieces != PieceDisplay::Raw)
        archive.addTexts("pieces", {nameOf(display.pieces)});
    if (display.marks != MarkDisplay::Shown)
        archive.addTexts("specials", {nameOf(display.marks)});
    std::optional<std::int64_t> feature; // a mechanism with fewer features shows its last one
    std::string reduction;
    std::set<std::pair<int, MapAddress>> hidden; // of which heads it is said
    for (const MapRequest& request : requests) {
        const AttentionMap map = recording.map(request, check);
        if (map.stage != request.stage) // there is only the other one, which is asked for, too
            continue;
        const bool saysHidden = isBeforeMask(map.stage) && hidden.insert({map.querySequence, map.address}).second;
        addMap(archive, recording, map, saysHidden);
        if (map.mechanismFeatures > 1 && map.choice.kind == FeatureChoice::Kind::One)
            feature = std::max(feature.value_or(0), std::int64_t(map.choice.feature));
        else if (map.mechanismFeatures > 1 && map.features == 1)
            reduction = map.choice.text();
    }
    for (const AttentionMap& map : combined)
        addMap(archive, recording, map, false); // weights
    if (feature)
        archive.add("features", {1}, std::vector<std::int64_t>{*feature});
    if (!reduction.empty())
        archive.addTexts("reduction", {reduction});
    addChanges(archive, recording, changes);
    addPrediction(archive, recording.answer());
    return archive;
}

void addHeads(NpzWriter& archive, const std::string& prefix, const std::vector<HeadEntry>& heads) {
    const std::vector<std::int64_t> shape{std::int64_t(heads.size())};
    const auto integers = [&](const char* name, int MapAddress::*member) {
        std::vector<std::int64_t> values;
        for (const HeadEntry& head : heads)
            values.push_back(head.address.*member);
        archive.add(prefix + name, shape, values);
    };
    const auto texts = [&](const char* name, QString HeadEntry::*member) {
        std::vector<std::string> values;
        for (const HeadEntry& head : heads)
            values.push_back((head.*member).toStdString());
        archive.addTexts(prefix + name, values);
    };
    const auto numbers = [&](const char* name, const auto& of) {
        std::vector<double> values;
        for (const HeadEntry& head : heads)
            values.push_back((head.statistics ? of(*head.statistics) : std::nullopt)
                                 .value_or(std::numeric_limits<double>::quiet_NaN()));
        archive.add(prefix + name, shape, values);
    };
    integers("layer", &MapAddress::layer);
    integers("head", &MapAddress::head);
    std::vector<std::string> addresses;
    for (const HeadEntry& head : heads)
        addresses.push_back(head.address.text());
    archive.addTexts(prefix + "address", addresses);
    texts("label", &HeadEntry::label);
    texts("mask", &HeadEntry::mask);
    for (const StatisticColumn& column : statisticColumns())
        numbers(column.name, [&column](const HeadStatistics& s) { return s.*column.value; });
}

} // namespace headlight
