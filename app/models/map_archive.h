#pragma once

#include "core/npz.h"
#include "models/attend.h"

#include <cstdint>
#include <optional>

namespace headlight {

/// How exported files hold a map: [queries, keys, features], without queries where there is one row and without
/// features where there is one number a cell.
std::vector<std::int64_t> shapeOf(const AttentionMap& map);

/// Masked in a stage that shows it as nothing.
bool isBlank(const AttentionMap& map, Index query, Index key);

/// The maps as arrays "L{layer}.H{head}.{stage}" of an .npz file, NaN where blank, those that are estimates with
/// "L{layer}.H{head}.standard_error", and the tokens; those of a second
/// sentence under "second.…". With a choice of features only the maps that were recorded for it. Where one feature was
/// chosen, "features" says which; where the user changed the model, the texts "altered" say how. The answer stands in
/// "prediction.labels", "….probabilities", "….logits" and, of a task of scores, "….score".
NpzWriter mapArchive(const Analysis& analysis, const Intervention& changes,
                     const std::optional<FeatureChoice>& choice = {});

} // namespace headlight
