#pragma once

#include "text/unicode.h"

namespace headlight {

/// What is done to a text before the rules of its SentencePiece model, which the model's file does not say.
struct TypedRules {
    bool lower = false;
    bool stripAccents = false; ///< and characters of compatibility become what they are compatible with
    bool plainQuotes = false;  ///< `` and '' become "
};

/// The characters `begin` to `end` of a text after the rules, each with the bytes of what it was made of.
SpannedText byTypedRules(const SpannedText& typed, std::size_t begin, std::size_t end, const TypedRules& rules);

} // namespace headlight
