#pragma once

#include "core/choice.h"

#include <string>
#include <string_view>

namespace headlight {

/// How a translation is cut into the words that BLEU compares. The rules are those of sacreBLEU 2, whose names they
/// have.
enum class TranslationTokenizer {
    Mteval13a,     ///< of NIST's mteval-v13a: at punctuation and symbols of ASCII, but at . , - not inside of numbers
    International, ///< of mteval-v14, "international": at those of Unicode, but at punctuation not inside of numbers
    None,          ///< at white space only: the text is cut already
};

/// "13a", "intl", "none".
const ChoiceNames<TranslationTokenizer>& translationTokenizerNames();

/// The words of a text, with a single space between two of them; in lower case where it is asked for. What is not UTF-8
/// becomes U+FFFD, which is a symbol.
std::string translationWords(std::string_view utf8, TranslationTokenizer tokenizer, bool lowerCase = false);

/// The parts of a text between white space, with a single space between two of them.
std::u32string withSingleSpaces(std::u32string_view text);

/// White space as Python has it, in which sacreBLEU is written: Unicode's, and the separators U+001C … U+001F.
bool isPythonSpace(char32_t codePoint);

} // namespace headlight
