#pragma once

#include "data/selection_example.h"
#include "text/tokenizer.h"

#include <string>
#include <vector>

namespace headlight {

using Tokens = std::vector<std::string>;

/// The texts of SelectionData cut into tokens, each once however many questions a passage has.
struct SelectionTokens {
    std::vector<std::vector<Tokens>> sentences; ///< [passage][sentence]; of a sentence there is one at least
    std::vector<Tokens> questions;
};

SelectionTokens tokensOf(const SelectionData& data, const TokenizerOptions& tokenizer);

} // namespace headlight
