#include "encoders/biblosa.h"

#include "attention/additive_layer.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_sequence.h"
#include "encoders/block_names.h"
#include "masks/mask_texts.h"
#include "nn/fusion_gate.h"

#include <cmath>
#include <iomanip>
#include <optional>
#include <sstream>

namespace headlight {

namespace {

const Fields<BiblosaOptions>& biblosaFields() {
    using O = BiblosaOptions;
    static const auto table =
        Fields<O>()
            .integer("features", "Features per direction", &O::features, 1, 2048,
                     "features of one direction; 300, in the paper's tables also 240")
            .main()
            .choice(
                "activation", "Dense layer activation", &O::activation,
                onlyChoices(activationNames(), {Activation::Relu, Activation::Elu, Activation::None, Activation::Tanh}),
                "after the dense layers: relu in the paper, elu in the released code on SNLI")
            .group("Blocks")
            .integer("block_length", "Tokens per block", &O::blockLength, 0, 1'000'000,
                     "tokens of a block, r; 0: by block_rule and block_from")
            .zero("by rule")
            .main()
            .choice("block_from", "Block length from", &O::blockFrom,
                    {{O::BlockFrom::Sentence, "sentence", "Each sentence"},
                     {O::BlockFrom::Corpus, "corpus", "Training set"}},
                    "for block_length 0, the n of block_rule; sentence: each sentence's own length; corpus: training "
                    "fixes one r, as in the papers, from n* = μ + σ√(2 ln B) (mean and deviation of the training "
                    "lengths, batch size B), and the trained model has it as its block_length; where nothing is "
                    "trained, as in the scaling lab, it is as sentence")
            .needs("block_length", {"0"})
            .choice("block_rule", "Block length rule", &O::blockRule,
                    {{O::BlockRule::Released, "released", "Released code"}, {O::BlockRule::Paper, "paper", "Paper"}},
                    "for block_length 0; paper: the cube root of 2n, rounded up; released: one more, as in the "
                    "released code")
            .needs("block_length", {"0"})
            .choice(
                "block_summary", "Block summary", &O::blockSummary,
                {{O::BlockSummary::Released, "released", "One layer"}, {O::BlockSummary::Paper, "paper", "Two layers"}},
                "scores of a block's tokens, whose softmax sums the block up; released: one dense layer, which the "
                "published parameter counts confirm; paper: two layers")
            .choice("inter_block", "Layer between blocks", &O::interBlock,
                    {{O::InterBlock::Released, "released", "Whole DiSA layer"},
                     {O::InterBlock::Paper, "paper", "Attention, gate"}},
                    "between blocks; released: a whole DiSA layer with an input layer of its own; paper: attention and "
                    "gate on the block vectors themselves")
            .integer(
                "padded_length", "Padded length (released code)", &O::paddedLength, 0, 1'000'000,
                "for comparison with the released code: the length to which it would pad a sentence; 0: none. There "
                "empty blocks are visible to the blocks before them, so that what else is in a batch changes the "
                "result; and block_rule goes by it, not by the sentence")
            .zero("none")
            .group("Ablations")
            .flag("local", "Use attention inside blocks", &O::local,
                  "the attention inside blocks takes part in the fusion; without local and global there is no mBloSA, "
                  "and the words' own vectors are pooled")
            .flag("global", "Use attention between blocks", &O::global,
                  "the attention between blocks takes part in the fusion")
            .group("Computation")
            .choice("form", "Computation", &O::form, attentionForms(),
                    "fused: streams over the pairs of a block; reference: holds the r × r × d tensor of each block");
    return table;
}

/// How the sentences of a batch are cut into blocks.
struct Blocks {
    const Layout& tokens;               ///< its sequences are the blocks
    const Layout& ofSentences;          ///< its tokens are the blocks, empty ones included
    std::vector<Index> lengths;         ///< r of each sentence
    std::span<const Index> ofToken;     ///< the block of each token, counted with empty ones
    std::span<const Index> withPadding; ///< for each block its place among those with tokens, −1 for an empty one
};

Blocks cut(Context& context, const BiblosaOptions& options) {
    const Layout& layout = context.layout();
    Layout tokens, ofSentences;
    std::vector<Index> lengths;
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index n = layout.length(s), padded = std::max<Index>(n, options.paddedLength);
        const Index r =
            options.blockLength > 0 ? options.blockLength : blockLengthFor(double(padded), options.blockRule);
        lengths.push_back(r);
        for (Index first = 0; first < n; first += r)
            tokens.add(std::min(r, n - first), layout.id(s));
        ofSentences.add((padded + r - 1) / r, layout.id(s));
    }
    Arena& arena = context.tape().arena();
    Index* ofToken = arena.allocate<Index>(layout.tokens());
    Index* withPadding = arena.allocate<Index>(ofSentences.tokens());
    Index filled = 0;
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index r = lengths[std::size_t(s)], n = layout.length(s), first = ofSentences.begin(s);
        for (Index t = 0; t < n; ++t)
            ofToken[layout.begin(s) + t] = first + t / r;
        for (Index block = first; block < ofSentences.end(s); ++block)
            withPadding[block] = (block - first) * r < n ? filled++ : -1;
    }
    const std::span<const Index> blocks(withPadding, std::size_t(ofSentences.tokens()));
    return {context.keep(std::move(tokens)),
            context.keep(std::move(ofSentences)),
            std::move(lengths),
            {ofToken, std::size_t(layout.tokens())},
            blocks};
}

