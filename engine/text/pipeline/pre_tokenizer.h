#pragma once

#include "text/unicode.h"

#include <vector>

namespace headlight {

/// Characters from `begin` up to `end`.
struct PieceRange {
    std::size_t begin = 0, end = 0;
    bool operator==(const PieceRange&) const = default;
};

/// A text and the pieces that it is cut into; what is in no piece is not read.
struct Pieces {
    SpannedText text;
    std::vector<PieceRange> ranges; ///< in order, none empty, without overlap
    std::size_t most = 0;           ///< characters that the text may grow to
};

/// Cuts a text into the pieces that a model makes tokens of, each by itself. It never changes, so several threads may
/// use it at once.
class PreTokenizer {
public:
    virtual ~PreTokenizer() = default;
    /// Cuts each of the pieces further; it may change the text, as a Normalizer does. Error when the text would have
    /// more than `most` characters.
    virtual void cut(Pieces& pieces) const = 0;
};

} // namespace headlight
