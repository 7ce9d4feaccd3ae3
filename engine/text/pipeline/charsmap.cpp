#include "text/pipeline/charsmap.h"

#include "core/error.h"
#include "text/pipeline/characters.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

namespace headlight {

namespace {

std::uint32_t charsmapNumber(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t k = 4; k-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[at + k]);
    return number;
}

// A unit of the trie: 8 bits of the label and one more that no label has, a bit that an entry ends here, and how far
// away the children are.
constexpr std::uint32_t charsmapLabel(std::uint32_t unit) {
    return unit & 0x800000FFu;
}
constexpr bool charsmapEnds(std::uint32_t unit) {
    return (unit >> 8 & 1) != 0;
}
constexpr std::uint32_t charsmapOffset(std::uint32_t unit) {
    return (unit >> 10) << ((unit & 0x200u) >> 6);
}

class CharsmapNormalizer final : public Normalizer {
public:
    explicit CharsmapNormalizer(Charsmap map) : m_map(std::move(map)) {}

    SpannedText apply(SpannedText text, std::size_t most) const override {
        SpannedText changed;
        changed.text.reserve(text.text.size());
        changed.spans.reserve(text.text.size());
        const auto isPlain = [&](std::size_t i) { return text.text[i] < 0x80; };
        for (std::size_t begin = 0; begin < text.text.size();) {
            // Between two characters of ASCII there is always a border, but within a line end of two.
            std::size_t end = begin + 1;
            while (end < text.text.size() && (!isPlain(end) || !isPlain(end - 1) || isLineEnd(text, end)))
                ++end;
            if (end - begin == 1)
                addCluster(changed, text, begin, end);
            else
                addClusters(changed, text, begin, end);
            checkGrowth(changed, most);
            begin = end;
        }
        return changed;
    }

private:
    static bool isLineEnd(const SpannedText& text, std::size_t end) {
        return text.text[end] == U'\n' && text.text[end - 1] == U'\r';
    }

    void addClusters(SpannedText& changed, const SpannedText& text, std::size_t first, std::size_t last) const {
        UErrorCode status = U_ZERO_ERROR;
        const std::unique_ptr<icu::BreakIterator> breaks(
            icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
        if (U_FAILURE(status) || !breaks)
            throw Error("the system has no rules for the borders of characters (ICU); the tokenizer needs them");
        const auto units = icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.text.data() + first),
                                                         int32_t(last - first));
        breaks->setText(units);
        breaks->first();
        std::size_t begin = first;
        int32_t unit = 0;
        for (int32_t border = breaks->next(); border != icu::BreakIterator::DONE; border = breaks->next()) {
            std::size_t end = begin;
            for (; unit < border; ++end)
                unit += text.text[end] > 0xFFFF ? 2 : 1;
            addCluster(changed, text, begin, end);
            begin = end;
        }
    }

    void addCluster(SpannedText& changed, const SpannedText& text, std::size_t begin, std::size_t end) const {
        constexpr std::size_t longest = 5; // bytes, of a cluster that is looked for as a whole
        if (end - begin <= longest) {
            const std::string bytes = toUtf8(std::u32string_view(text.text).substr(begin, end - begin));
            if (bytes.size() <= longest && addMapped(changed, bytes, text.span(begin, end - begin)))
                return;
        }
        for (std::size_t i = begin; i < end; ++i)
            if (!addMapped(changed, toUtf8({&text.text[i], 1}), text.spans[i]))
                changed.add(text.text[i], text.spans[i]);
    }

    bool addMapped(SpannedText& changed, const std::string& bytes, ByteSpan span) const {
        const std::optional<std::string_view> found = m_map.of(bytes);
        if (!found)
            return false;
        for (std::size_t at = 0; at < found->size();)
            changed.add(takeCodePoint(*found, at), span);
        return true;
    }

    Charsmap m_map;
};

} // namespace

Charsmap::Charsmap(std::string_view bytes, const std::string& where) {
    constexpr std::size_t header = 4;
    const std::size_t trieBytes = bytes.size() < header ? 0 : charsmapNumber(bytes, 0);
    if (bytes.size() < header || trieBytes > bytes.size() - header || trieBytes % 4 != 0 || trieBytes == 0)
        throw Error(where + ": it is no table of characters: it has " + std::to_string(bytes.size()) +
                    " bytes, and says that " + std::to_string(trieBytes) +
                    " of them are a trie; is the file complete?");
    m_trie.reserve(trieBytes / 4);
    for (std::size_t at = header; at < header + trieBytes; at += 4)
        m_trie.push_back(charsmapNumber(bytes, at));
    m_texts = bytes.substr(header + trieBytes);
}

std::optional<std::string_view> Charsmap::of(std::string_view text) const {
    std::size_t place = charsmapOffset(m_trie[0]);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        place ^= byte;
        if (byte == 0 || place >= m_trie.size() || charsmapLabel(m_trie[place]) != byte)
            return std::nullopt;
        const std::uint32_t unit = m_trie[place];
        place ^= charsmapOffset(unit);
        if (!charsmapEnds(unit))
            continue;
        const std::size_t number = place < m_trie.size() ? m_trie[place] & 0x7FFFFFFFu : m_texts.size();
        if (number >= m_texts.size())
            return std::nullopt;
        const std::size_t end = std::min(m_texts.find('\0', number), m_texts.size());
        return std::string_view(m_texts).substr(number, end - number);
    }
    return std::nullopt;
}

std::unique_ptr<Normalizer> charsmapNormalizer(Charsmap map) {
    return std::make_unique<CharsmapNormalizer>(std::move(map));
}

} // namespace headlight
