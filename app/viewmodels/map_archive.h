#pragma once

#include "engine/core/npz.h"
#include "engine/models/recording.h"
#include "engine/results/head_info.h"
#include "engine/results/intervention.h"
#include "viewmodels/attend_run.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// How exported files hold a map: [queries, keys, features], without queries where there is one row and without
/// features where there is one number a cell.
std::vector<std::int64_t> shapeOf(const AttentionMap& map);

/// The tokens as the model reads them, which files name rows and columns by.
std::vector<std::string> tokenTexts(const Sequence& sequence);

/// Masked in a stage that shows it as nothing. A score is there behind a mask, too.
bool isBlank(const AttentionMap& map, Index query, Index key);
/// Whether it has scores of hidden cells, so that a file has to tell them from those that count.
bool hasHiddenScores(const AttentionMap& map);

/// All maps of a recording, each stage that a head has, of a sequence that has these texts the part between them; maps
/// of tokens by tokens of at most so many tokens.
std::vector<MapRequest> allMapsOf(const Recording& recording, const FeatureChoice& features,
                                  const std::optional<TextPair>& between, Index longest);
/// How many numbers they hold with every feature.
double numbersOfAll(const Recording& recording, const std::vector<HeadInfo>& heads, Index longest);

/// The maps as arrays "L{layer}.H{head}.{stage}" of an .npz file ("L0.gate.H1.weight" of what is no head), NaN where
/// blank, beside scores "….hidden", which of them a mask hides, those that are estimates with "….standard_error", the
/// tokens, and as "token_labels" the same with repeated ones numbered; those of a second sentence under "second.…".
/// Where one feature was chosen, "features" says which; where the user changed the model, the texts "altered" say how.
/// Of maps of a part between two texts "between" says which, and "queries" and "keys" are the tokens of its rows and
/// columns. Maps of several heads in one, of a sequence each, are "combined.weight", and "combination" says of which
/// heads and how. The answer stands in "prediction.labels", "….probabilities", "….logits" and, of a score, "….score".
/// Maps are made one after the other.
NpzWriter mapArchive(const Recording& recording, const std::vector<MapRequest>& requests, const Intervention& changes,
                     const Check& check = {}, const std::vector<AttentionMap>& combined = {});

/// How each head attends, "heads.entropy" … behind the prefix: a row of the list of heads in each place of the arrays,
/// NaN where it has no such number.
void addHeads(NpzWriter& archive, const std::string& prefix, const std::vector<HeadEntry>& heads);

} // namespace headlight
