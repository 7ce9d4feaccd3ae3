#pragma once

#include "models/translator.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How a translation begins, without its begin mark.
struct TranslationBegin {
    std::vector<Token> tokens;
    bool isComplete = false; ///< it ends behind these
};

/// The tokens of a text as a person types it. A piece that is not the last of its word ("Stra@@") is that piece, and the
/// next one stands behind it; "<unk>" is the unknown word, and "</s>" behind all says that the translation ends there.
TranslationBegin readBegin(const Translator& translator, std::string_view text);

/// A text that is read as these target words, marks left out: their words where these are cut into the same pieces, else
/// the pieces. `ends`: it says that the translation ends there.
std::string beginText(const Translator& translator, const std::vector<int>& ids, bool ends);

} // namespace headlight
