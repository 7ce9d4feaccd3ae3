#include "encoders/lama.h"

#include "attention/context_scores.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_norm.h"
#include "autodiff/ops_sequence.h"
#include "nn/pooling.h"
#include "nn/recurrent.h"

#include <cmath>

namespace headlight {

namespace {

constexpr Real lengthEpsilon = Real(1e-12); // added to the length of a token's scores; the paper has none

const Fields<LamaOptions>& lamaFields() {
    using O = LamaOptions;
    static const auto table =
        Fields<O>()
            .group("Annotations")
            .choice("below", "What is attended to", &O::below,
                    {{O::Below::BiGru, "bigru", "Bi-GRU states"}, {O::Below::Embeddings, "embeddings", "Word vectors"}},
                    "what is attended to: the states of a bidirectional GRU (LAMA), or the word vectors themselves "
                    "(LAMA Encoder)")
            .main()
            .integer("features", "GRU features per direction", &O::features, 1, 2048,
                     "features of one direction of the GRU; 50 in the paper's experiments, 512 in its table of "
                     "parameter counts")
            .main()
            .needs("below", {"bigru"})
            .group("Heads")
            .integer("heads", "Heads", &O::heads, 1, 512,
                     "number of heads, tuned for each corpus in the paper; 15 was best on Yelp and IMDB")
            .main()
            .integer("rank", "Rank per head", &O::rank, 1, 64,
                     "rank of a head's bilinear form of context and token: 1 is LAMA, more add that many products")
            .main()
            .flag("hidden_layer", "Layer before the scores", &O::hiddenLayer,
                  "a tanh layer between annotations and scores: LAMA's text has it, the LAMA Encoder does not")
            .group("Context")
            .choice(
                "context", "Tokens are compared with", &O::context,
                {{O::Context::Free, "free", "A trained vector"}, {O::Context::Document, "document", "The mean vector"}},
                "what tokens are compared with: one trained vector for all sentences (LAMA), or the mean of the "
                "sentence's word vectors (LAMA+ctx)")
            .main()
            .integer("context_features", "Features of the trained vector", &O::contextFeatures, 1, 4096,
                     "features of the trained vector; 32 fits the paper's parameter counts")
            .needs("context", {"free"})
            .group("Disagreement")
            .choice("disagreement", "Keep heads apart by", &O::disagreement,
                    {{O::Disagreement::None, "none", "Nothing"},
                     {O::Disagreement::Positions, "positions", "Other tokens"},
                     {O::Disagreement::Embeddings, "embeddings", "Other vectors"}},
                    "a term of the loss that keeps heads apart: positions: they shall look at other tokens (+d_p); "
                    "embeddings: they shall find other vectors (+d_e)")
            .number("strength", "Strength of keeping apart", &O::strength, 0, 100,
                    "factor of that term; 0.2 in the paper")
            .needs("disagreement", {"positions", "embeddings"});
    return table;
}

class Lama final : public Encoder {
public:
    Lama(const LamaOptions& options, const Builder& builder, Index inputs, double keep)
        : m_options(options), m_keep(keep), m_annotation(inputs) {
        constexpr auto weight = Parameter::Kind::Weight, bias = Parameter::Kind::Bias;
        if (options.below == LamaOptions::Below::BiGru) {
            m_gru.emplace(builder.part("gru"), inputs, options.features, GruReset::After);
            m_annotation = m_gru->width();
        }
        if (options.hiddenLayer) {
            const Builder hidden = builder.part("hidden");
            m_hidden = &hidden.normal("weight", weight, m_annotation, m_annotation, 0.1);
            m_hiddenBias = &hidden.normal("bias", bias, m_annotation, 1, 0.1);
        }
        const bool isFree = options.context == LamaOptions::Context::Free;
        const Index contextFeatures = isFree ? options.contextFeatures : inputs;
        if (isFree)
            m_context = &builder.normal("context", bias, contextFeatures, 1, std::sqrt(2.0 / (contextFeatures + 1.0)));
        const Index rows = Index(options.heads) * options.rank;
        m_contextMap = &builder.part("context_map").uniform("weight", weight, rows, contextFeatures, 0.1);
        m_tokenMap = &builder.part("token_map").uniform("weight", weight, rows, m_annotation, 0.1);
    }

