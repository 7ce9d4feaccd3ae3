#include "models/published/architectures/rows.h"

#include <cmath>

namespace headlight {

namespace {

/// "relu", "gated-gelu": the activation, and whether it is a gate's. Gated "gelu" is the one by tanh.
void readFeedForward(const ConfigEntries& config, StackShape& stack) {
    const std::string words = config.text("feed_forward_proj", "relu"), gated = "gated-";
    stack.gated = words.starts_with(gated);
    const std::string word = stack.gated ? words.substr(gated.size()) : words;
    const auto activation = activationOf(stack.gated && word == "gelu" ? "gelu_new" : word);
    if (!activation)
        config.refuse("feed_forward_proj", "an activation, such as relu or gated-gelu");
    stack.activation = *activation;
}

StackShape stackOf(const ConfigEntries& config) {
    StackShape stack;
    stack.order = StackShape::Order::Pre;
    stack.width = config.size("d_model", most::width);
    stack.heads = stack.keyHeads = config.size("num_heads", most::heads);
    stack.headWidth = config.size("d_kv", most::width);
    stack.inner = config.size("d_ff", most::inner);
    stack.layers = config.size("num_layers", most::layers);
    stack.norm = {NormOptions::Kind::RootMeanSquare, config.number("layer_norm_epsilon", 1e-6, 1e-20, 1)};
    stack.finalNorm = true;
    stack.factor = 1;
    stack.queryBias = stack.keyBias = stack.valueBias = stack.outputBias = false;
    stack.innerBias = stack.feedOutputBias = false;
    stack.distances = {.ranges = config.size("relative_attention_num_buckets", 1'000'000, 32),
                       .farthest = config.size("relative_attention_max_distance", 1'000'000'000, 128)};
    if (stack.distances->ranges < 4 || stack.distances->ranges % 4 != 0)
        config.refuse("relative_attention_num_buckets", "a multiple of 4");
    if (stack.distances->farthest <= stack.distances->ranges / 2)
        config.refuse("relative_attention_max_distance", "more than half of \"relative_attention_num_buckets\"");
    readFeedForward(config, stack);
    return stack;
}

/// Raffel et al. 2020; since version 1.1 with gates and scores of their own.
NetworkShape t5Shape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    shape.stack = stackOf(config);
    shape.stack.sights.resize(std::size_t(shape.stack.layers));
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = shape.stack.width;
    // The first files have the older name.
    const std::string name = topClass(config, {"T5WithLMHeadModel", "T5ForConditionalGeneration", "T5EncoderModel"});
    if (name == "T5EncoderModel")
        return shape;
    DecoderShape& decoder = shape.decoder.emplace();
    decoder.embeddings = shape.embeddings;
    decoder.stack = shape.stack;
    decoder.stack.stack = Stack::Decoder;
    decoder.stack.layers = config.size("num_decoder_layers", most::layers, shape.stack.layers);
    decoder.stack.sights.assign(std::size_t(decoder.stack.layers), {});
    decoder.stack.causal = true;
    decoder.stack.crosses = true;
    decoder.stack.distances->bothWays = false;
    decoder.begin = config.id("decoder_start_token_id", shape.embeddings.vocabulary,
                              config.id("pad_token_id", shape.embeddings.vocabulary, 0));
    decoder.end = config.id("eos_token_id", shape.embeddings.vocabulary, 1);
    // Version 5 of its library says "tie_word_embeddings" of every file, and this entry what is meant.
    const bool tied = config.flag("scale_decoder_outputs", config.flag("tie_word_embeddings", true));
    shape.top.kind = TopShape::Kind::Words;
    shape.top.bias = false;
    shape.top.tied = tied;
    if (tied)
        shape.top.scale = 1 / std::sqrt(double(shape.stack.width));
    return shape;
}

void addBlockNames(std::vector<TensorName>& names, const std::string& own, const std::string& side) {
    const std::string block = side + ".block.#.layer.", feed = side == "encoder" ? "1" : "2";
    for (const auto& [map, letter] :
         {std::pair("query", "q"), std::pair("key", "k"), std::pair("value", "v"), std::pair("output", "o")}) {
        names.push_back({own + ".#.self." + map, block + "0.SelfAttention." + letter});
        names.push_back({own + ".#.cross." + map, block + "1.EncDecAttention." + letter});
    }
    names.push_back({own + ".#.self_norm", block + "0.layer_norm"});
    names.push_back({own + ".#.cross_norm", block + "1.layer_norm"});
    names.push_back({own + ".#.feed_norm", block + feed + ".layer_norm"});
    names.push_back({own + ".#.feed.in", block + feed + ".DenseReluDense.wi"});
    names.push_back({own + ".#.feed.in", block + feed + ".DenseReluDense.wi_1"});
    names.push_back({own + ".#.feed.gate", block + feed + ".DenseReluDense.wi_0"});
    names.push_back({own + ".#.feed.out", block + feed + ".DenseReluDense.wo"});
    names.push_back({own + ".distances", side + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight"});
    names.push_back({own + ".final_norm", side + ".final_layer_norm"});
}

} // namespace

Architecture t5Architecture() {
    std::vector<TensorName> names = {{"embeddings.words", "shared.weight"},
                                     {"embeddings.words", "encoder.embed_tokens.weight"},
                                     {"embeddings.words", "decoder.embed_tokens.weight"},
                                     {"top.scores", "lm_head"}};
    addBlockNames(names, "layers", "encoder");
    addBlockNames(names, "decoder", "decoder");
    return {"t5",
            "T5",
            t5Shape,
            std::move(names),
            {},
            {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight",
             "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight"}};
}

} // namespace headlight
