#pragma once

#include "nn/builder.h"
#include "nn/context.h"

namespace headlight {

/// How a model normalises, wherever it does.
struct NormOptions {
    enum class Kind { Layer, RootMeanSquare, None }; ///< None: everything stays as it is
    Kind kind = Kind::Layer;
    double epsilon = 1e-5; ///< joins variance or mean square under the root
    double offset = 0;     ///< Kind::RootMeanSquare: what the file's gain is less than the gain
    bool gain = true,
         bias = true; ///< that there are such parameters; a bias with Kind::Layer only, none with Kind::None
};

/// Normalisation of the features of each token, or of each head's where the width is that of one of several heads;
/// parameters "gain" and "bias" [width × 1].
class Norm {
public:
    Norm(const Builder& builder, Index width, const NormOptions& options);
    Var forward(Context& context, Var x) const;

private:
    NormOptions m_options;
    Parameter* m_gain = nullptr;
    Parameter* m_bias = nullptr;
};

} // namespace headlight
