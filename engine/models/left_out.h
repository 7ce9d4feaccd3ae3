#pragma once

#include "results/answer.h"
#include "results/attention_map.h"
#include "results/head_vectors.h"
#include "results/intervention.h"
#include "results/token.h"

#include <set>
#include <vector>

namespace headlight {

// A token that is left out is not given to the model, as if it had not been typed, and stays in what is shown: its row
// and column of a map are hidden.

/// The sequences with these tokens marked, and no others. Marks of the model's own stay, and so do a predicate, without
/// which nothing is asked, a translation, and a text of which nothing would be left.
std::vector<Sequence> withLeftOut(std::vector<Sequence> sequences, const std::set<TokenPlace>& places);
bool leavesOut(const std::vector<Sequence>& sequences);
/// By its number among the tokens that are read, where a token stands.
std::vector<Index> placesRead(const Sequence& sequence);
/// What the model is given of them.
std::vector<Sequence> readOf(std::vector<Sequence> sequences);
/// The changes of what is read: cells keep their tokens, and those of a token that is left out go.
Intervention readOf(Intervention changes, const std::vector<Sequence>& marked);

/// Of a map, and of an answer, of what was read the same for the marked sequences. The axes of a map that are no tokens
/// stay. Scores of tokens that are left out are NaN.
AttentionMap widened(AttentionMap map, const std::vector<Sequence>& marked);
Answer widened(Answer answer, const std::vector<Sequence>& marked);
/// Vectors of tokens that are left out are NaN; those of blocks stay.
HeadVectors widened(HeadVectors vectors, const Sequence& queries, const Sequence& keys);

} // namespace headlight
