#include "models/given/given_json.h"

#include "core/error.h"
#include "models/given/given_parts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace headlight {

namespace {

using JsonKind = JsonValue::Kind;

/// Title of a text, by the names that documents have for it.
std::string titleIn(const JsonValue& object) {
    for (const char* name : {"sentence", "title", "name", "text"})
        if (std::string title = textIn(object, name); !title.empty())
            return title;
    return {};
}

/// Whole numbers of a list, as many as wanted; else empty.
std::vector<int> jsonNumbers(const NumberJson& document, const JsonValue* value, std::int64_t count) {
    std::vector<int> numbers;
    if (!value || value->kind != JsonKind::Numbers || std::int64_t(value->count) != count)
        return numbers;
    for (std::uint64_t k = 0; k < value->count; ++k) {
        const float number = (*document.numbers)[std::size_t(value->first + k)];
        if (!(number >= 0 && number <= 9999) || number != float(int(number)))
            return {};
        numbers.push_back(int(number));
    }
    return numbers;
}

/// One entry of BertViz's "attention".
struct VizEntry {
    std::string name; ///< in small letters: "all", "encoder"; empty: it has none
    std::string where;
    const JsonValue* value = nullptr;
};

std::string smallLetters(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

/// BertViz's "attention": a list of entries, or an object of them. Empty for anything else.
std::vector<VizEntry> vizEntries(const JsonValue& attention, const std::string& where) {
    std::vector<VizEntry> entries;
    for (const JsonValue& item : attention.items)
        if (item.kind == JsonKind::Object)
            entries.push_back(
                {smallLetters(textIn(item, "name")), where + ": entry " + std::to_string(entries.size()), &item});
    for (const auto& [name, value] : attention.entries)
        if (value.kind == JsonKind::Object)
            entries.push_back({smallLetters(name), where + ": \"" + printable(name, 40) + "\"", &value});
    return entries;
}

/// Makes texts of BertViz's parameters.
class VizDocument {
public:
    VizDocument(const NumberJson& document, const JsonValue& root, std::vector<VizEntry> entries, std::string where)
        : m_document(document), m_root(root), m_entries(std::move(entries)), m_where(std::move(where)) {}

    std::vector<GivenText> texts() const {
        if (isOf({"encoder", "decoder", "cross"}))
            return {encoderDecoder()};
        if (const VizEntry* all = entryNamed({"all"}); all && m_entries.size() > 1)
            return {whole(*all)};
        std::vector<GivenText> texts;
        for (const VizEntry& entry : m_entries) {
            GivenParts parts{.where = entry.where, .title = m_entries.size() > 1 ? entry.name : std::string()};
            parts.parts.push_back(part(entry, GivenRole::Stack::Main));
            parts.tokens = tokens(entry);
            texts.push_back(givenText(std::move(parts)));
        }
        return texts;
    }

private:
    bool isOf(const std::vector<std::string>& names) const {
        return std::all_of(m_entries.begin(), m_entries.end(), [&](const VizEntry& entry) {
            return std::find(names.begin(), names.end(), entry.name) != names.end();
        });
    }

    const VizEntry* entryNamed(const std::vector<std::string>& names) const {
        for (const VizEntry& entry : m_entries)
            if (std::find(names.begin(), names.end(), entry.name) != names.end())
                return &entry;
        return nullptr;
    }

    GivenPart part(const VizEntry& entry, GivenRole::Stack stack) const {
        const JsonValue* numbers = entry.value->entry("attn");
        numbers = numbers ? numbers : entry.value->entry("att");
        if (!numbers)
            throw Error(entry.where + ": \"attn\" is missing");
        GivenPart part{{.stack = stack}, jsonArray(m_document, *numbers, entry.where), {}, {}};
        const std::vector<std::int64_t>& shape = part.array->shape;
        if (shape.size() == 4) {
            part.layers = jsonNumbers(m_document, m_root.entry("include_layers"), shape[0]);
            part.heads = jsonNumbers(m_document, m_root.entry("include_heads"), shape[1]);
        }
        return part;
    }

    static GivenTokens tokens(const VizEntry& entry) {
        GivenTokens tokens;
        for (const auto& [name, value] : entry.value->entries)
            if (auto texts = textsIn(&value))
                if (auto* const place = tokens.placeOf(name))
                    *place = std::move(texts);
        return tokens;
    }

    GivenText encoderDecoder() const {
        GivenParts parts{.where = m_where};
        const auto take = [&](std::optional<std::vector<std::string>>& place, const auto& texts) {
            if (place && texts && *place != *texts)
                throw Error(m_where + ": its entries have different tokens of the same text");
            if (texts)
                place = texts;
        };
        for (const VizEntry& entry : m_entries) {
            const GivenRole::Stack stack = entry.name == "encoder"   ? GivenRole::Stack::Encoder
                                           : entry.name == "decoder" ? GivenRole::Stack::Decoder
                                                                     : GivenRole::Stack::Cross;
            parts.parts.push_back(part(entry, stack));
            const GivenTokens own = tokens(entry);
            if (stack != GivenRole::Stack::Encoder)
                take(parts.tokens.queries, own.queries);
            if (stack != GivenRole::Stack::Decoder)
                take(parts.tokens.keys, own.keys);
        }
        return givenText(std::move(parts));
    }

    /// Beside it stand its parts between two texts, which tell where the second one begins.
    GivenText whole(const VizEntry& all) const {
        GivenParts parts{.where = all.where};
        parts.parts.push_back(part(all, GivenRole::Stack::Main));
        parts.tokens = tokens(all);
        const VizEntry* const own = entryNamed({"aa", "sentence a -> sentence a"});
        const auto first = own ? tokens(*own).queries : std::nullopt;
        if (first && parts.tokens.queries && first->size() < parts.tokens.queries->size())
            for (std::size_t k = 0; k < parts.tokens.queries->size(); ++k)
                parts.segments.push_back(k < first->size() ? 0 : 1);
        return givenText(std::move(parts));
    }

    const NumberJson& m_document;
    const JsonValue& m_root;
    std::vector<VizEntry> m_entries;
    std::string m_where;
};

/// {"heads": [{"layer": 2, "head": 0, "label": "Next word", "attention": [[…]]}], "words": […]}
GivenText textOfHeads(const NumberJson& document, const JsonValue& object, const std::string& where) {
    GivenParts parts{.where = where, .title = titleIn(object)};
    std::map<std::pair<int, int>, std::string> labels;
    for (const auto& [name, value] : object.entries)
        if (auto texts = textsIn(&value))
            if (auto* const place = parts.tokens.placeOf(name))
                *place = std::move(texts);
    std::vector<GivenText> texts;
    for (const JsonValue& head : object.entries.at("heads").items) {
        const std::string place = where + ": head " + std::to_string(labels.size());
        const auto number = [&](const char* name) {
            const JsonValue* const value = head.entry(name);
            if (!value || value->kind != JsonKind::Number || !(value->number >= 0 && value->number <= 9999))
                throw Error(place + ": \"" + name + "\" is no whole number from 0 to 9999");
            return int(value->number);
        };
        const JsonValue* const numbers = head.entry("attention");
        if (!numbers)
            throw Error(place + ": \"attention\" is missing");
        const std::pair address{number("layer"), number("head")};
        GivenPart part{{}, jsonArray(document, *numbers, place), {address.first}, {address.second}};
        if (!labels.emplace(address, textIn(head, "label")).second)
            throw Error(place + ": this layer and head are there twice");
        GivenParts one = parts;
        one.parts.push_back(std::move(part));
        texts.push_back(givenText(std::move(one)));
        if (texts.back().maps.size() > 1)
            throw Error(place + ": expected one map, [query, key]");
    }
    if (texts.empty())
        throw Error(where + ": \"heads\" is empty");
    GivenText text = std::move(texts.front());
    for (std::size_t k = 1; k < texts.size(); ++k) {
        if (texts[k].sequences.size() != text.sequences.size() ||
            texts[k].sequences.front().tokens != text.sequences.front().tokens)
            throw Error(where + ": head " + std::to_string(k) + ": its tokens are not those of the first");
        text.maps.push_back(std::move(texts[k].maps.front()));
    }
    for (GivenMap& map : text.maps)
        if (const std::string& label = labels.at({map.address.layer, map.address.head}); !label.empty())
            map.label = label;
    std::stable_sort(text.maps.begin(), text.maps.end(),
                     [](const GivenMap& a, const GivenMap& b) { return a.address < b.address; });
    return text;
}

/// An entry that is no map may hold anything.
std::shared_ptr<const GivenArray> arrayIfAny(const NumberJson& document, const JsonValue& value,
                                             const std::string& where) {
    try {
        return jsonArray(document, value, where);
    } catch (const Error&) {
        return nullptr;
    }
}

NamedMaps mapsOfObject(const NumberJson& document, const JsonValue& object, const std::string& where) {
    if (const JsonValue* attention = object.entry("attention"))
        if (auto entries = vizEntries(*attention, where + ": \"attention\""); !entries.empty())
            return {VizDocument(document, object, std::move(entries), where + ": \"attention\"").texts()};
    if (const JsonValue* heads = object.entry("heads"); heads && heads->kind == JsonKind::List)
        return {{textOfHeads(document, object, where)}};
    NamedContent content{.where = where, .title = titleIn(object)};
    for (const auto& [name, value] : object.entries) {
        const std::string own = where + ": \"" + printable(name, 40) + "\"";
        const bool isNamed = givenRole(name) || areGivenSegments(name);
        if (auto texts = textsIn(&value))
            content.texts.emplace(name, std::move(*texts));
        else if (value.isList())
            if (auto array = isNamed ? jsonArray(document, value, own) : arrayIfAny(document, value, own))
                content.arrays.emplace(name, std::move(array));
    }
    return mapsByName(std::move(content));
}

/// A list of objects, each of which is a text.
NamedMaps mapsOfList(const NumberJson& document, const std::string& where) {
    constexpr std::size_t most = 10'000;
    if (document.root.items.size() > most)
        throw Error(where + ": more than 10,000 texts");
    NamedMaps all;
    for (std::size_t k = 0; k < document.root.items.size(); ++k) {
        const std::string own = where + ": text " + std::to_string(k);
        if (document.root.items[k].kind != JsonKind::Object)
            throw Error(own + ": expected an object with \"attention\"");
        NamedMaps maps = mapsOfObject(document, document.root.items[k], own);
        std::move(maps.texts.begin(), maps.texts.end(), std::back_inserter(all.texts));
        all.areScores = all.areScores || maps.areScores;
    }
    return all;
}

} // namespace

std::shared_ptr<const GivenArray> jsonArray(const NumberJson& document, const JsonValue& value,
                                            const std::string& where) {
    const JsonArray array = arrayOf(value, where);
    return std::make_shared<const GivenArray>(GivenArray{
        where, array.shape,
        [numbers = document.numbers, begin = array.first](std::uint64_t first, std::uint64_t count, float* out) {
            std::copy_n(numbers->begin() + std::ptrdiff_t(begin + first), count, out);
        }});
}

std::optional<std::vector<std::string>> textsIn(const JsonValue* value) {
    if (!value || value->kind != JsonKind::List || value->items.empty())
        return std::nullopt;
    std::vector<std::string> texts;
    for (const JsonValue& item : value->items) {
        if (item.kind != JsonKind::Text)
            return std::nullopt;
        texts.push_back(item.text);
    }
    return texts;
}

std::string textIn(const JsonValue& object, const std::string& name) {
    const JsonValue* const value = object.entry(name);
    return value && value->kind == JsonKind::Text ? value->text : std::string();
}

NamedMaps mapsOfJson(const std::string& text, const std::string& where) {
    const NumberJson document = parseNumberJson(text, where);
    const JsonValue& root = document.root;
    if (root.kind == JsonKind::Object && root.entry("maps") && root.entry("tokens"))
        return mapsOfOwnDocument(document, where);
    if (root.kind == JsonKind::Object)
        return mapsOfObject(document, root, where);
    if (root.kind == JsonKind::List && !root.items.empty() && root.items.front().kind == JsonKind::Object)
        return mapsOfList(document, where);
    NamedContent content{.where = where};
    content.arrays.emplace("attention", jsonArray(document, root, where));
    return mapsByName(std::move(content));
}

} // namespace headlight
