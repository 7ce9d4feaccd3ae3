#pragma once

#include "data/corpus.h"

#include <cstdint>
#include <map>
#include <string>

namespace headlight {

/// The part, 0 to k − 1, of each group, of which so many examples are given. The parts have about as many examples
/// each: the groups go, the largest first, to the part that has fewest yet. The seed shuffles groups of the same size
/// and the numbers of the parts; the order of the examples does not matter.
std::map<std::string, int> groupParts(const std::map<std::string, int>& sizes, int k, std::uint64_t seed);

/// How many different groups the examples of the corpus have; 0 where one has none.
int countGroups(const Corpus& corpus);

/// Cuts all examples of a corpus anew: part `index` becomes the test set, the next one (behind the last the first) the
/// dev set, the others the training set. No group is in two of them. k ≥ 3, and no more than there are groups.
void cutByGroup(Corpus& corpus, int k, int index, std::uint64_t seed);

} // namespace headlight
