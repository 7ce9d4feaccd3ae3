#include "models/published/architectures/rows.h"

#include <cmath>

namespace headlight {

namespace {

/// Radford et al. 2019.
NetworkShape gpt2Shape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    StackShape& stack = shape.stack;
    stack.order = StackShape::Order::Pre;
    stack.norm.epsilon = config.number("layer_norm_epsilon", 1e-5, 1e-20, 1);
    stack.finalNorm = true;
    stack.causal = true;
    stack.layers = config.size("n_layer", most::layers);
    readHeads(config, stack, "n_embd", "n_head");
    stack.inner = config.size("n_inner", most::inner, 4 * stack.width);
    stack.activation = config.activation("activation_function", "gelu_new");
    const double factor = config.flag("scale_attn_weights", true) ? 1 / std::sqrt(double(stack.headWidth)) : 1;
    const bool byLayer = config.flag("scale_attn_by_inverse_layer_idx", false);
    for (Index layer = 0; layer < stack.layers; ++layer)
        stack.sights.push_back({"all", -1, byLayer ? factor / double(layer + 1) : factor});
    config.mustBe("add_cross_attention", false);
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = stack.width;
    shape.embeddings.positions = config.size("n_positions", most::positions);
    const bool tied = config.flag("tie_word_embeddings", true);
    // A saved body alone can say what comes next, too, if that takes nothing but the words' own vectors.
    if (topClass(config, {"GPT2Model", "GPT2LMHeadModel"}) == "GPT2LMHeadModel" || tied) {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.bias = false;
        shape.top.tied = tied;
    }
    return shape;
}

} // namespace

Architecture gpt2Architecture() {
    using Axes = TensorName::Axes;
    const auto together = [](const std::string& name) {
        return TensorName{.own = "layers.#.self." + name,
                          .theirs = "h.#.attn.c_attn",
                          .axes = Axes::OutputsLast,
                          .together = queryKeyValue()};
    };
    const auto turned = [](const std::string& own, const std::string& theirs) {
        return TensorName{.own = own, .theirs = theirs, .axes = Axes::OutputsLast};
    };
    return {"gpt2",
            "GPT-2",
            gpt2Shape,
            {{"embeddings.words", "wte.weight"},
             {"embeddings.positions", "wpe.weight"},
             {"layers.#.self_norm", "h.#.ln_1"},
             together("query"),
             together("key"),
             together("value"),
             turned("layers.#.self.output", "h.#.attn.c_proj"),
             {"layers.#.feed_norm", "h.#.ln_2"},
             turned("layers.#.feed.in", "h.#.mlp.c_fc"),
             turned("layers.#.feed.out", "h.#.mlp.c_proj"),
             {"layers.final_norm", "ln_f"},
             {.own = "top.scores", .theirs = "lm_head", .isWhole = true}},
            {"transformer."},
            {"lm_head.weight", "h.#.attn.bias", "h.#.attn.masked_bias"}};
}

} // namespace headlight
