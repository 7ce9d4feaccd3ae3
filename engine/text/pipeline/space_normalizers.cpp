#include "text/pipeline/characters.h"
#include "text/pipeline/normalizers.h"

namespace headlight {

namespace {

/// Takes white space away at the text's ends.
class StripNormalizer final : public Normalizer {
public:
    StripNormalizer(bool left, bool right) : m_left(left), m_right(right) {}
    SpannedText apply(SpannedText text, std::size_t) const override {
        std::size_t begin = 0, end = text.text.size();
        while (m_left && begin < end && isWhiteSpace(text.text[begin]))
            ++begin;
        while (m_right && end > begin && isWhiteSpace(text.text[end - 1]))
            --end;
        return partOf(text, begin, end);
    }

private:
    bool m_left, m_right;
};

/// Puts a text in front of one that is not empty.
class PrependNormalizer final : public Normalizer {
public:
    explicit PrependNormalizer(std::u32string prefix) : m_prefix(std::move(prefix)) {}
    SpannedText apply(SpannedText text, std::size_t most) const override {
        if (text.text.empty())
            return text;
        const std::size_t begin = text.spans.front().begin;
        text.text.insert(0, m_prefix);
        text.spans.insert(text.spans.begin(), m_prefix.size(), {begin, begin});
        checkGrowth(text, most);
        return text;
    }

private:
    std::u32string m_prefix;
};

/// The clean-up that translation models were trained with: controls are left out, and white space, what is invisible
/// and what marks spaces becomes a space.
class NmtNormalizer final : public Normalizer {
public:
    SpannedText apply(SpannedText text, std::size_t) const override {
        SpannedText plain;
        for (std::size_t i = 0; i < text.text.size(); ++i)
            if (const char32_t c = text.text[i]; !isLost(c))
                plain.add(isSpace(c) ? U' ' : c, text.spans[i]);
        return plain;
    }

private:
    static bool isLost(char32_t c) {
        return (c >= 0x01 && c <= 0x08) || c == 0x0B || (c >= 0x0E && c <= 0x1F) || c == 0x7F || c == 0x8F || c == 0x9F;
    }
    static bool isSpace(char32_t c) {
        return c == 0x09 || c == 0x0A || c == 0x0C || c == 0x0D || c == 0x1680 || (c >= 0x200B && c <= 0x200F) ||
               c == 0x2028 || c == 0x2029 || c == lowerBlock || c == 0xFEFF || c == 0xFFFD;
    }
};

} // namespace

std::unique_ptr<Normalizer> readStrip(const JsonEntry& entry) {
    return std::make_unique<StripNormalizer>(entry.flag("strip_left", true), entry.flag("strip_right", true));
}

std::unique_ptr<Normalizer> prependNormalizer(std::u32string prefix) {
    return std::make_unique<PrependNormalizer>(std::move(prefix));
}

std::unique_ptr<Normalizer> readPrepend(const JsonEntry& entry) {
    return prependNormalizer(toCodePoints(entry.at("prepend").text()));
}

std::unique_ptr<Normalizer> readNmt(const JsonEntry&) {
    return std::make_unique<NmtNormalizer>();
}

} // namespace headlight
