#pragma once

#include "core/json_entry.h"
#include "text/pipeline/pre_tokenizer.h"

#include <functional>
#include <string_view>

namespace headlight {

/// What becomes of the matches that a text is cut by.
enum class SplitBehavior {
    Removed,            ///< they are left out
    Isolated,           ///< each is a piece of its own
    MergedWithPrevious, ///< each belongs to what stands before it
    MergedWithNext,     ///< each belongs to what stands behind it
    Contiguous          ///< matches without anything between them are one piece
};

/// Of the entry of that name; Error when it is none of the words.
SplitBehavior readSplitBehavior(const JsonEntry& entry, const char* name, SplitBehavior otherwise);

/// Calls its second argument with the characters of each match in their order.
using OnSplitMatch = std::function<void(std::size_t begin, std::size_t end)>;
using FindMatches = std::function<void(std::u32string_view text, const OnSplitMatch& onMatch)>;

/// Cuts each piece by what `find` finds in it. `invert`: what is between the matches is taken for them.
void splitPieces(Pieces& pieces, const FindMatches& find, SplitBehavior behavior, bool invert = false);

/// The same where each character that `matches` says is a match.
template <class Matches>
void splitAtCharacters(Pieces& pieces, const Matches& matches, SplitBehavior behavior) {
    splitPieces(
        pieces,
        [&](std::u32string_view text, const OnSplitMatch& onMatch) {
            for (std::size_t i = 0; i < text.size(); ++i)
                if (matches(text[i]))
                    onMatch(i, i + 1);
        },
        behavior);
}

} // namespace headlight