/// Of one sentence, whose empty blocks are its last.
std::vector<std::string> namesOf(const Blocks& blocks) {
    std::vector<std::string> names = blockNames(blocks.tokens);
    names.resize(blocks.withPadding.size(), "padding");
    return names;
}

/// Attention between the blocks of a sentence, [features × blocks] to the same.
class InterBlock {
public:
    InterBlock(const BiblosaOptions& options, const Builder& builder, const Mask& mask, double keep)
        : m_mask(mask), m_activation(options.activation), m_keep(keep), m_input(inputLayer(options, builder)),
          m_attention(builder, {options.features, false, options.form == AttentionForm::Fused, false, keep}),
          m_gate(builder, options.features, bool(m_input), keep) {}

    struct Found {
        AdditiveLayer::Scores scores;
        Var gate, result;
    };
    Found forward(Context& context, Var v) const {
        const Var h = m_input ? m_input->forward(context, v, m_keep, m_activation) : v;
        const AdditiveLayer::Scores scores = m_attention.scores(context, h);
        const Var o = m_attention.attend(scores, h, context.layout(), m_mask);
        const Var gate = m_gate.forward(context, h, o);
        // the released code has the roles swapped
        return {scores, gate, m_input ? gated(gate, h, o) : gated(gate, o, h)};
    }

    void record(const Context& context, const Found& found, int head, const std::string& label,
                const std::vector<std::string>& names) const {
        m_attention.record(context, found.scores, head, label, m_mask, MapPart::Blocks, names);
    }

private:
    static std::optional<Linear> inputLayer(const BiblosaOptions& options, const Builder& builder) {
        if (options.interBlock == BiblosaOptions::InterBlock::Paper)
            return std::nullopt;
        return Linear(builder.part("input"), options.features, options.features);
    }

    HeadMask m_mask;
    Activation m_activation;
    double m_keep;
    std::optional<Linear> m_input;
    AdditiveLayer m_attention;
    FusionGate m_gate;
};

/// One direction, with parameters of its own.
class BlockDirection {
public:
    BlockDirection(const BiblosaOptions& options, const Builder& builder, const std::string& name,
                   const std::string& mask, Index inputs, double keep)
        : m_label(name), m_own(Mask::parse(mask)), m_features(options.features), m_activation(options.activation),
          m_keep(keep), m_local(options.local), m_input(builder.part("input"), inputs, options.features),
          m_intra(builder.part("intra"), {options.features, false, options.form == AttentionForm::Fused, true, keep}) {
        const Index d = options.features;
        if (options.global) {
            if (options.blockSummary == BiblosaOptions::BlockSummary::Paper)
                m_summary1.emplace(builder.part("summary1"), d, d);
            m_summary.emplace(builder.part("summary"), d, d);
            m_inter.emplace(options, builder.part("inter"), Mask::parse(mask), keep);
        }
        const Index parts = 1 + (options.local ? 1 : 0) + (options.global ? 1 : 0);
        m_fusion = &builder.weight("fusion.weight", 2 * d, parts * d);
        m_fusionBias = &builder.bias("fusion.bias", 2 * d);
    }

    /// What a trace may want to see.
    struct Found {
        AdditiveLayer::Scores scores;
        InterBlock::Found between;
        Var gate;
    };
    Found forwardInto(Var result, Context& context, Var x, const HeadMask& mask, const Blocks& blocks) const {
        Found found;
        const Var h = m_input.forward(context, x, m_keep, m_activation);
        found.scores = m_intra.scores(context, h);
        const Var attended = intraBlock(context, found.scores, h, blocks, mask);
        if (m_inter)
            found.between = acrossBlocks(context, attended, blocks);
        found.gate = fuseInto(result, context, h, attended, {found.between.result, blocks.ofToken});
        return found;
    }

