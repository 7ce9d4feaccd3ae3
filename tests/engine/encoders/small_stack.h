#pragma once

#include "small_encoder.h"

namespace headlight {

inline bool close(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && (a - b).norm() <= 1e-12 * (1 + b.norm());
}

/// Takes over all parameters that `from` has too.
inline void copyParameters(const SmallEncoder& from, SmallEncoder& to) {
    for (std::size_t p = 0; p < from.parameters.size(); ++p)
        if (Parameter* parameter = to.parameters.find(from.parameters[p].name))
            parameter->value = from.parameters[p].value;
}

/// One layer without positions of its own, with `keep` everywhere but at the attention's weights, unless the options
/// say otherwise.
inline SmallEncoder stack(OptionValues options, double keep = 1) {
    options.insert(options.begin(), {{"layers", "1"},
                                     {"positions", "none"},
                                     {"input_keep", "0"},
                                     {"residual_keep", "0"},
                                     {"feed_forward_keep", "0"}});
    return SmallEncoder("transformer", "base", options, keep);
}

} // namespace headlight
