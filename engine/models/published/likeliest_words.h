#pragma once

#include "core/matrix.h"
#include "results/answer.h"
#include "text/tokenizer.h"

#include <optional>

namespace headlight {

/// The likeliest ten entries of a vocabulary, by the scores of all of it: the likeliest first, with shares of the
/// whole. Behind them stands `kept`, where it is none of them.
ClassAnswer likeliestWords(const Tokenizer& tokenizer, const Eigen::Ref<const Vector>& scores,
                           std::optional<int> kept = {});

} // namespace headlight
