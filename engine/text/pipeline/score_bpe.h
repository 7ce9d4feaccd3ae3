#pragma once

#include "text/pipeline/pipeline_tokenizer.h"

#include <string>
#include <vector>

namespace headlight {

/// Fills in what SentencePiece's BPE is beside its vocabulary: merges by scores, bytes for characters that are no
/// tokens, ▁ for spaces, and where `hasSpaceInFront` a space before each text. `isMade` says which tokens merges make.
/// There is one finite score for each token.
void makeScoreBpe(PipelineParts& parts, const std::vector<float>& scores, const std::vector<bool>& isMade,
                  std::optional<int> unknown, bool hasSpaceInFront);

} // namespace headlight
