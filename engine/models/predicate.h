#pragma once

#include "data/corpus.h"
#include "results/token.h"

#include <string>
#include <vector>

namespace headlight {

/// As a person may say which token of a sentence is the predicate: its word where that is there once, else "#3", the
/// third token.
std::string predicateText(const std::vector<std::string>& tokens, int predicate);

/// Words that are predicates at half of their places in the examples or more, in alphabetical order: what to begin with
/// where nobody says which tokens of a sentence are predicates.
std::vector<std::string> predicateWords(const std::vector<Example>& examples);
/// Tokens of the sentence with such a word.
std::vector<int> likelyPredicates(const Sequence& sentence, const std::vector<std::string>& words);

/// Marks the token of the sentence, which was typed as `text`, that such a predicate names; where it is empty the first
/// of likelyPredicates(). Error where there is none, or the word is there several times.
void markPredicate(Sequence& sentence, const std::string& text, const std::string& predicate,
                   const std::vector<std::string>& words);

} // namespace headlight
