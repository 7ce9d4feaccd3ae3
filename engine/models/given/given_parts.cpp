#include "models/given/given_parts.h"

#include "core/error.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

using GivenWords = std::optional<std::vector<std::string>>;
using GivenStack = GivenRole::Stack;

constexpr std::int64_t givenMostHeads = 65'536, givenMostTokens = 20'000;

std::string givenShape(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (const std::int64_t size : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + "]";
}

/// An array's axes, with those that it lacks.
struct GivenAxes {
    std::int64_t layers = 1, heads = 1, queries = 0, keys = 0;
};

[[noreturn]] void failPart(const GivenArray& array, const std::string& what) {
    throw Error(array.where + ": " + what);
}

GivenAxes axesOf(const GivenPart& part) {
    const GivenArray& array = *part.array;
    std::vector<std::int64_t> shape = array.shape;
    const std::string text = givenShape(shape);
    if (part.role.layer && shape.size() == 4) { // its first axis is a batch
        if (shape.front() != 1)
            failPart(array, "its shape is " + text + ": a batch of " + std::to_string(shape.front()) +
                                " texts; write one of them");
        shape.erase(shape.begin());
    }
    if (shape.size() == 5 && !part.role.layer) {
        const std::size_t batch = shape[1] == 1 ? 1 : 0;
        if (shape[batch] != 1)
            failPart(array, "its shape is " + text +
                                ": of five axes the second is a batch, which must be 1; write one of its texts");
        shape.erase(shape.begin() + std::ptrdiff_t(batch));
    }
    const std::size_t most = part.role.layer ? 3 : 4;
    if (shape.size() < 2 || shape.size() > most)
        failPart(array, "its shape is " + text + "; expected " +
                            (most == 3 ? "[head, query, key]"
                                       : "[query, key], [head, query, key] or [layer, head, query, key]"));
    if (std::find(shape.begin(), shape.end(), 0) != shape.end())
        failPart(array, "its shape is " + text + ": it has no numbers");
    GivenAxes axes;
    axes.keys = shape.back();
    axes.queries = shape[shape.size() - 2];
    axes.heads = shape.size() > 2 ? shape[shape.size() - 3] : 1;
    axes.layers = shape.size() > 3 ? shape.front() : 1;
    if (axes.queries > givenMostTokens || axes.keys > givenMostTokens)
        failPart(array, "its shape is " + text + ": more than 20,000 tokens");
    if (axes.heads > givenMostHeads || axes.layers > givenMostHeads / axes.heads)
        failPart(array, "its shape is " + text + ": more than 65,536 heads");
    return axes;
}

/// Makes the text of the parts.
class GivenAssembly {
public:
    explicit GivenAssembly(GivenParts parts) : m_given(std::move(parts)) {}

    GivenText text() {
        checkNames();
        findSequences();
        for (const GivenPart& part : m_given.parts)
            if (part.role.what == GivenRole::What::Numbers)
                addMaps(part);
        std::stable_sort(m_text.maps.begin(), m_text.maps.end(), [](const GivenMap& a, const GivenMap& b) {
            return std::pair(a.sequence, a.address) < std::pair(b.sequence, b.address);
        });
        const auto same =
            std::adjacent_find(m_text.maps.begin(), m_text.maps.end(), [](const GivenMap& a, const GivenMap& b) {
                return a.sequence == b.sequence && a.address == b.address;
            });
        if (same != m_text.maps.end())
            throw Error(m_given.where + ": head " + same->address.text() + " has two maps");
        m_text.title = m_given.title.empty() ? givenTitle(m_text.sequences.back()) : m_given.title;
        return std::move(m_text);
    }

private:
    bool has(GivenStack stack) const { return first(stack) != nullptr; }

    template <class... Stacks>
    const GivenPart* first(Stacks... stacks) const {
        for (const GivenPart& part : m_given.parts)
            if (((part.role.stack == stacks) || ...) && part.role.what == GivenRole::What::Numbers)
                return &part;
        return nullptr;
    }

    void checkNames() const {
        std::map<std::pair<GivenStack, GivenRole::What>, const GivenPart*> whole;
        for (const GivenPart& part : m_given.parts) {
            const auto [place, isNew] = whole.try_emplace({part.role.stack, part.role.what}, &part);
            if (!isNew && (!part.role.layer || !place->second->role.layer))
                failPart(*part.array, "it is of the same layers as another array (" + place->second->array->where +
                                          "); write the layers as layer_0, layer_1 … or as one array");
        }
        if (has(GivenStack::Main) && (has(GivenStack::Encoder) || has(GivenStack::Decoder) || has(GivenStack::Cross)))
            failPart(*first(GivenStack::Main)->array, "it stands beside arrays of an encoder and a decoder; name it "
                                                      "encoder_attention, decoder_attention or cross_attention");
    }

    /// Of one array, whose tokens it has: those of two texts where its axes or their tokens differ.
    void decideMain() {
        const GivenPart* const main = first(GivenStack::Main);
        if (!main)
            return;
        const GivenAxes axes = axesOf(*main);
        const GivenTokens& tokens = m_given.tokens;
        const bool areTwo = tokens.queries && tokens.keys && *tokens.queries != *tokens.keys;
        const bool isOne = !areTwo && axes.queries == axes.keys;
        if (!isOne && tokens.all)
            failPart(*main->array, "it has " + std::to_string(axes.queries) + " queries and " +
                                       std::to_string(axes.keys) +
                                       " keys, but there is one list of tokens; write "
                                       "query_tokens and key_tokens");
        for (GivenPart& part : m_given.parts)
            if (part.role.stack == GivenStack::Main && !isOne)
                part.role.stack = GivenStack::Cross;
    }

    void findSequences() {
        decideMain();
        GivenTokens& tokens = m_given.tokens;
        if (tokens.all && (tokens.queries || tokens.keys))
            throw Error(m_given.where + ": it has tokens and, beside them, tokens of queries or keys; write either");
        const bool isDecoderAlone = has(GivenStack::Decoder) && !has(GivenStack::Cross) && !has(GivenStack::Encoder);
        m_hasTwo = has(GivenStack::Cross) || (has(GivenStack::Decoder) && !isDecoderAlone);
        if (!m_hasTwo) {
            const GivenAxes axes = axesOf(*first(GivenStack::Main, GivenStack::Encoder, GivenStack::Decoder));
            GivenWords& own = tokens.all       ? tokens.all
                              : isDecoderAlone ? tokens.queries
                              : tokens.keys    ? tokens.keys
                                               : tokens.queries;
            m_text.sequences.push_back(givenSequence("text", own, axes.keys));
            return addSegments();
        }
        if (tokens.all)
            throw Error(m_given.where + ": an encoder and a decoder have tokens each; write source_tokens and "
                                        "target_tokens");
        const GivenPart* const cross = first(GivenStack::Cross);
        const GivenPart* const source = first(GivenStack::Encoder);
        const GivenPart* const target = first(GivenStack::Decoder);
        m_text.sequences.push_back(
            givenSequence("source", tokens.keys, source ? axesOf(*source).keys : axesOf(*cross).keys));
        m_text.sequences.push_back(
            givenSequence("target", tokens.queries, target ? axesOf(*target).keys : axesOf(*cross).queries));
        m_text.sequences.back().isTarget = m_text.sequences.back().isComplete = true;
        if (!m_given.segments.empty())
            throw Error(m_given.where + ": segments are of one sequence of tokens, and here are two");
    }

    void addSegments() {
        std::vector<Token>& tokens = m_text.sequences.front().tokens;
        if (m_given.segments.empty())
            return;
        if (m_given.segments.size() != tokens.size())
            throw Error(m_given.where + ": there are " + std::to_string(m_given.segments.size()) + " segments and " +
                        std::to_string(tokens.size()) + " tokens");
        for (std::size_t k = 0; k < tokens.size(); ++k)
            tokens[k].input = m_given.segments[k];
    }

    void checkAxis(const GivenPart& part, std::int64_t size, const char* axis, int sequence) const {
        const Sequence& read = m_text.sequences[std::size_t(sequence)];
        if (size != std::int64_t(read.tokens.size()))
            failPart(*part.array, "its shape is " + givenShape(part.array->shape) + ", but there are " +
                                      std::to_string(read.tokens.size()) + " tokens of " + axis +
                                      (m_hasTwo ? " (" + read.name + ")" : std::string()));
    }

    int numberOf(const std::vector<int>& numbers, std::int64_t k, std::int64_t count, const GivenPart& part) const {
        if (numbers.empty())
            return int(k);
        if (std::int64_t(numbers.size()) != count)
            failPart(*part.array, "it has " + std::to_string(count) + " layers or heads, but " +
                                      std::to_string(numbers.size()) + " are named");
        return numbers[std::size_t(k)];
    }

    void addMaps(const GivenPart& part) {
        const GivenAxes axes = axesOf(part);
        const bool isDecoder = part.role.stack == GivenStack::Decoder && m_hasTwo;
        const bool isCross = part.role.stack == GivenStack::Cross;
        const int sequence = isDecoder || isCross ? 1 : 0;
        const MapPart kind = isCross ? MapPart::Cross : MapPart::Self;
        checkAxis(part, axes.queries, "queries", sequence);
        checkAxis(part, axes.keys, "keys", keySequenceOf(kind, sequence));
        for (std::int64_t layer = 0; layer < axes.layers; ++layer)
            for (std::int64_t head = 0; head < axes.heads; ++head) {
                GivenMap& map = m_text.maps.emplace_back();
                map.address.stack = isDecoder || isCross ? Stack::Decoder : Stack::Encoder;
                map.address.layer =
                    part.role.layer ? *part.role.layer : numberOf(part.layers, layer, axes.layers, part);
                map.address.part = kind;
                map.address.head = numberOf(part.heads, head, axes.heads, part);
                map.sequence = sequence;
                map.label = "head " + std::to_string(map.address.head);
                map.queries = axes.queries;
                map.keys = axes.keys;
                map.numbers = part.array;
                map.first = std::uint64_t((layer * axes.heads + head) * axes.queries * axes.keys);
                addVisible(part, layer * axes.heads + head, map);
            }
        if (std::int64_t(m_text.maps.size()) > givenMostHeads)
            throw Error(m_given.where + ": more than 65,536 heads");
    }

    /// What says which of its cells are visible: of its own layer, or of all.
    void addVisible(const GivenPart& part, std::int64_t number, GivenMap& map) const {
        for (const GivenPart& other : m_given.parts) {
            if (other.role.what == GivenRole::What::Numbers || other.role.stack != part.role.stack ||
                (other.role.layer && other.role.layer != part.role.layer))
                continue;
            const std::vector<std::int64_t>& shape = other.array->shape;
            const bool isRow = shape == std::vector{map.keys}, isMap = shape == std::vector{map.queries, map.keys};
            if (!isRow && !isMap && shape != part.array->shape)
                failPart(*other.array, "its shape is " + givenShape(shape) + ", of the numbers it is " +
                                           givenShape(part.array->shape) +
                                           "; it must have all of their axes, the last two, or the last");
            map.visible = other.array;
            map.isForEachQuery = !isRow;
            map.areHidden = other.role.what == GivenRole::What::Hidden;
            map.firstVisible = isRow || isMap ? 0 : std::uint64_t(number * map.queries * map.keys);
        }
    }

    GivenParts m_given;
    GivenText m_text;
    bool m_hasTwo = false; ///< a source and a target
};

/// Marks that models set around and between texts. They are no words that one could leave out.
bool isModelsMark(std::string_view token) {
    static constexpr std::array<std::string_view, 16> marks = {"[CLS]",
                                                               "[SEP]",
                                                               "[PAD]",
                                                               "<s>",
                                                               "</s>",
                                                               "<pad>",
                                                               "<bos>",
                                                               "<eos>",
                                                               "<cls>",
                                                               "<sep>",
                                                               "<|endoftext|>",
                                                               "<|begin_of_text|>",
                                                               "<|end_of_text|>",
                                                               "[BOS]",
                                                               "[EOS]",
                                                               "<|startoftext|>"};
    return std::find(marks.begin(), marks.end(), token) != marks.end();
}

} // namespace

