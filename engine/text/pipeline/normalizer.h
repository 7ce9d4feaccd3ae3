#pragma once

#include "text/unicode.h"

namespace headlight {

/// A rule that changes a text before it is cut: case, accents, what stands for a space. It never changes itself, so
/// several threads may use it at once.
class Normalizer {
public:
    virtual ~Normalizer() = default;

    /// The text after the rule. Each character keeps the bytes of what it was made of; one that is put in has none, at
    /// its place. No span begins or ends before that of the character in front of it. Error when the text would
    /// have more than `most` characters, which a file may ask for by replacing letters with long texts.
    virtual SpannedText apply(SpannedText text, std::size_t most) const = 0;
};

/// Error when a text has more characters than it may grow to.
void checkGrowth(const SpannedText& text, std::size_t most);

} // namespace headlight
