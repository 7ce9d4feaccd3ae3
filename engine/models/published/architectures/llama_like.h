#pragma once

#include "models/published/architecture.h"

namespace headlight {

/// What Llama and its descendants have in common: entries of config.json under its names, norms before each part by the
/// root mean square, heads that share keys, a gated feed-forward part, no biases. Rotations and sights are the
/// caller's.
NetworkShape llamaLikeShape(const ConfigEntries& config);

/// Sights of layers that all see everything before them, or by "layer_types" only so far as `window` says; without that
/// list `isNear` tells which. 0: no window.
void readSights(const ConfigEntries& config, StackShape& stack, Index window, bool (*isNear)(Index layer, Index count),
                Index count);

/// "CLASSForCausalLM" or "CLASSModel" of the architectures; a next word's scores by the words' own vectors where
/// "tie_word_embeddings" says so, or is missing and `tied`.
void readNextWord(const ConfigEntries& config, NetworkShape& shape, const std::string& name, bool tied);

/// Names of their tensors.
std::vector<TensorName> llamaLikeNames();
std::vector<std::string> llamaLikeIgnored();

} // namespace headlight
