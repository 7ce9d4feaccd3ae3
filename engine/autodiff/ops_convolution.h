#pragma once

#include "autodiff/ops_affine.h"

namespace headlight {

/// Convolutions over the tokens of every sequence (Kim 2014; REFERENCE §1.14). x is [inputs × tokens] and the weight
/// [outputs × window·inputs]: `inputs` columns for each token of a window, the first token's first. So the window is
/// weight.cols() / x.rows(). What a window has beyond the ends of its sequence counts as zeros. The layout must live
/// until backward.

/// activation( W window_j + b ) at every token, [outputs × tokens]: the window of token j begins (window − 1) / 2
/// tokens before it, rounded down, so an even one has one more token after j than before it.
Var convolution(Var x, Var weight, Var bias, const Layout& layout, const Dropout& dropout = {},
                Activation activation = Activation::None);
/// The same into `result` [outputs × tokens], as the rows of several widths side by side.
void convolutionInto(Var result, Var x, Var weight, Var bias, const Layout& layout, const Dropout& dropout = {},
                     Activation activation = Activation::None);

/// activation( max_j W window_j + b ) into `result` [outputs × sequences], over the windows that lie within a sequence;
/// a sequence shorter than the window is one window, with zeros after its end. As the activation grows with its input,
/// this is the maximum of the activated values; std::invalid_argument for one that does not always. The first of equal
/// largest windows gets the gradient.
void largestConvolutionInto(Var result, Var x, Var weight, Var bias, const Layout& layout, const Dropout& dropout = {},
                            Activation activation = Activation::None);

} // namespace headlight
