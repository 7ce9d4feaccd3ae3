#pragma once

#include "models/given/given_maps.h"
#include "models/given/given_names.h"

#include <string>
#include <vector>

namespace headlight {

/// An array that has maps, and what it is of.
struct GivenPart {
    GivenRole role;
    std::shared_ptr<const GivenArray> array;
    std::vector<int> layers = {}, heads = {}; ///< their numbers; empty: 0, 1, 2 …
};

/// All arrays of one text, with its tokens.
struct GivenParts {
    std::string where; ///< for messages
    std::string title = {};
    std::vector<GivenPart> parts = {};
    GivenTokens tokens = {};
    std::vector<int> segments = {}; ///< of each token 0 or 1; empty: one text
};

/// The maps, and whose tokens their rows and columns are. Error where shapes disagree with each other, with the tokens,
/// or are none that a map has.
GivenText givenText(GivenParts parts);

/// A sequence of these tokens; of none so many numbers. Marks that models set, "[CLS]", "<s>", are special. Error for
/// no tokens, or more than 20,000.
Sequence givenSequence(const std::string& name, const std::optional<std::vector<std::string>>& tokens,
                       std::int64_t count);

/// The first words, for a title.
std::string givenTitle(const Sequence& sequence);

} // namespace headlight
