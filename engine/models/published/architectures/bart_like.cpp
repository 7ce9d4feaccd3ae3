#include "models/published/architectures/bart_like.h"

#include <cmath>

namespace headlight {

namespace {

StackShape stackOf(const ConfigEntries& config, const std::string& side) {
    const std::string layers = side + "_layers", heads = side + "_attention_heads", inner = side + "_ffn_dim";
    StackShape stack;
    stack.layers = config.size(layers.c_str(), most::layers);
    readHeads(config, stack, "d_model", heads);
    stack.inner = config.size(inner.c_str(), most::inner);
    stack.activation = config.activation("activation_function", "gelu");
    stack.norm.epsilon = 1e-5;
    stack.sights.resize(std::size_t(stack.layers));
    return stack;
}

std::vector<TensorName> namesOf(const std::string& own, const std::string& side) {
    const std::string layer = side + ".layers.#.";
    std::vector<TensorName> names = {{own + ".#.self_norm", layer + "self_attn_layer_norm"},
                                     {own + ".#.cross_norm", layer + "encoder_attn_layer_norm"},
                                     {own + ".#.feed.in", layer + "fc1"},
                                     {own + ".#.feed.out", layer + "fc2"},
                                     {own + ".#.feed_norm", layer + "final_layer_norm"}};
    for (const auto& [part, attention] : {std::pair(".#.self.", "self_attn."), std::pair(".#.cross.", "encoder_attn.")})
        for (const auto& [map, word] :
             {std::pair("query", "q"), std::pair("key", "k"), std::pair("value", "v"), std::pair("output", "out")})
            names.push_back({own + part + map, layer + attention + word + "_proj"});
    return names;
}

} // namespace

NetworkShape bartLikeShape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    shape.stack = stackOf(config, "encoder");
    EmbeddingShape& embeddings = shape.embeddings;
    embeddings.vocabulary = config.size("vocab_size", most::words);
    embeddings.width = shape.stack.width;
    embeddings.positions = config.size("max_position_embeddings", most::positions);
    if (config.flag("scale_embedding", false))
        embeddings.scale = std::sqrt(double(embeddings.width));
    DecoderShape& decoder = shape.decoder.emplace();
    decoder.stack = stackOf(config, "decoder");
    decoder.stack.stack = Stack::Decoder;
    decoder.stack.causal = true;
    decoder.stack.crosses = true;
    decoder.embeddings = embeddings;
    for (const char* option : {"normalize_before", "add_final_layer_norm"})
        config.mustBe(option, false);
    return shape;
}

std::vector<TensorName> bartLikeNames() {
    std::vector<TensorName> names = {{"embeddings.words", "shared.weight"},
                                     {"embeddings.words", "encoder.embed_tokens.weight"},
                                     {"embeddings.positions", "encoder.embed_positions.weight"},
                                     {"embeddings.norm", "encoder.layernorm_embedding"},
                                     {"decoder_embeddings.words", "decoder.embed_tokens.weight"},
                                     {"decoder_embeddings.positions", "decoder.embed_positions.weight"},
                                     {"decoder_embeddings.norm", "decoder.layernorm_embedding"},
                                     {.own = "top.scores.bias", .theirs = "final_logits_bias", .isWhole = true}};
    for (const auto& [own, side] : {std::pair("layers", "encoder"), std::pair("decoder", "decoder")}) {
        const std::vector<TensorName> more = namesOf(own, side);
        names.insert(names.end(), more.begin(), more.end());
    }
    return names;
}

std::vector<std::string> bartLikeIgnored() {
    return {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight", "encoder.version",
            "decoder.version"};
}

} // namespace headlight
