#pragma once

#include "text/unicode.h"

namespace headlight {

/// What is done to a text before BERT's words are looked for in it.
struct BertRules {
    bool clean = true;        ///< control characters are left out, white space becomes spaces
    bool splitChinese = true; ///< each Chinese character is a word
    bool stripAccents = true;
    bool lower = true;
};

/// The characters `begin` to `end` of a text after the rules, each with the bytes of the character it was made of.
SpannedText bertText(const SpannedText& typed, std::size_t begin, std::size_t end, const BertRules& rules);

/// Each character in lower case by itself, whatever stands beside it.
SpannedText lowerCase(const SpannedText& text);

/// Punctuation by Unicode's categories, and all of ASCII that is no letter, digit, space or control: each of these is a
/// word.
bool isBertPunctuation(char32_t c);

} // namespace headlight
