#include "core/error.h"
#include "models/given/given_named.h"
#include "models/given/given_parts.h"
#include "models/given/staged_maps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace headlight {

namespace {

/// An array's name in our own archives.
struct ArchiveName {
    std::string sequence; ///< "", "second.", "sentence3.", "question."
    MapAddress address;
    bool namesPart = false; ///< else it is self attention, a pooling or a sensitivity
    int stage = 0;          ///< StagedMaps' rank
    std::string hidden;     ///< of the array that says which cells are hidden
};

/// Takes what stands before the next point.
std::string_view nextWord(std::string_view& name) {
    const std::string_view word = name.substr(0, name.find('.'));
    name.remove_prefix(std::min(word.size() + 1, name.size()));
    return word;
}

std::optional<ArchiveName> archiveName(const std::string& whole) {
    ArchiveName found;
    std::string_view name = whole;
    std::string_view word = nextWord(name);
    if (word == "second" || word == "question" || word.starts_with("sentence")) {
        found.sequence = std::string(word) + ".";
        word = nextWord(name);
    }
    std::string address;
    if (word == "dec") {
        address = "dec.";
        word = nextWord(name);
    }
    if (!word.starts_with('L'))
        return std::nullopt;
    address += std::string(word.substr(1)) + ".";
    word = nextWord(name);
    if (!word.starts_with('H')) {
        found.namesPart = true;
        address += std::string(word) + ".";
        word = nextWord(name);
    }
    const auto place = word.starts_with('H') ? MapAddress::parse(address + std::string(word.substr(1))) : std::nullopt;
    found.stage = StagedMaps::rankOf(name);
    if (!place || found.stage < 0)
        return std::nullopt;
    found.address = *place;
    found.hidden = whole.substr(0, whole.size() - name.size()) + "hidden";
    return found;
}

std::vector<std::string> numberedNames(std::int64_t count) {
    std::vector<std::string> names;
    for (std::int64_t k = 0; k < count; ++k)
        names.push_back(std::to_string(k));
    return names;
}

/// One sequence of an archive, and its maps.
class ArchiveSequence {
public:
    ArchiveSequence(const NamedContent& content, std::string prefix) : m_content(content), m_prefix(std::move(prefix)) {
        const auto tokens = content.texts.find(m_prefix + "tokens");
        if (tokens == content.texts.end())
            throw Error(content.where + ": array \"" + m_prefix + "tokens\" is missing");
        m_sequence = givenSequence("text", tokens->second, 0);
    }

    const Sequence& sequence() const { return m_sequence; }

    /// `keys` are the tokens of cross attention's keys.
    std::vector<GivenMap> maps(int number, const Sequence* keys) const {
        StagedMaps maps;
        for (const auto& [name, array] : m_content.arrays)
            if (const auto own = archiveName(name); own && own->sequence == m_prefix)
                maps.add(own->stage, mapOf(*own, array, number, keys));
        return maps.all();
    }

private:
    GivenMap mapOf(const ArchiveName& name, const std::shared_ptr<const GivenArray>& array, int number,
                   const Sequence* keys) const {
        GivenMap map;
        map.address = name.address;
        const std::vector<std::int64_t>& shape = array->shape;
        if (!name.namesPart && shape.size() == 1)
            map.address.part = MapPart::Pooling;
        const MapPart part = map.address.part;
        const std::size_t axes = hasQueries(part) ? 2 : 1;
        if ((shape.size() != axes && shape.size() != axes + 1) ||
            std::find(shape.begin(), shape.end(), 0) != shape.end())
            throw Error(array->where + ": its shape is none of a map of that name");
        map.sequence = number;
        map.label = "head " + std::to_string(map.address.head);
        map.queries = axes == 2 ? shape.front() : 1;
        map.keys = shape[axes - 1];
        map.features = shape.size() > axes ? shape.back() : 1;
        map.numbers = name.stage > 0 ? withoutNaN(array) : array;
        if (hasQueries(part))
            map.queryNames = namesOf("queries", map.queries, m_sequence);
        map.keyNames = namesOf("keys", map.keys, part == MapPart::Cross && keys ? *keys : m_sequence);
        if (name.stage > 0)
            addHidden(name.hidden, map);
        if (name.stage > 0 && name.stage != StagedMaps::partRank)
            map.kind = GivenKind::Scores;
        else if (name.stage > 0 || map.features > 1 || part == MapPart::Gate)
            map.kind = GivenKind::Numbers;
        return map;
    }

    /// Scores that there are none of are NaN in an archive.
    static std::shared_ptr<const GivenArray> withoutNaN(const std::shared_ptr<const GivenArray>& array) {
        const auto read = [array](std::uint64_t first, std::uint64_t count, float* out) {
            array->read(first, count, out);
            for (std::uint64_t k = 0; k < count; ++k)
                out[k] = std::isnan(out[k]) ? -std::numeric_limits<float>::infinity() : out[k];
        };
        return std::make_shared<const GivenArray>(GivenArray{array->where, array->shape, read});
    }

    void addHidden(const std::string& name, GivenMap& map) const {
        const auto hidden = m_content.arrays.find(name);
        if (hidden == m_content.arrays.end())
            return;
        std::vector<std::int64_t> shape = map.numbers->shape;
        shape.resize(hasQueries(map.address.part) ? 2 : 1);
        if (hidden->second->shape != shape)
            throw Error(hidden->second->where + ": its shape is not that of the scores");
        map.visible = hidden->second;
        map.areHidden = true;
    }

    /// None where the axis is the tokens.
    std::vector<std::string> namesOf(const std::string& axis, std::int64_t count, const Sequence& tokens) const {
        if (count == std::int64_t(tokens.tokens.size()))
            return {};
        const auto named = m_content.texts.find(m_prefix + axis);
        if (named != m_content.texts.end() && std::int64_t(named->second.size()) == count)
            return named->second;
        return numberedNames(count);
    }

    const NamedContent& m_content;
    std::string m_prefix;
    Sequence m_sequence;
};

} // namespace

bool isOwnArchive(const NamedContent& content) {
    return std::any_of(content.arrays.begin(), content.arrays.end(),
                       [](const auto& entry) { return archiveName(entry.first).has_value(); });
}

NamedMaps mapsOfArchive(const NamedContent& content) {
    std::vector<std::string> prefixes = {""};
    bool hasDecoder = false;
    for (const auto& [name, array] : content.arrays)
        if (const auto own = archiveName(name)) {
            if (std::find(prefixes.begin(), prefixes.end(), own->sequence) == prefixes.end())
                prefixes.push_back(own->sequence);
            hasDecoder = hasDecoder || own->address.stack == Stack::Decoder;
        }
    NamedMaps found;
    for (const std::string& prefix : prefixes) {
        const ArchiveSequence own(content, prefix);
        if (prefix != "second.") {
            GivenText& text = found.texts.emplace_back();
            text.sequences.push_back(own.sequence());
            text.maps = own.maps(0, nullptr);
            text.title = givenTitle(own.sequence());
            continue;
        }
        GivenText& text = found.texts.front();
        std::vector<GivenMap> maps = own.maps(1, &text.sequences.front());
        text.maps.insert(text.maps.end(), maps.begin(), maps.end());
        text.sequences.push_back(own.sequence());
        text.sequences.back().isTarget = text.sequences.back().isComplete = hasDecoder;
    }
    std::erase_if(found.texts, [](const GivenText& text) { return text.maps.empty(); });
    return found;
}

} // namespace headlight