    /// As the k-th of `directions`: gates between blocks come before fusion gates.
    void record(const Context& context, const Found& found, int k, int directions, const HeadMask& mask,
                const Blocks& blocks) const {
        m_intra.record(context, found.scores, k, m_label, mask.inBlocks(blocks.lengths.front()));
        if (m_inter) {
            m_inter->record(context, found.between, k, m_label + " blocks", namesOf(blocks));
            recordGate(context, found.between.gate, k, m_label + " block gate", namesOf(blocks));
        }
        recordGate(context, found.gate, m_inter ? directions + k : k, m_label + " fusion gate");
    }

private:
    /// Blocks are sequences of their own. A mask that a user changed stays within the blocks, but its positions, and
    /// those of forbidden cells, are the sentence's.
    Var intraBlock(Context& context, const AdditiveLayer::Scores& scores, Var h, const Blocks& blocks,
                   const HeadMask& mask) const {
        if (mask.text() == m_own.text() && mask.isPlainInterval())
            return m_intra.attend(scores, h, blocks.tokens, m_own);
        Var result = context.tape().make(h.rows(), h.cols(), h.needsGradient());
        const Layout& layout = context.layout();
        for (Index s = 0; s < layout.sequences(); ++s) {
            const Index begin = layout.begin(s), n = layout.length(s);
            const Layout& alone = context.keep(Layout({n}));
            const HeadMask& within = context.keep(mask.inBlocks(blocks.lengths[std::size_t(s)]));
            scaleInto(result.columns(begin, n),
                      m_intra.attend(scores.columns(begin, n), h.columns(begin, n), alone, within), 1);
        }
        return result;
    }

    /// Blocks summed up, and attention between them.
    InterBlock::Found acrossBlocks(Context& context, Var attended, const Blocks& blocks) const {
        Var score = attended;
        if (m_summary1)
            score = m_summary1->forward(context, score, m_keep, m_activation);
        score = m_summary->forward(context, score, m_keep);
        Var v = poolBySoftmax(score, attended, blocks.tokens);
        if (blocks.ofSentences.tokens() != v.cols())
            v = gatherColumns(v, blocks.withPadding);
        const LayoutScope scope(context, blocks.ofSentences);
        return m_inter->forward(context, v);
    }

    /// u = G ⊙ F + (1 − G) ⊙ h with F = φ(W_f z + b_f), G = sigmoid(W_g z + b_g) of the joined z. Both halves of the
    /// one matrix see the same dropped copy. `blocks` has a column for each block. Returns G.
    Var fuseInto(Var result, Context& context, Var h, Var attended, const AffineBias& blocks) const {
        const Var weight = context.tape().parameter(*m_fusion), bias = context.tape().parameter(*m_fusionBias);
        const Index d = m_features, last = weight.cols() - d;
        const Dropout forH = context.dropout(m_keep), forLocal = context.dropout(m_keep),
                      forGlobal = context.dropout(m_keep);
        AffineTerm own{h, {}, forH}, local, global;
        if (m_local)
            local = {attended, {}, forLocal};
        // Without dropout, what the tokens of a block have in common is multiplied once; with it each drops its own.
        const bool once = blocks.value && !forGlobal.active();
        if (blocks.value && !once)
            global = {gatherColumns(blocks.value, blocks.ofToken), {}, forGlobal};
        const auto half = [&](Index row, Activation activation) {
            const Var w = weight.block(row, d);
            own.weight = w.columns(0, d);
            local.weight = w.columns(m_local ? d : 0, d);
            global.weight = w.columns(last, d);
            const Var ofBlocks = once ? affine({{blocks.value, global.weight}}, {}) : Var();
            return affine({own, local, global}, {bias.block(row, d), {ofBlocks, blocks.ofToken}}, activation);
        };
        const Var fused = half(0, m_activation), gate = half(d, Activation::Sigmoid);
        gatedInto(result, gate, fused, h);
        return gate;
    }

    std::string m_label;
    HeadMask m_own;
    Index m_features;
    Activation m_activation;
    double m_keep;
    bool m_local;
    Linear m_input;
    AdditiveLayer m_intra;
    std::optional<Linear> m_summary1, m_summary;
    std::optional<InterBlock> m_inter;
    Parameter* m_fusion = nullptr;
    Parameter* m_fusionBias = nullptr;
};

