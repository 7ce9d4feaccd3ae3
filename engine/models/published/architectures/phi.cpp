#include "models/published/architectures/llama_like.h"
#include "models/published/architectures/rotary_config.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Gunasekar et al. 2023: attention and feed-forward side by side behind one norm, a share of each head's features
/// turned.
NetworkShape phiShape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    StackShape& stack = shape.stack;
    stack.order = StackShape::Order::Parallel;
    stack.norm.epsilon = config.number("layer_norm_eps", 1e-5, 1e-20, 1);
    stack.finalNorm = true;
    stack.causal = true;
    stack.layers = config.size("num_hidden_layers", most::layers);
    readHeads(config, stack);
    stack.keyHeads = config.size("num_key_value_heads", stack.heads, stack.heads);
    if (stack.heads % stack.keyHeads != 0)
        config.refuse("num_key_value_heads", "a divisor of \"num_attention_heads\", " + std::to_string(stack.heads));
    stack.inner = config.size("intermediate_size", most::inner);
    stack.activation = config.activation("hidden_act", "gelu_new");
    config.mustBe("qk_layernorm", false);
    stack.rotaries = {rotaryOf(config, turnedFeatures(config, stack.headWidth, "partial_rotary_factor", 0.5))};
    readSights(
        config, stack, 0, [](Index, Index) { return false; }, 0);
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = stack.width;
    readNextWord(config, shape, "Phi", false);
    shape.top.bias = true;
    return shape;
}

} // namespace

Architecture phiArchitecture() {
    return {"phi",
            "Phi",
            phiShape,
            {{"embeddings.words", "embed_tokens.weight"},
             {"layers.#.self_norm", "layers.#.input_layernorm"},
             {"layers.#.feed_norm", "layers.#.input_layernorm"},
             {"layers.#.self.query", "layers.#.self_attn.q_proj"},
             {"layers.#.self.key", "layers.#.self_attn.k_proj"},
             {"layers.#.self.value", "layers.#.self_attn.v_proj"},
             {"layers.#.self.output", "layers.#.self_attn.dense"},
             {"layers.#.feed.in", "layers.#.mlp.fc1"},
             {"layers.#.feed.out", "layers.#.mlp.fc2"},
             {"layers.final_norm", "final_layernorm"},
             {.own = "top.scores", .theirs = "lm_head", .isWhole = true}},
            {"model."},
            {"lm_head.weight", "lm_head.bias", "layers.#.self_attn.rotary_emb.inv_freq"}};
}

} // namespace headlight
