#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// What Karpathy's two programs share: GPT-2 by other names of its sizes.
NetworkShape gptShape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    StackShape& stack = shape.stack;
    stack.order = StackShape::Order::Pre;
    stack.finalNorm = true;
    stack.causal = true;
    stack.layers = config.size("n_layer", most::layers);
    readHeads(config, stack, "n_embd", "n_head");
    stack.inner = 4 * stack.width;
    stack.sights.resize(std::size_t(stack.layers));
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = stack.width;
    shape.embeddings.positions = config.size("block_size", most::positions);
    shape.top.kind = TopShape::Kind::Words;
    shape.top.bias = false;
    return shape;
}

NetworkShape minGptShape(const ConfigEntries& config) {
    NetworkShape shape = gptShape(config);
    shape.stack.activation = Activation::GeluTanh;
    shape.top.tied = false;
    return shape;
}

NetworkShape nanoGptShape(const ConfigEntries& config) {
    NetworkShape shape = gptShape(config);
    StackShape& stack = shape.stack;
    stack.activation = Activation::Gelu;
    const bool biases = config.flag("bias", true);
    stack.norm.bias = biases;
    stack.queryBias = stack.keyBias = stack.valueBias = stack.outputBias = biases;
    stack.innerBias = stack.feedOutputBias = biases;
    return shape;
}

Architecture gptArchitecture(const std::string& type, const std::string& title,
                             NetworkShape (*shape)(const ConfigEntries& config), const std::string& sign) {
    Architecture row{type,
                     title,
                     shape,
                     {{"embeddings.words", "wte.weight"},
                      {"embeddings.positions", "wpe.weight"},
                      {"layers.#.self_norm", "h.#.ln_1"},
                      {"layers.#.self.output", "h.#.attn.c_proj"},
                      {"layers.#.feed_norm", "h.#.ln_2"},
                      {"layers.#.feed.in", "h.#.mlp.c_fc"},
                      {"layers.#.feed.out", "h.#.mlp.c_proj"},
                      {"layers.final_norm", "ln_f"},
                      {.own = "top.scores", .theirs = "lm_head", .isWhole = true}},
                     {"transformer.", "_orig_mod.transformer."},
                     {"lm_head.weight", "_orig_mod.lm_head.weight", "h.#.attn.bias"},
                     {"n_embd", "block_size", sign}};
    for (const std::string& own : queryKeyValue())
        row.names.push_back({.own = own, .theirs = "h.#.attn.c_attn", .together = queryKeyValue()});
    return row;
}

} // namespace

Architecture minGptArchitecture() {
    return gptArchitecture("mingpt", "minGPT", minGptShape, "attn_pdrop");
}

Architecture nanoGptArchitecture() {
    return gptArchitecture("nanogpt", "nanoGPT", nanoGptShape, "bias");
}

} // namespace headlight
