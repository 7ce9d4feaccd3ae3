#pragma once

#include "models/text_writer.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How a translation begins, without its begin mark.
struct TranslationBegin {
    std::vector<Token> tokens;
    bool isComplete = false; ///< it ends behind these
};

/// The tokens of a text as a person types it; the mark of the end behind it, "</s>", says that the translation ends
/// there. What begins with
/// "@@" are pieces as the model has them, with spaces between them: "@@ eine Stra@@" may go on within a word.
TranslationBegin readBegin(const TextWriter& writer, std::string_view text);

/// A text that is read as these target words, marks left out: their words where these are cut into the same pieces,
/// else the pieces. `ends`: it says that the translation ends there.
std::string beginText(const TextWriter& writer, const std::vector<int>& ids, bool ends);

} // namespace headlight
