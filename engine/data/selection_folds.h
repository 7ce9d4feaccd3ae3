#pragma once

#include "data/selection_example.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// Questions by their number in SelectionData::questions, rising.
struct SelectionSplit {
    std::vector<int> train, dev, test;
};

/// Cuts the articles into k parts; part `index` becomes the test set, the next one (behind the last the first) the dev
/// set, the others the training set. Passages of one title are never in two of them, so what a model is judged by is
/// about things that it has not read of. Over all indices every question is in the test set once.
///
/// The parts have about as many questions each: the articles go, the largest first, to the part that has fewest yet.
/// The seed shuffles articles of the same size and the numbers of the parts; the order of the file does not matter.
/// std::invalid_argument when k < 3 or the index is not below it; Error for fewer articles with questions than k.
SelectionSplit articleFold(const SelectionData& data, int k, int index, std::uint64_t seed);

} // namespace headlight
