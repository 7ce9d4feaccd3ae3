#include "models/writing_network.h"

#include "core/error.h"

namespace headlight {

void refuseNotFinite(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& scores) {
    if (!scores.allFinite())
        throw Error("the model's answer is no number: its scores are not finite; its weights are too large, or it was "
                    "trained until they were");
}

} // namespace headlight