/// One block length for all sentences, from the lengths of the training set.
std::string fixBlockLength(BiblosaOptions& options, const TrainingSet& lengths) {
    if (options.blockFrom == BiblosaOptions::BlockFrom::Sentence || options.blockLength > 0)
        return {};
    const double longest = longestLikely(lengths);
    options.blockLength = int(blockLengthFor(longest, options.blockRule));
    options.blockFrom = BiblosaOptions::BlockFrom::Sentence;
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << "blocks of " << options.blockLength << " tokens: n* = " << longest
         << " for training sentences of " << lengths.mean << " ± " << lengths.deviation << " tokens, " << lengths.batch
         << " in a batch";
    return text.str();
}

class Biblosa final : public Encoder {
public:
    Biblosa(const BiblosaOptions& options, const Builder& builder, Index inputs, double keep) : m_options(options) {
        for (const auto& [name, mask] : {std::pair("forward", "fw"), std::pair("backward", "bw")}) {
            m_directions.emplace_back(options, builder.part(name), name, mask, inputs, keep);
            m_masks.push_back(Mask::parse(mask));
        }
    }

    Index width() const override { return m_options.features * Index(m_directions.size()); }

    /// What a head sees within a block.
    std::vector<std::vector<std::string>> headMasks() const override { return {textsOf(m_masks)}; }

    Var forward(Context& context, Var x) const override {
        const auto masks = context.masksOf(m_masks);
        const Blocks blocks = cut(context, m_options);
        const Index d = m_options.features;
        Var result = context.tape().make(width(), x.cols(), true);
        std::vector<BlockDirection::Found> found;
        for (std::size_t k = 0; k < m_directions.size(); ++k)
            found.push_back(m_directions[k].forwardInto(result.block(Index(k) * d, d), context, x, masks[k], blocks));
        for (std::size_t k = 0; context.trace() && k < found.size(); ++k)
            m_directions[k].record(context, found[k], int(k), int(found.size()), masks[k], blocks);
        result = context.scaled(result, int(m_directions.size()));
        return result;
    }

private:
    BiblosaOptions m_options;
    std::vector<BlockDirection> m_directions;
    std::vector<Mask> m_masks;
};

/// What the ablation "without mBloSA" leaves: the words' own vectors, for the pooling.
class WithoutBlocks final : public EncoderWithoutAttention {
public:
    explicit WithoutBlocks(Index inputs) : m_inputs(inputs) {}
    Index width() const override { return m_inputs; }
    Var forward(Context&, Var x) const override { return x; }

private:
    Index m_inputs;
};

} // namespace

Index blockLengthFor(double tokens, BiblosaOptions::BlockRule rule) {
    Index r = 1;
    while (double(r * r * r) < 2 * tokens) // no root: cubes are exact
        ++r;
    return rule == BiblosaOptions::BlockRule::Released ? r + 1 : r;
}

double longestLikely(const TrainingSet& lengths) {
    return lengths.mean + lengths.deviation * std::sqrt(2 * std::log(double(lengths.batch)));
}

EncoderRow biblosaRow() {
    EncoderRow row;
    row.id = "biblosa";
    row.title = "Bi-directional block self-attention (Bi-BloSA)";
    row.shortName = "Bi-BloSA";
    row.paper = "Shen et al. 2018, Bi-Directional Block Self-Attention for Fast and Memory-Efficient Sequence Modeling";
    row.exposes = {"token-to-token by feature", "block-to-block by feature", "gate by feature"};
    row.presets = {
        {"by-sentence",
         "Blocks by sentence",
         "the released layers, but blocks by each sentence's own length, which no paper has: a model that is only "
         "counted or measured has no corpus to fix one length by",
         {}},
        {"released",
         "Released code",
         "as in the released code, whose parameter counts are the paper's; one block length, by the training set",
         {{"block_from", "corpus"}}},
        {"paper",
         "Paper",
         "the paper's equations: two-layer block summaries, no input layer between blocks; one block length, by the "
         "training set",
         {{"block_from", "corpus"}, {"block_rule", "paper"}, {"block_summary", "paper"}, {"inter_block", "paper"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<BiblosaOptions>>(biblosaFields()); };
    row.adaptTo = [](Config& config, const TrainingSet& lengths) {
        return fixBlockLength(dynamic_cast<ConfigOf<BiblosaOptions>&>(config).value, lengths);
    };
    row.fitToSentences = [](Config& config) { // Bi-BloSAN §4.3
        dynamic_cast<ConfigOf<BiblosaOptions>&>(config).value.blockLength = 4;
    };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        const BiblosaOptions& options = dynamic_cast<const ConfigOf<BiblosaOptions>&>(config).value;
        if (!options.local && !options.global)
            return std::make_unique<WithoutBlocks>(inputs);
        return std::make_unique<Biblosa>(options, builder, inputs, keep);
    };
    return row;
}

} // namespace headlight
