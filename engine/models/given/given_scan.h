#pragma once

#include "core/check.h"
#include "models/given/given_maps.h"

#include <string>
#include <vector>

namespace headlight {

/// Looks at every number of the maps once, and says of those that have no kind yet what they are, of all the same:
/// weights where each query's add up to 1, scores where something is hidden by −∞ or `areScores`. Says which maps hide
/// cells. What there is to say of it for people; empty of weights. Error for NaN, +∞ and, in `visible`, what is neither
/// 0 nor 1, with its place: "layer 3, head 2, row 17, column 4".
std::string lookAtNumbers(std::vector<GivenText>& texts, bool areScores);

/// The numbers of neighbouring queries, [queries × keys × features].
void readGivenRows(const GivenMap& map, std::int64_t query, std::int64_t queries, float* out);

/// Whether a cell with that number, of a map of this kind, says by it that it is hidden.
bool hidesByNumber(const GivenMap& map, float number);

/// Of each cell, query by query, whether it is hidden.
std::vector<bool> hiddenCells(const GivenMap& map, const Check& check = {});

} // namespace headlight
