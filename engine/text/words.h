#pragma once

#include "text/tokenizer.h"

namespace headlight {

/// The rule `words`: white space first, then from each piece, as in the Penn Treebank, quotes, brackets, punctuation
/// and clitics. Numbers (3,500.50), times (3:30), initials (U.S.), usual abbreviations (Mr.), addresses of web and
/// mail, and words with hyphens or slashes stay whole. Curly quotes become straight ones, “…” becomes "..." and a dash
/// "--"; a token's
/// bytes are then those of what was typed. A text that is cut already comes out as it is, but for a few ambiguous
/// apostrophes.
std::vector<Token> splitWords(std::string_view utf8, const TokenizerOptions& options);

/// Such tokens as a person would write them: punctuation and clitics join their words, and quotes and brackets of the
/// Penn Treebank become those of a typewriter.
std::string writeWords(const std::vector<std::string>& tokens);

} // namespace headlight