    Index width() const override { return Index(m_options.heads) * m_annotation; }
    bool pools() const override { return true; }
    std::vector<std::vector<std::string>> headMasks() const override {
        return {std::vector<std::string>(std::size_t(m_options.heads))};
    }

    Var forward(Context& context, Var x) const override {
        const Var h = m_gru ? m_gru->forward(context, x, m_keep) : x;
        const Var score = unitColumns(scores(context, x, h), lengthEpsilon);
        const Var pooled = poolByHeads(context, score, h);
        if (context.training())
            addDisagreement(context, score, pooled);
        return pooled;
    }

private:
    void addDisagreement(Context& context, Var score, Var pooled) const {
        const auto add = [&](Var disagreement) {
            context.addPenalty(scale(disagreement, Real(m_options.strength) * context.exampleWeight()));
        };
        switch (m_options.disagreement) {
        case LamaOptions::Disagreement::None:
            break;
        case LamaOptions::Disagreement::Positions:
            add(headOverlap(score, context.layout()));
            break;
        case LamaOptions::Disagreement::Embeddings:
            add(headSimilarity(pooled, m_options.heads));
            break;
        }
    }

    Var scores(Context& context, Var x, Var h) const {
        Tape& tape = context.tape();
        const Var u = m_hidden ? affine({{h, tape.parameter(*m_hidden), context.dropout(m_keep)}},
                                        {tape.parameter(*m_hiddenBias)}, Activation::Tanh)
                               : h;
        const Var c = m_context ? tape.parameter(*m_context) : meanOverTokens(x, context.layout());
        const Var ofContext = affine({{c, tape.parameter(*m_contextMap)}}, {});
        const Var ofToken = affine({{u, tape.parameter(*m_tokenMap), context.dropout(m_keep)}}, {});
        return contextScores(ofContext, ofToken, context.layout(), m_options.rank);
    }

    LamaOptions m_options;
    double m_keep;
    Index m_annotation; ///< features of h
    std::optional<Bidirectional<Gru>> m_gru;
    Parameter* m_hidden = nullptr;
    Parameter* m_hiddenBias = nullptr;
    Parameter* m_context = nullptr; ///< null: the document's mean
    Parameter* m_contextMap = nullptr;
    Parameter* m_tokenMap = nullptr;
};

} // namespace

EncoderRow lamaRow() {
    EncoderRow row;
    row.id = "lama";
    row.title = "Low-rank multi-head attention (LAMA)";
    row.shortName = "LAMA";
    row.paper = "Mehta et al. 2020, Low Rank Factorization for Compact Multi-Head Self-Attention";
    row.exposes = {"source-to-token"};
    row.presets = {
        {"paper", "Paper", "LAMA: a trained context, 15 heads over a Bi-GRU of 50 features a direction", {}},
        {"ctx",
         "Sentence context",
         "LAMA+ctx: the context is the mean of the sentence's word vectors",
         {{"context", "document"}}},
        {"ctx-positions",
         "Sentence context, other tokens",
         "LAMA+ctx+d_p: with a penalty for heads that look at the same tokens",
         {{"context", "document"}, {"disagreement", "positions"}}},
        {"ctx-embeddings",
         "Sentence context, other vectors",
         "LAMA+ctx+d_e: with a penalty for heads that find the same vectors",
         {{"context", "document"}, {"disagreement", "embeddings"}}},
        {"encoder",
         "LAMA Encoder",
         "LAMA Encoder: over the word vectors, without GRU and hidden layer",
         {{"below", "embeddings"}, {"hidden_layer", "false"}}},
        {"wide",
         "Wide",
         "the size of the paper's table of parameter counts: 512 features a direction",
         {{"features", "512"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<LamaOptions>>(lamaFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Lama>(dynamic_cast<const ConfigOf<LamaOptions>&>(config).value, builder, inputs, keep);
    };
    return row;
}

} // namespace headlight
