#pragma once

#include "results/token.h"

#include <string>
#include <vector>

namespace headlight {

/// As a person may say which token of a sentence is the predicate: its word where that is there once, else "#3", the
/// third token.
std::string predicateText(const std::vector<std::string>& tokens, int predicate);

/// Marks the token of the sentence, which was typed as `text`, that such a predicate names. Error where there is none,
/// or the word is there several times.
void markPredicate(Sequence& sentence, const std::string& text, const std::string& predicate);

} // namespace headlight
