#include "models/left_out.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace headlight {

std::vector<Index> placesRead(const Sequence& sequence) {
    std::vector<Index> places;
    for (std::size_t token = 0; token < sequence.tokens.size(); ++token)
        if (!sequence.tokens[token].leftOut)
            places.push_back(Index(token));
    return places;
}

namespace {

/// Where the rows, or the columns, of a map of what was read are in the map of all tokens.
struct Axis {
    std::vector<Index> places; ///< of each
    Index first = 0, count = 0;
};

/// Of so many from `first` on; of `input` where the map is a part of one, else of all.
Axis axisOf(const Sequence& sequence, Index first, Index count, bool isTokens, const int* input) {
    Axis axis{{}, first, count};
    const std::vector<Index> read = placesRead(sequence);
    if (!isTokens || first + count > Index(read.size())) {
        for (Index place = 0; place < count; ++place)
            axis.places.push_back(place);
        return axis;
    }
    axis.first = 0;
    axis.count = Index(sequence.tokens.size());
    for (const JoinedText& text : joinedTexts(sequence))
        if (input && text.input == *input) {
            axis.first = text.begin;
            axis.count = text.size();
        }
    for (Index place = 0; place < count; ++place)
        axis.places.push_back(read[std::size_t(first + place)] - axis.first);
    return axis;
}

/// `none` is what a cell has that was not read.
template <class Number>
std::vector<Number> spread(const std::vector<Number>& numbers, const Axis& rows, const Axis& columns, Index features,
                           Number none = Number(0)) {
    if (numbers.empty())
        return {};
    std::vector<Number> all(std::size_t(rows.count * columns.count * features), none);
    auto from = numbers.begin();
    for (const Index row : rows.places)
        for (const Index column : columns.places) {
            std::copy_n(from, features, all.begin() + (row * columns.count + column) * features);
            from += features;
        }
    return all;
}

void widen(TagAnswer& answer, const Sequence& sequence) {
    const std::vector<Index> read = placesRead(sequence);
    const std::vector<double> none(answer.labels.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<TagAnswer::Token> all(sequence.tokens.size(), {0, {{}, none, none}, false});
    for (std::size_t token = 0; token < answer.tokens.size(); ++token)
        all[std::size_t(read[token])] = std::move(answer.tokens[token]);
    answer.tokens = std::move(all);
    for (TagSpan& span : answer.spans) {
        span.end = decltype(span.end)(read[std::size_t(span.end) - 1] + 1);
        span.begin = decltype(span.begin)(read[std::size_t(span.begin)]);
    }
}

/// A sentence that was not read is as good as impossible.
void widen(SelectionAnswer& answer, const Sequence& sentences) {
    const std::vector<Index> read = placesRead(sentences);
    const std::size_t all = sentences.tokens.size();
    constexpr double nothing = -std::numeric_limits<double>::infinity();
    SelectionAnswer wide;
    wide.places.logits.assign(all, nothing);
    wide.places.probabilities.assign(all, 0);
    wide.places.logOdds.assign(all, nothing);
    for (const Token& sentence : sentences.tokens) {
        wide.places.labels.push_back(sentence.text);
        wide.sentences.push_back({sentence.begin, sentence.end, !sentence.leftOut});
    }
    for (std::size_t k = 0; k < read.size(); ++k) {
        const auto place = std::size_t(read[k]);
        wide.places.logits[place] = answer.places.logits[k];
        wide.places.probabilities[place] = answer.places.probabilities[k];
        wide.places.logOdds[place] = answer.places.logOdds[k];
    }
    wide.choices = std::move(answer.choices);
    for (SelectionAnswer::Choice& choice : wide.choices)
        choice.sentence = std::size_t(read[choice.sentence]);
    answer = std::move(wide);
}

} // namespace

std::vector<Sequence> withLeftOut(std::vector<Sequence> sequences, const std::set<TokenPlace>& places) {
    for (std::size_t number = 0; number < sequences.size(); ++number) {
        std::vector<Token>& tokens = sequences[number].tokens;
        std::set<int> inputs; // of which something is left
        for (std::size_t token = 0; token < tokens.size(); ++token) {
            Token& of = tokens[token];
            of.leftOut = !of.special && !of.isPredicate && !sequences[number].isTarget &&
                         places.contains({int(number), int(token)});
            if (!of.special && !of.leftOut)
                inputs.insert(of.input);
        }
        for (Token& token : tokens)
            token.leftOut = token.leftOut && inputs.contains(token.input);
    }
    return sequences;
}

bool leavesOut(const std::vector<Sequence>& sequences) {
    return std::any_of(sequences.begin(), sequences.end(), [](const Sequence& sequence) {
        return std::any_of(sequence.tokens.begin(), sequence.tokens.end(),
                           [](const Token& token) { return token.leftOut; });
    });
}

std::vector<Sequence> readOf(std::vector<Sequence> sequences) {
    for (Sequence& sequence : sequences)
        std::erase_if(sequence.tokens, [](const Token& token) { return token.leftOut; });
    return sequences;
}

Intervention readOf(Intervention changes, const std::vector<Sequence>& marked) {
    std::vector<std::map<Index, Index>> numbers(marked.size()); // among what is read, by the place in the text
    for (std::size_t sequence = 0; sequence < marked.size(); ++sequence)
        for (const Index place : placesRead(marked[sequence]))
            numbers[sequence].emplace(place, Index(numbers[sequence].size()));
    const auto numberOf = [&](int sequence, Index place) -> std::optional<Index> {
        if (marked[std::size_t(sequence)].isTarget) // which is read whole, also what is not written yet
            return place;
        const auto found = numbers[std::size_t(sequence)].find(place);
        return found == numbers[std::size_t(sequence)].end() ? std::nullopt : std::optional(found->second);
    };
    const auto read = [&](auto& cells, MapPart part) {
        for (auto& cell : std::exchange(cells, {})) {
            if (std::size_t(cell.sequence) >= numbers.size())
                continue;
            const auto query = numberOf(cell.sequence, cell.query),
                       key = numberOf(keySequenceOf(part, cell.sequence), cell.key);
            if (!query || !key)
                continue;
            cell.query = *query;
            cell.key = *key;
            cells.push_back(cell);
        }
    };
    for (auto& [head, change] : changes.heads) {
        read(change.forbidden, head.part);
        read(change.forced, head.part);
    }
    return changes;
}

AttentionMap widened(AttentionMap map, const std::vector<Sequence>& marked) {
    const bool tokenRows = hasQueries(map.address.part) && map.queryNames.empty();
    const Axis rows = axisOf(marked[std::size_t(map.querySequence)], map.firstQuery, map.queries, tokenRows,
                             map.between ? &map.between->queries : nullptr);
    const Axis columns = axisOf(marked[std::size_t(map.keySequence)], map.firstKey, map.keys, map.keyNames.empty(),
                                map.between ? &map.between->keys : nullptr);
    // A hidden weight is 0; a score is seen behind a mask, and a token that was not read has none.
    const float none = isBeforeMask(map.stage) ? std::numeric_limits<float>::quiet_NaN() : 0;
    map.values = spread(map.values, rows, columns, map.features, none);
    map.visible = spread(map.visible, rows, columns, 1);
    map.marks = spread(map.marks, rows, columns, 1);
    map.standardErrors = spread(map.standardErrors, rows, columns, 1);
    map.firstQuery = rows.first;
    map.queries = rows.count;
    map.firstKey = columns.first;
    map.keys = columns.count;
    return map;
}

HeadVectors widened(HeadVectors vectors, const Sequence& queries, const Sequence& keys) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    const bool areTokens = vectors.names.empty();
    const Axis rows = axisOf(queries, 0, vectors.queries, areTokens, nullptr),
               columns = axisOf(keys, 0, vectors.keys, areTokens, nullptr), one{{0}, 0, 1};
    vectors.query = spread(vectors.query, rows, one, vectors.features, none);
    vectors.key = spread(vectors.key, columns, one, vectors.features, none);
    vectors.value = spread(vectors.value, columns, one, vectors.valueFeatures, none);
    vectors.queries = rows.count;
    vectors.keys = columns.count;
    return vectors;
}

Answer widened(Answer answer, const std::vector<Sequence>& marked) {
    if (auto* tags = std::get_if<TagAnswer>(&answer))
        widen(*tags, marked.front());
    if (auto* selection = std::get_if<SelectionAnswer>(&answer))
        widen(*selection, marked.front());
    if (auto* tokens = std::get_if<TokenAnswer>(&answer))
        for (TokenAnswer::Place& place : tokens->places)
            place.token = int(placesRead(marked[std::size_t(place.sequence)])[std::size_t(place.token)]);
    return answer;
}

} // namespace headlight
