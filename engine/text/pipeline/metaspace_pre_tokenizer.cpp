#include "text/pipeline/metaspace.h"
#include "text/pipeline/normalizer.h"
#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/split_behavior.h"

namespace headlight {

namespace {

/// Marks spaces by a character, ▁, and puts one in front of words that have none.
class MetaspacePreTokenizer final : public PreTokenizer {
public:
    MetaspacePreTokenizer(const Metaspace& options, bool splits) : m_options(options), m_splits(splits) {}

    void cut(Pieces& pieces) const override {
        Pieces marked;
        for (const PieceRange& range : pieces.ranges) {
            const std::size_t begin = marked.text.text.size();
            const char32_t first = pieces.text.text[range.begin];
            const ByteSpan span = pieces.text.spans[range.begin];
            const bool isFirst = span.begin == 0;
            const bool isMarked = first == U' ' || first == m_options.replacement;
            if (!isMarked && (m_options.prepend == Metaspace::Prepend::Always ||
                              (m_options.prepend == Metaspace::Prepend::First && isFirst)))
                marked.text.add(m_options.replacement, {span.begin, span.begin});
            for (std::size_t i = range.begin; i < range.end; ++i) {
                const char32_t c = pieces.text.text[i];
                marked.text.add(c == U' ' ? m_options.replacement : c, pieces.text.spans[i]);
            }
            marked.ranges.push_back({begin, marked.text.text.size()});
            checkGrowth(marked.text, pieces.most);
        }
        pieces.text = std::move(marked.text);
        pieces.ranges = std::move(marked.ranges);
        if (m_splits)
            splitAtCharacters(
                pieces, [this](char32_t c) { return c == m_options.replacement; }, SplitBehavior::MergedWithNext);
    }

private:
    Metaspace m_options;
    bool m_splits;
};

} // namespace

Metaspace readMetaspace(const JsonEntry& entry) {
    Metaspace options;
    const std::u32string replacement = toCodePoints(entry.text("replacement", toUtf8({&options.replacement, 1})));
    if (replacement.size() != 1)
        entry.at("replacement").fail("expected one character");
    options.replacement = replacement.front();
    const std::string scheme = entry.text("prepend_scheme", entry.flag("add_prefix_space", true) ? "always" : "never");
    if (scheme != "always" && scheme != "first" && scheme != "never")
        entry.at("prepend_scheme").fail("expected always, first or never");
    options.prepend = scheme == "always"  ? Metaspace::Prepend::Always
                      : scheme == "first" ? Metaspace::Prepend::First
                                          : Metaspace::Prepend::Never;
    return options;
}

std::unique_ptr<PreTokenizer> readMetaspacePreTokenizer(const JsonEntry& entry) {
    return std::make_unique<MetaspacePreTokenizer>(readMetaspace(entry), entry.flag("split", true));
}

} // namespace headlight
