#pragma once

#include "encoders/transformer/decoder_cache.h"
#include "encoders/transformer/options.h"
#include "nn/layer_norm.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The decoder of a Transformer (Vaswani et al. 2017, §3.1): layers of self attention that sees no later token, cross
/// attention to the encoder's output, and a feed-forward part, each with its residual connection and normalisation as
/// the encoder has them. Its maps are of Stack::Decoder; those of MapPart::Cross look at the source.
///
/// It takes the stack's options but for those that are of the encoder alone: kinds of self-attention are not the
/// decoder's (CSAN and MTSA change the encoder only), except that `rel-pos` gives both its attentions in the same
/// lowest layers relative vectors, as in CSAN's code (REFERENCE §1.8); and there is no input bias. The order is
/// attention first.
class TransformerDecoder {
public:
    /// `options` with a keep probability for every place. Error when the features are no multiple of the heads.
    TransformerDecoder(const TransformerOptions& options, const Builder& builder);
    ~TransformerDecoder();

    /// The mask expression of every head of each layer, of its self attention or its cross attention.
    std::vector<std::vector<std::string>> headMasks(MapPart part) const;

    /// x [features × target tokens], the vectors of the tokens read → [features × target tokens], what predicts each
    /// next one. The context's layout is the targets'; `encoded` [features × source tokens] is the encoder's output for
    /// `sources`, which has as many sequences and must live until backward.
    Var forward(Context& context, Var x, Var encoded, const Layout& sources) const;

    /// Nothing read yet of translations of `encoded` [features × source tokens], the encoder's output for the sources
    /// of the context's layout: a sequence for each.
    DecoderCache start(Context& context, Var encoded) const;
    /// forward() for the next tokens of the cache's sequences alone: x [features × tokens], where the context's layout
    /// is the cache's next(). They are in the cache then. For inference; std::invalid_argument for another layout.
    Var step(Context& context, Var x, DecoderCache& cache) const;

private:
    class Layer;
    Var input(Context& context, Var x) const;
    Var output(Context& context, Var x) const;

    TransformerOptions m_options;
    Parameter* m_positions = nullptr; ///< learned ones
    std::vector<std::unique_ptr<const Layer>> m_layers;
    std::optional<LayerNorm> m_finalNorm;
};

} // namespace headlight
