#pragma once

#include "core/json_entry.h"
#include "text/pipeline/regular_expression.h"

#include <memory>
#include <string>

namespace headlight {

/// What a rule looks for: {"String": " "}, {"Regex": "\\s+"}, or a text alone.
class TextPattern {
public:
    /// Error when the entry is none of these, or the text to look for is empty.
    explicit TextPattern(const JsonEntry& entry);
    explicit TextPattern(std::u32string text) : m_text(std::move(text)) {}
    TextPattern(const std::string& expression, const std::string& where)
        : m_expression(std::make_unique<RegularExpression>(expression, where)) {}

    /// Searches one text after the other; each thread needs its own.
    class Search {
    public:
        explicit Search(const TextPattern& pattern);
        /// Calls `onMatch` with the characters of each match in their order, of empty ones, too.
        void forEach(std::u32string_view text, const RegularExpression::OnMatch& onMatch);

    private:
        const TextPattern& m_pattern;
        std::unique_ptr<RegularExpression::Search> m_search;
    };

private:
    std::u32string m_text;
    std::unique_ptr<RegularExpression> m_expression; ///< instead of the text
};

} // namespace headlight
