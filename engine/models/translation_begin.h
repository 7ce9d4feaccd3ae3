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

/// The tokens of a text as a person types it; "</s>" behind it says that the translation ends there. What begins with
/// "@@" are pieces as the model has them, with spaces between them: "@@ eine Stra@@" may go on within a word.
TranslationBegin readBegin(const Translator& translator, std::string_view text);

/// A text that is read as these target words, marks left out: their words where these are cut into the same pieces,
/// else the pieces. `ends`: it says that the translation ends there.
std::string beginText(const Translator& translator, const std::vector<int>& ids, bool ends);

} // namespace headlight
