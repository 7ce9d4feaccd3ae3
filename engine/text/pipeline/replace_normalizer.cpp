#include "text/pipeline/characters.h"
#include "text/pipeline/normalizers.h"
#include "text/pipeline/text_pattern.h"

namespace headlight {

namespace {

/// Puts a text for each match; its characters have the bytes of all of the match.
class ReplaceNormalizer final : public Normalizer {
public:
    ReplaceNormalizer(TextPattern pattern, std::u32string content)
        : m_pattern(std::move(pattern)), m_content(std::move(content)) {}

    SpannedText apply(SpannedText text, std::size_t most) const override {
        SpannedText changed;
        std::size_t taken = 0;
        const auto copy = [&](std::size_t end) {
            changed.text.append(text.text, taken, end - taken);
            changed.spans.insert(changed.spans.end(), text.spans.begin() + std::ptrdiff_t(taken),
                                 text.spans.begin() + std::ptrdiff_t(end));
            taken = end;
        };
        TextPattern::Search(m_pattern).forEach(text.text, [&](std::size_t begin, std::size_t end) {
            copy(begin);
            const ByteSpan span = begin < end ? text.span(begin, end - begin) : placeAt(text, begin);
            changed.text.append(m_content);
            changed.spans.insert(changed.spans.end(), m_content.size(), span);
            checkGrowth(changed, most);
            taken = end;
        });
        copy(text.text.size());
        return changed;
    }

private:
    static ByteSpan placeAt(const SpannedText& text, std::size_t at) {
        const std::size_t place = at > 0 ? text.spans[at - 1].end : text.spans.empty() ? 0 : text.spans.front().begin;
        return {place, place};
    }

    TextPattern m_pattern;
    std::u32string m_content;
};

} // namespace

std::unique_ptr<Normalizer> replaceNormalizer(std::u32string from, std::u32string to) {
    return std::make_unique<ReplaceNormalizer>(TextPattern(std::move(from)), std::move(to));
}

std::unique_ptr<Normalizer> readReplace(const JsonEntry& entry) {
    return std::make_unique<ReplaceNormalizer>(TextPattern(entry.at("pattern")),
                                               toCodePoints(entry.at("content").text()));
}

} // namespace headlight
