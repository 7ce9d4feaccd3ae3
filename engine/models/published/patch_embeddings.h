#pragma once

#include "models/published/network_shape.h"
#include "nn/linear.h"

#include <vector>

namespace headlight {

/// What a network that sees images is given: patches of each sequence's image. Every token has its place: the marks
/// come first, in the shape's order, then the patches of the whole grid, row by row. Patches may be missing.
struct PatchInput {
    Matrix pixels;               ///< [3 · side² × patches], a column for each token that is a patch, in their order
    std::vector<int> places;     ///< of every token
    Index rows = 0, columns = 0; ///< of the grid
};

/// Some patches of an image [3 × height × width], a column for each: channel by channel and row by row, which is the
/// order of a convolution's weights. Patches are counted row by row.
Matrix patchColumns(const std::vector<float>& numbers, Index height, Index width, Index side,
                    const std::vector<Index>& patches);

/// Tokens of an image: "patches", a convolution whose step is its window, so a product with each patch; a table for
/// each of the shape's marks, "class"; and "positions".
class PatchEmbeddings {
public:
    PatchEmbeddings(const Builder& builder, const PatchShape& shape, Index width);

    /// → [width × tokens] of the context's layout. The input must live until backward. Positions of a grid that is not
    /// the model's own are interpolated, and get no gradient. std::invalid_argument for places that there are not.
    Var forward(Context& context, const PatchInput& input) const;

private:
    Var positionsOf(Context& context, Index rows, Index columns) const;

    PatchShape m_shape;
    Linear m_patches;
    std::vector<Parameter*> m_marks;
    Parameter& m_positions;
};

} // namespace headlight
