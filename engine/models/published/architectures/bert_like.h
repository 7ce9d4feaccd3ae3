#pragma once

#include "models/published/architecture.h"

namespace headlight {

/// What BERT and its descendants have in common: entries of config.json under BERT's names, layers normalised behind
/// each residual connection, every token seeing every other. On top is nothing yet.
NetworkShape bertLikeShape(const ConfigEntries& config);

/// Where their layers are, within `layer`, "encoder.layer.#".
std::vector<TensorName> bertLikeLayers(const std::string& layer);

/// The tables of "embeddings" and their norm.
std::vector<TensorName> bertLikeEmbeddings();

/// Tensors of the embeddings that are counted up, or made anew; and the scores of where an answer begins and ends, for
/// of …ForQuestionAnswering the body alone is read.
std::vector<std::string> bertLikeIgnored();

} // namespace headlight
