#pragma once

#include "models/published/architecture.h"

namespace headlight {

/// What Marian and BART have in common: an encoder and a decoder with norms behind their parts and a bias everywhere,
/// words whose vectors both sides and the scores may share, and entries of config.json under these names. Positions,
/// and the norm of the embeddings, are the caller's.
NetworkShape bartLikeShape(const ConfigEntries& config);

/// Names of their tensors.
std::vector<TensorName> bartLikeNames();
std::vector<std::string> bartLikeIgnored();

} // namespace headlight
