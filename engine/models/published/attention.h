#pragma once

#include "masks/mask_texts.h"
#include "models/published/positions.h"
#include "nn/linear.h"

#include <optional>

namespace headlight {

/// The attention of a published model's layer, of its tokens to themselves (MapPart::Self) or to an encoder's
/// (MapPart::Cross). Parameters: "query", "key", "value", "output", each with "weight" and where the shape says so
/// "bias"; "query_norm", "key_norm"; "position_query", "position_key" of DeBERTa.
class PublishedAttention {
public:
    struct Seen {
        Var key, value; ///< [keyHeads·headWidth × keys]
    };

    PublishedAttention(const Builder& builder, const StackShape& shape, Index layer, MapPart part);

    /// Keys, turned to where the context's tokens stand, and values.
    Seen read(Context& context, Var x, const PassPositions& positions) const;
    /// x [width × queries] → [width × queries], with the user's changes; records the maps. Queries are the context's
    /// tokens; the layouts must live until backward.
    Var attend(Context& context, Var x, const Seen& seen, const AttentionLayouts& layouts,
               const PassPositions& positions) const;

    std::vector<std::string> headMasks() const { return textsOf(m_masks); }
    /// Which parts the scores will have (MapSource::parts).
    std::vector<MapStage> parts() const;

private:
    Var placed(Context& context, Var x, Index heads, const std::optional<Norm>& norm,
               const PassPositions& positions) const;
    RelativePositions relative(Context& context, const PassPositions& positions) const;

    StackShape m_shape;
    MapPart m_part;
    int m_rotary;
    double m_factor;
    std::vector<Mask> m_masks; ///< one per head
    Linear m_query, m_key, m_value, m_output;
    std::optional<Norm> m_queryNorm, m_keyNorm;
    std::optional<Linear> m_positionQuery, m_positionKey;
};

} // namespace headlight
