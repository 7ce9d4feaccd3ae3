#pragma once

#include "autodiff/target.h"
#include "encoders/encoder.h"
#include "encoders/transformer/decoder.h"
#include "models/writing_network.h"
#include "tasks/translation_setup.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// Everything that says what a translation model is, apart from its trained numbers and its words.
struct TranslationOptions {
    /// Encoder and decoder are stacks of these layers; see TransformerDecoder for what only the encoder has.
    TransformerOptions stack;
    double keep = 0.9; ///< keep probability where the stack has 0
    SharedTables shared = SharedTables::All;
    Index sourceWords = 0, targetWords = 0; ///< how many
    /// Ids of target words: what stands before a translation's first word, and behind its last. They may be the same.
    int begin = 0, end = 0;
    std::vector<int> never = {}; ///< ids of target words that are not written
};

/// Trained values of a translation model.
struct TranslationCounts {
    Index encoder = 0, decoder = 0;
    Index tables = 0; ///< each counted once, shared or not
    Index body() const { return encoder + decoder; }
    Index total() const { return body() + tables; }
};

/// Those that a model would have. Takes no memory for them. Error when options don't fit together.
TranslationCounts countParameters(const TranslationOptions& options);

/// Pairs of a packed batch: sources and translations as a network reads them.
struct TranslationBatch {
    Layout sources, targets;
    std::vector<int> source;    ///< ids of source words
    std::vector<int> read;      ///< of each pair: begin, then the translation's words
    std::vector<Target> wanted; ///< behind each of these: the translation's words, then end
};

/// A Transformer that translates (Vaswani et al. 2017): the transformer of the encoders' registry with any of its kinds
/// of self-attention, a decoder, and scores of the target words without a bias. Vectors of words are trained from first
/// values of standard deviation 1/√features, so that they are of size 1 once the stack has scaled its input.
///
/// Reading is safe from several threads at once, each with its own tape and context; training writes and is alone.
class TranslationNetwork final : public WritingNetwork {
public:
    /// First values of all parameters from `seed`. `parameters`, without any yet, say how many values there can be
    /// (Error beyond) and whether they are only counted. Error when options don't fit together.
    TranslationNetwork(TranslationOptions options, std::uint64_t seed, Parameters parameters = Parameters());

    const TranslationOptions& options() const { return m_options; }
    Parameters& parameters() { return m_parameters; }
    const Parameters& parameters() const { return m_parameters; }
    const Encoder& encoder() const { return *m_encoder; }
    const TransformerDecoder& decoder() const { return *m_decoder; }
    TranslationCounts counts() const;

    /// Adds a pair to a batch: ids of the source's words, of which there is at least one, and of the translation's
    /// without begin and end. `id` is the pair's in the mini-batch (Layout).
    void add(TranslationBatch& batch, const std::vector<int>& source, const std::vector<int>& target,
             std::uint64_t id) const;
    /// The tables of words that the network reads only columns of, and those that the batch needs. A table that is the
    /// output layer's, too, is read whole.
    std::vector<std::pair<const Parameter*, const std::vector<int>*>> tables(const TranslationBatch& batch) const;
    /// Scores [target words × tokens read]. The context's layout is the batch's `sources`; the batch must live until
    /// backward.
    Var logits(Context& context, const TranslationBatch& batch) const;
    /// Σ over the words wanted of their divergence() · weight, 1 × 1, with the context's label smoothing.
    Var loss(Context& context, const TranslationBatch& batch, Real weight) const;

    // The same in two steps, which have traces of their own: encoder and decoder read different sequences.

    WritingMarks marks() const override { return {m_options.begin, m_options.end, m_options.never}; }
    Index mostTokens() const override;
    std::vector<std::vector<std::string>> headMasks(Stack stack, MapPart part) const override;
    Var encode(Context& context, const std::vector<int>& source) const override;
    Var decode(Context& context, Var encoded, const Layout& sources, const std::vector<int>& read) const override;
    DecoderCache start(Context& context, Var encoded) const override { return m_decoder->start(context, encoded); }
    Var next(Context& context, const std::vector<int>& read, DecoderCache& cache,
             const PackedFactor* output = nullptr) const override;
    PackedFactor packedOutput() const override;

private:
    Var output(Context& context, Var x) const;

    TranslationOptions m_options;
    Parameters m_parameters;
    const Parameter* m_source = nullptr; ///< [features × words]
    const Parameter* m_target = nullptr;
    std::unique_ptr<Encoder> m_encoder;
    std::optional<TransformerDecoder> m_decoder;
    std::optional<Linear> m_output; ///< absent where the target words' table is the output layer's
};

} // namespace headlight
