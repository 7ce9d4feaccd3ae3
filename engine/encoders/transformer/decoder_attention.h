#pragma once

#include "encoders/transformer/headed.h"

#include <string>
#include <vector>

namespace headlight {

/// What the queries of an attention look at: [features × keys] each, all heads one below the other.
struct KeysAndValues {
    Var key, value;
};

/// An attention of a decoder's layer (Vaswani et al. 2017, §3.2.3): from its tokens to themselves and those before them
/// (MapPart::Self), or to the encoder's output (MapPart::Cross). Keys and values are made apart from the queries, so
/// that those of tokens read before can come from a cache.
class DecoderAttention {
public:
    /// `options` with a keep probability for every place. With `relative`, vectors for the distance of two tokens join
    /// keys and values (Shaw et al. 2018; REFERENCE §1.8); between two texts it is that of their places.
    DecoderAttention(const TransformerOptions& options, const Builder& builder, MapPart part, bool relative);

    KeysAndValues read(Context& context, Var x) const;
    /// The mask expression of every head.
    std::vector<std::string> headMasks() const { return maskTexts(m_masks); }

    /// x [features × queries] → [features × queries], with the user's changes; records the maps. The layouts must live
    /// until backward.
    Var attend(Context& context, Var x, const KeysAndValues& seen, const AttentionLayouts& layouts) const;

private:
    MapPart m_part;
    double m_keep;
    std::vector<Mask> m_masks; ///< one per head
    Linear m_query, m_key, m_value, m_output;
    Parameter* m_relativeKey = nullptr; ///< [features of a head × distances]
    Parameter* m_relativeValue = nullptr;
};

} // namespace headlight
