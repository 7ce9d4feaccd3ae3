#pragma once

#include "results/index.h"
#include "results/token.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The tokens of one typed text in a sequence that joins several: [begin, end). Marks of the model's own belong to the
/// text whose segment the model gives them: in "[CLS] a [SEP] b [SEP]" the first [SEP] to a, the second to b.
struct JoinedText {
    int input = 0; ///< Token's: which of the typed texts
    Index begin = 0, end = 0;
    Index size() const { return end - begin; }
};

/// The texts of the sequence, in its order. Empty where it holds one, or where the tokens of one don't stand side by
/// side.
std::vector<JoinedText> joinedTexts(const Sequence& sequence);

/// A part of a map of such a sequence: how the tokens of one text look at those of another, or at their own.
struct TextPair {
    int queries = 0, keys = 0; ///< JoinedText::input
    bool operator==(const TextPair&) const = default;
};

/// "first-second": the words of exported documents.
std::string nameOf(const TextPair& pair);
/// All of the sequence, those of the first text before those of the second; empty where it joins no texts.
std::vector<TextPair> textPairs(const Sequence& sequence);
/// What is wanted where the sequence has it; else none, which means the whole map.
std::optional<TextPair> pairWithin(const Sequence& sequence, const std::optional<TextPair>& wanted);

} // namespace headlight
