#pragma once

#include "core/check.h"
#include "models/recording.h"
#include "results/head_combination.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Why these heads of a sequence can't be seen as one map; empty: they can. Mean and maximum are of attention that has
/// the same rows and columns, which are tokens: neither gates and sensitivities nor attention between blocks or to
/// groups. A rollout is of self attention in layers that follow one another, and of models in which nothing but that
/// carries a token to another place: neither cross attention nor attention between blocks.
std::string combinationProblem(const Recording& recording, const HeadCombination& combination, int sequence);

/// What of that the addresses alone tell, before a text is read; `all` are those that the sequence has.
std::string combinationProblem(const std::vector<MapAddress>& all, const HeadCombination& combination);

/// The map of several heads of one sequence: of weights, each first the mean over its features. A cell is visible where
/// any of the heads sees it.
///
/// Mean and Maximum go cell by cell, and what a head hides counts as 0. Rollout (Abnar & Zuidema 2020), where A_l is
/// the mean of the chosen heads of layer l:
///
///     R = Ã_L … Ã_1,   Ã_l = ½ A_l + ½ I with rows divided by their sum
///
/// so that a query that sees nothing in a layer keeps what it has. With `between`, the part of the whole map.
/// Error with combinationProblem() where there is one.
AttentionMap combinedMap(const Recording& recording, const HeadCombination& combination, int sequence,
                         const std::optional<TextPair>& between = {}, const Check& check = {});

} // namespace headlight
