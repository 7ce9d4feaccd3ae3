#pragma once

#include "attention/dot_product.h"
#include "models/published/stack_shape.h"
#include "nn/context.h"

#include <optional>
#include <vector>

namespace headlight {

/// What the self attentions of a pass's layers know of where its tokens stand.
struct PassPositions {
    std::vector<RotaryAngles> angles; ///< of StackShape::rotaries, for the queries' tokens
    Var bias;                         ///< RelativePositions::bias, of all layers; empty: none
    Var table;                        ///< DisentangledPositions: [width × entries]; empty: none
    std::vector<Index> entries = {};  ///< of it, for each column of RelativePositions
};

/// The parameters of a stack that belong to distances, shared by its layers: "distances", [heads × ranges], or
/// "relative", [width × 2 · span], with "relative_norm".
class StackPositions {
public:
    StackPositions(const Builder& builder, const StackShape& shape);

    /// The result refers to this object and lives as long as the context.
    const PassPositions& of(Context& context, const AttentionLayouts& layouts) const;

private:
    StackShape m_shape;
    Parameter* m_distances = nullptr;
    Parameter* m_relative = nullptr;
    std::optional<Norm> m_relativeNorm;
};

} // namespace headlight
