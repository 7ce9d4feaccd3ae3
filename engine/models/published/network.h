#pragma once

#include "models/published/network_shape.h"
#include "models/published/patch_embeddings.h"
#include "models/published/stack.h"

#include <optional>
#include <vector>

namespace headlight {

/// The embeddings of a published network: tables "words", "positions", "types"; "norm"; "map".
class PublishedEmbeddings {
public:
    /// `width`: of the layers; `words`: the table, where it is another's.
    PublishedEmbeddings(const Builder& builder, const EmbeddingShape& shape, Index width, Parameter* words = nullptr);

    /// An id and a type for every token of the context's layout → [width × tokens]. Error for a text longer than there
    /// are positions; std::invalid_argument for ids and types that there are not. Types may be left out where the model
    /// has none.
    Var forward(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const;
    Parameter& words() const { return m_words; } ///< [EmbeddingShape::width × vocabulary]

private:
    Var positionsOf(Context& context) const;

    EmbeddingShape m_shape;
    Parameter& m_words;
    Parameter* m_positions = nullptr;
    Parameter* m_types = nullptr;
    std::optional<Norm> m_norm;
    std::optional<Linear> m_map;
};

/// What stands on top: "dense", "norm", and "scores" with "weight" and "bias" as the shape has them; "second_scores" of
/// Pool::FirstTwo.
class PublishedTop {
public:
    /// `words`: the table that scores of the vocabulary may be tied to; null where the network reads no words.
    PublishedTop(const Builder& builder, const TopShape& shape, Index width, const Parameter* words);

    /// x [width × any], columns of the last layer's result → scores [vocabulary or labels × any]. `packed`, where it is
    /// given, is packedScores(): for many products with few columns.
    Var scores(Context& context, Var x, const PackedFactor* packed = nullptr) const;
    PackedFactor packedScores() const;
    /// [width × tokens] of the context's layout → [labels × sequences].
    Var classScores(Context& context, Var x) const;

private:
    TopShape m_shape;
    const Parameter* m_words;
    std::optional<Linear> m_dense, m_scores, m_secondScores;
    std::optional<Norm> m_norm;
    Parameter* m_bias = nullptr; ///< of tied scores
};

/// A published network. Parameters are called "embeddings.…", "layers.…", "decoder_embeddings.…", "decoder.…", "top.…";
/// where they stand in files is the matter of models/published/names.h.
///
///     Tape tape;
///     const Layout layout({5});
///     Context context(tape, layout);
///     const auto pass = network.read(context, {101, 7592, 2088, 999, 102}, {0, 0, 0, 0, 0});
class PublishedNetwork {
public:
    /// `parameters` is empty, its limit what the model may have.
    PublishedNetwork(NetworkShape shape, Parameters parameters);

    const NetworkShape& shape() const { return m_shape; }
    Parameters& parameters() { return m_parameters; }
    const Parameters& parameters() const { return m_parameters; }
    const PublishedStack& stack() const { return m_stack; }
    const PublishedStack* decoder() const { return m_decoder ? &*m_decoder : nullptr; }

    struct Pass {
        Var embedded; ///< [width × tokens], what enters the first layer
        PublishedStack::Result stack;
    };
    /// Is told what each layer makes, while the pass runs.
    using TellLayer = PublishedStack::TellLayer;
    /// An id and a type for every token of the context's layout, which must live until backward.
    Pass read(Context& context, const std::vector<int>& ids, const std::vector<int>& types,
              const TellLayer& tell = {}) const;
    /// The same of images, by a network that sees them. The input must live until backward, too.
    Pass read(Context& context, const PatchInput& input, const TellLayer& tell = {}) const;
    /// What the decoder makes of `ids`, a begin mark first, of the context's layout, looking at `encoded`, the last of
    /// read() for `sources`, which has as many sequences and must live until backward.
    Pass decode(Context& context, Var encoded, const Layout& sources, const std::vector<int>& ids,
                const TellLayer& tell = {}) const;
    /// The same token by token: see PublishedStack.
    DecoderCache start(Context& context, Var encoded) const { return m_decoder->start(context, encoded); }
    Pass step(Context& context, const std::vector<int>& ids, DecoderCache& cache) const;
    /// read() token by token, of a network without a decoder whose layers see nothing later.
    DecoderCache start(Context& context) const { return m_stack.start(context); }
    Pass readOn(Context& context, const std::vector<int>& ids, DecoderCache& cache) const;

    /// Of columns of the last layer's result [width × any]: [vocabulary × any], or of TokenClasses [labels × any].
    Var tokenScores(Context& context, Var x, const PackedFactor* packed = nullptr) const {
        return m_top->scores(context, x, packed);
    }
    PackedFactor packedScores() const { return m_top->packedScores(); }
    /// The same of any layer's result of read(), as if it were the last layer's.
    Var scoresBehind(Context& context, Var layer) const { return tokenScores(context, m_stack.normed(context, layer)); }
    /// [labels × sequences], only of a classifier, of the last layer's result.
    Var classScores(Context& context, Var x) const { return m_top->classScores(context, x); }

private:
    NetworkShape m_shape;
    Parameters m_parameters;
    std::optional<PublishedEmbeddings> m_embeddings; ///< or
    std::optional<PatchEmbeddings> m_patches;
    PublishedStack m_stack;
    std::optional<PublishedEmbeddings> m_decoderEmbeddings;
    std::optional<PublishedStack> m_decoder;
    std::optional<PublishedTop> m_top;
};

} // namespace headlight
