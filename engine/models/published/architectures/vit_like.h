#pragma once

#include "models/published/architecture.h"

namespace headlight {

/// What ViT and its descendants have in common: patches of an image behind a mark for the class, layers normalised
/// before their halves and at the end. `patch` is their usual "patch_size", `epsilon` that of norms. The feed-forward
/// part is for the caller to say; on top is nothing yet.
NetworkShape vitLikeShape(const ConfigEntries& config, Index patch, double epsilon);

/// Those of the embeddings, the attentions and the last norm.
std::vector<TensorName> vitLikeNames();

/// What a saved model may have beside them: the token that stood for hidden patches in training, and a pooler, which
/// classes are not told from.
std::vector<std::string> vitLikeIgnored();

} // namespace headlight
