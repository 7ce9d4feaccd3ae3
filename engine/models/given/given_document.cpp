#include "core/error.h"
#include "models/given/given_json.h"
#include "models/given/given_parts.h"
#include "models/given/staged_maps.h"

#include <algorithm>
#include <optional>

namespace headlight {

namespace {

/// One sequence of a document of ours, and its maps.
class DocumentSequence {
public:
    DocumentSequence(const NumberJson& document, const JsonValue& object, std::string where)
        : m_document(document), m_object(object), m_where(std::move(where)) {
        const auto tokens = textsIn(object.entry("tokens"));
        if (!tokens)
            throw Error(m_where + ": \"tokens\" is no list of texts");
        m_sequence = givenSequence("text", tokens, 0);
    }

    const Sequence& sequence() const { return m_sequence; }

    /// `source` is that of cross attention.
    std::vector<GivenMap> maps(int number, const Sequence* source) const {
        StagedMaps maps;
        const JsonValue* const list = m_object.entry("maps");
        if (!list || !list->isList())
            throw Error(m_where + ": \"maps\" is no list");
        for (std::size_t k = 0; k < list->items.size(); ++k) {
            const std::string where = m_where + ": map " + std::to_string(k);
            const std::string stage = textIn(list->items[k], "stage");
            const int rank = StagedMaps::rankOf(stage);
            if (rank < 0)
                throw Error(where + ": its stage is \"" + printable(stage, 40) +
                            "\"; expected score, masked, weight or a part of the score");
            maps.add(rank, mapOf(list->items[k], rank, number, source, where));
        }
        return maps.all();
    }

private:
    GivenMap mapOf(const JsonValue& entry, int rank, int number, const Sequence* source,
                   const std::string& where) const {
        const auto address = MapAddress::parse(textIn(entry, "address"));
        if (!address)
            throw Error(where + ": \"address\" is no address of a head, as \"0.1\"");
        GivenMap map;
        map.address = *address;
        map.sequence = number;
        const std::string combination = textIn(entry, "combination"), label = textIn(entry, "label");
        map.label = !combination.empty() ? combination
                    : !label.empty()     ? label
                                         : "head " + std::to_string(address->head);
        readValues(entry, where, map);
        const Sequence& keys = address->part == MapPart::Cross && source ? *source : m_sequence;
        if (hasQueries(address->part))
            map.queryNames = namesOf(entry, "queries", map.queries, m_sequence, where);
        map.keyNames = namesOf(entry, "keys", map.keys, keys, where);
        const bool isWeights = isAttention(address->part) && map.features == 1;
        const bool isScores = rank > 0 && rank != StagedMaps::partRank;
        map.kind = isScores ? GivenKind::Scores : isWeights && rank == 0 ? GivenKind::Weights : GivenKind::Numbers;
        if (const JsonValue* hidden = entry.entry("hidden"); hidden && rank > 0) {
            map.visible = flat(*hidden, {map.queries, map.keys}, where + ": \"hidden\"");
            map.areHidden = true;
        }
        return map;
    }

    void readValues(const JsonValue& entry, const std::string& where, GivenMap& map) const {
        const JsonValue *const shape = entry.entry("shape"), *const values = entry.entry("values");
        const std::size_t axes = hasQueries(map.address.part) ? 2 : 1;
        std::vector<std::int64_t> sizes;
        if (shape && shape->kind == JsonValue::Kind::Numbers && shape->count >= axes && shape->count <= axes + 1)
            for (std::uint64_t k = 0; k < shape->count; ++k) {
                const float size = (*m_document.numbers)[std::size_t(shape->first + k)];
                sizes.push_back(size >= 1 && size <= 100'000 ? std::int64_t(size) : 0);
            }
        if (sizes.empty() || std::find(sizes.begin(), sizes.end(), 0) != sizes.end() || !values)
            throw Error(where + ": expected \"values\", and a \"shape\" of " + std::to_string(axes) + " or " +
                        std::to_string(axes + 1) + " sizes from 1 to 100,000");
        map.numbers = flat(*values, sizes, where + ": \"values\"");
        map.features = sizes.size() > axes ? sizes.back() : 1;
        map.keys = sizes[axes - 1];
        map.queries = axes == 2 ? sizes.front() : 1;
    }

    /// A list of as many numbers as the sizes say.
    std::shared_ptr<const GivenArray> flat(const JsonValue& value, const std::vector<std::int64_t>& sizes,
                                           const std::string& where) const {
        std::uint64_t count = 1; // of at most three sizes up to 100,000
        for (const std::int64_t size : sizes)
            count *= std::uint64_t(size);
        if (value.kind != JsonValue::Kind::Numbers || value.count != count)
            throw Error(where + ": expected a list of " + std::to_string(count) + " numbers");
        return jsonArray(m_document, value, where);
    }

    /// None where the axis is the tokens.
    std::vector<std::string> namesOf(const JsonValue& entry, const std::string& axis, std::int64_t count,
                                     const Sequence& tokens, const std::string& where) const {
        const auto names = textsIn(entry.entry(axis));
        if (names && std::int64_t(names->size()) == count)
            return *names;
        if (names || count != std::int64_t(tokens.tokens.size()))
            throw Error(where + ": it has " + std::to_string(count) + " " + axis + ", but there are " +
                        std::to_string(names ? names->size() : tokens.tokens.size()) +
                        (names ? " names of them" : " tokens"));
        return {};
    }

    const NumberJson& m_document;
    const JsonValue& m_object;
    std::string m_where;
    Sequence m_sequence;
};

GivenText documentText(const DocumentSequence& own) {
    GivenText text;
    text.sequences.push_back(own.sequence());
    text.maps = own.maps(0, nullptr);
    text.title = givenTitle(own.sequence());
    return text;
}

} // namespace

NamedMaps mapsOfOwnDocument(const NumberJson& document, const std::string& where) {
    const JsonValue& root = document.root;
    NamedMaps found;
    found.texts.push_back(documentText({document, root, where}));
    for (const std::string name : {"second", "translation", "shifted"})
        if (const JsonValue* second = root.entry(name); second && second->kind == JsonValue::Kind::Object) {
            const DocumentSequence own(document, *second, where + ": \"" + name + "\"");
            GivenText& text = found.texts.front();
            if (text.sequences.size() > 1)
                throw Error(where + ": it has more than one second text or translation");
            const std::vector<GivenMap> maps = own.maps(1, &text.sequences.front());
            text.maps.insert(text.maps.end(), maps.begin(), maps.end());
            text.sequences.push_back(own.sequence());
            text.sequences.back().isTarget = text.sequences.back().isComplete = name != "second";
            text.sequences.back().isReadAgain = name == "shifted";
        }
    if (const JsonValue* sentences = root.entry("sentences"))
        for (std::size_t k = 0; k < sentences->items.size(); ++k)
            found.texts.push_back(
                documentText({document, sentences->items[k], where + ": sentence " + std::to_string(k + 1)}));
    if (const JsonValue* question = root.entry("question"))
        found.texts.push_back(documentText({document, *question, where + ": \"question\""}));
    std::erase_if(found.texts, [](const GivenText& text) { return text.maps.empty(); });
    return found;
}

} // namespace headlight
