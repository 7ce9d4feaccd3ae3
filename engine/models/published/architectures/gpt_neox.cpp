#include "models/published/architectures/llama_like.h"
#include "models/published/architectures/rotary_config.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Black et al. 2022, and Pythia: attention and feed-forward side by side, a share of each head's features turned.
NetworkShape neoxShape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    StackShape& stack = shape.stack;
    stack.order = config.flag("use_parallel_residual", true) ? StackShape::Order::Parallel : StackShape::Order::Pre;
    stack.norm.epsilon = config.number("layer_norm_eps", 1e-5, 1e-20, 1);
    stack.finalNorm = true;
    stack.causal = true;
    stack.layers = config.size("num_hidden_layers", most::layers);
    readHeads(config, stack);
    stack.queryBias = stack.keyBias = stack.valueBias = stack.outputBias = config.flag("attention_bias", true);
    stack.inner = config.size("intermediate_size", most::inner);
    stack.activation = config.activation("hidden_act", "gelu");
    stack.rotaries = {rotaryOf(config, turnedFeatures(config, stack.headWidth, "rotary_pct", 0.25),
                               config.number("rotary_emb_base", 10000, 1e-3, 1e15))};
    readSights(
        config, stack, 0, [](Index, Index) { return false; }, 0);
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = stack.width;
    readNextWord(config, shape, "GPTNeoX", false);
    return shape;
}

} // namespace

Architecture gptNeoxArchitecture() {
    const auto together = [](const std::string& name) {
        return TensorName{.own = "layers.#.self." + name,
                          .theirs = "layers.#.attention.query_key_value",
                          .together = queryKeyValue(),
                          .byKeyHead = true};
    };
    return {"gpt_neox",
            "GPT-NeoX or Pythia",
            neoxShape,
            {{"embeddings.words", "embed_in.weight"},
             {"layers.#.self_norm", "layers.#.input_layernorm"},
             together("query"),
             together("key"),
             together("value"),
             {"layers.#.self.output", "layers.#.attention.dense"},
             {"layers.#.feed_norm", "layers.#.post_attention_layernorm"},
             {"layers.#.feed.in", "layers.#.mlp.dense_h_to_4h"},
             {"layers.#.feed.out", "layers.#.mlp.dense_4h_to_h"},
             {"layers.final_norm", "final_layer_norm"},
             {.own = "top.scores", .theirs = "embed_out", .isWhole = true}},
            {"gpt_neox."},
            {"layers.#.attention.bias", "layers.#.attention.masked_bias", "layers.#.attention.rotary_emb.inv_freq",
             "embed_out.weight"}};
}

} // namespace headlight
