#include "models/published/architectures/llama_like.h"

namespace headlight {

NetworkShape llamaLikeShape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    StackShape& stack = shape.stack;
    stack.order = StackShape::Order::Pre;
    stack.norm.kind = NormOptions::Kind::RootMeanSquare;
    stack.norm.epsilon = config.number("rms_norm_eps", 1e-6, 1e-20, 1);
    stack.finalNorm = true;
    stack.causal = true;
    stack.layers = config.size("num_hidden_layers", most::layers);
    stack.width = config.size("hidden_size", most::width);
    stack.heads = config.size("num_attention_heads", most::heads);
    stack.keyHeads = config.size("num_key_value_heads", stack.heads, stack.heads);
    if (stack.heads % stack.keyHeads != 0)
        config.refuse("num_key_value_heads", "a divisor of \"num_attention_heads\", " + std::to_string(stack.heads));
    if (!config.has("head_dim") && stack.width % stack.heads != 0)
        config.refuse("num_attention_heads", "a divisor of \"hidden_size\", " + std::to_string(stack.width));
    stack.headWidth = config.size("head_dim", most::width, std::max<Index>(1, stack.width / stack.heads));
    stack.queryBias = stack.keyBias = stack.valueBias = stack.outputBias = false;
    stack.inner = config.size("intermediate_size", most::inner);
    stack.activation = config.activation("hidden_act", "silu");
    stack.gated = true;
    stack.innerBias = stack.feedOutputBias = false;
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = stack.width;
    return shape;
}

void readSights(const ConfigEntries& config, StackShape& stack, Index window, bool (*isNear)(Index layer, Index count),
                Index count) {
    const auto listed = listedWindows(config, stack.layers);
    for (Index layer = 0; layer < stack.layers; ++layer) {
        const bool near = listed ? (*listed)[std::size_t(layer)] : isNear(layer, count);
        LayerSight& sight = stack.sights.emplace_back();
        sight.rotary = near && stack.rotaries.size() > 1 ? 1 : 0;
        if (near && window > 0)
            sight.mask = "window(" + std::to_string(window - 1) + ")"; // the token itself is one of them
    }
}

void readNextWord(const ConfigEntries& config, NetworkShape& shape, const std::string& name, bool tied) {
    if (topClass(config, {name + "Model", name + "ForCausalLM"}) == name + "Model")
        return;
    shape.top.kind = TopShape::Kind::Words;
    shape.top.bias = false;
    shape.top.tied = config.flag("tie_word_embeddings", tied);
}

std::vector<TensorName> llamaLikeNames() {
    return {{"embeddings.words", "embed_tokens.weight"},
            {"layers.#.self_norm", "layers.#.input_layernorm"},
            {"layers.#.self.query", "layers.#.self_attn.q_proj"},
            {"layers.#.self.key", "layers.#.self_attn.k_proj"},
            {"layers.#.self.value", "layers.#.self_attn.v_proj"},
            {"layers.#.self.output", "layers.#.self_attn.o_proj"},
            {"layers.#.self.query_norm", "layers.#.self_attn.q_norm"},
            {"layers.#.self.key_norm", "layers.#.self_attn.k_norm"},
            {"layers.#.feed.gate", "layers.#.mlp.gate_proj"},
            {"layers.#.feed.in", "layers.#.mlp.up_proj"},
            {"layers.#.feed.out", "layers.#.mlp.down_proj"},
            {"layers.final_norm", "norm"},
            {.own = "top.scores", .theirs = "lm_head", .isWhole = true}};
}

std::vector<std::string> llamaLikeIgnored() {
    return {"lm_head.weight", "layers.#.self_attn.rotary_emb.inv_freq"};
}

} // namespace headlight