Sequence givenSequence(const std::string& name, const std::optional<std::vector<std::string>>& tokens,
                       std::int64_t count) {
    Sequence sequence;
    sequence.name = name;
    const std::size_t all = tokens ? tokens->size() : std::size_t(count);
    if (all == 0 || all > std::size_t(givenMostTokens))
        throw Error("the " + name + " has " + std::to_string(all) + " tokens; there may be 1 to 20,000");
    for (std::size_t k = 0; k < all; ++k) {
        Token& token = sequence.tokens.emplace_back();
        token.text = tokens ? (*tokens)[k] : std::to_string(k);
        token.id = int(k);
        token.special = isModelsMark(token.text);
    }
    return sequence;
}

std::string givenTitle(const Sequence& sequence) {
    constexpr std::size_t most = 12;
    std::string title;
    for (std::size_t k = 0; k < std::min(most, sequence.tokens.size()); ++k) {
        const std::string& text = sequence.tokens[k].text;
        title += (title.empty() || text.starts_with(' ') ? "" : " ") + text;
    }
    return sequence.tokens.size() > most ? title + " …" : title;
}

GivenText givenText(GivenParts parts) {
    if (std::none_of(parts.parts.begin(), parts.parts.end(),
                     [](const GivenPart& part) { return part.role.what == GivenRole::What::Numbers; }))
        throw Error(parts.where + ": it has no attention maps; write them as \"attention\"");
    return GivenAssembly(std::move(parts)).text();
}

} // namespace headlight
