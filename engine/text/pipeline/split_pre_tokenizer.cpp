#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/split_behavior.h"
#include "text/pipeline/text_pattern.h"

namespace headlight {

namespace {

/// Cuts by a text or a regular expression.
class SplitPreTokenizer final : public PreTokenizer {
public:
    SplitPreTokenizer(TextPattern pattern, SplitBehavior behavior, bool invert)
        : m_pattern(std::move(pattern)), m_behavior(behavior), m_invert(invert) {}
    void cut(Pieces& pieces) const override {
        TextPattern::Search search(m_pattern);
        splitPieces(
            pieces, [&](std::u32string_view text, const OnSplitMatch& onMatch) { search.forEach(text, onMatch); },
            m_behavior, m_invert);
    }

private:
    TextPattern m_pattern;
    SplitBehavior m_behavior;
    bool m_invert;
};

} // namespace

std::unique_ptr<PreTokenizer> splitPreTokenizer(const std::string& expression, const std::string& where) {
    return std::make_unique<SplitPreTokenizer>(TextPattern(expression, where), SplitBehavior::Isolated, false);
}

std::unique_ptr<PreTokenizer> readSplit(const JsonEntry& entry) {
    entry.at("behavior"); // there is no usual one
    return std::make_unique<SplitPreTokenizer>(TextPattern(entry.at("pattern")),
                                               readSplitBehavior(entry, "behavior", SplitBehavior::Removed),
                                               entry.flag("invert", false));
}

} // namespace headlight
