#include "models/published/architectures/bert_like.h"

namespace headlight {

NetworkShape bertLikeShape(const ConfigEntries& config) {
    NetworkShape shape;
    NormOptions norm;
    norm.epsilon = config.number("layer_norm_eps", 1e-12, 1e-20, 1);
    StackShape& stack = shape.stack;
    stack.layers = config.size("num_hidden_layers", most::layers);
    readHeads(config, stack);
    stack.inner = config.size("intermediate_size", most::inner);
    stack.activation = config.activation("hidden_act", "gelu");
    stack.norm = norm;
    stack.sights.resize(std::size_t(stack.layers));
    EmbeddingShape& embeddings = shape.embeddings;
    embeddings.vocabulary = config.size("vocab_size", most::words);
    embeddings.width = stack.width;
    embeddings.positions = config.size("max_position_embeddings", most::positions);
    embeddings.types = config.count("type_vocab_size", most::types, 2);
    embeddings.norm = norm;
    config.mustBe("position_embedding_type", "absolute");
    config.mustBe("is_decoder", false);
    config.mustBe("add_cross_attention", false);
    config.mustBe("pruned_heads", ConfigEntries::Json::object());
    return shape;
}

std::vector<TensorName> bertLikeLayers(const std::string& layer) {
    return {{"layers.#.self.query", layer + ".attention.self.query"},
            {"layers.#.self.key", layer + ".attention.self.key"},
            {"layers.#.self.value", layer + ".attention.self.value"},
            {"layers.#.self.output", layer + ".attention.output.dense"},
            {"layers.#.self_norm", layer + ".attention.output.LayerNorm"},
            {"layers.#.feed.in", layer + ".intermediate.dense"},
            {"layers.#.feed.out", layer + ".output.dense"},
            {"layers.#.feed_norm", layer + ".output.LayerNorm"}};
}

std::vector<TensorName> bertLikeEmbeddings() {
    return {{"embeddings.words", "embeddings.word_embeddings.weight"},
            {"embeddings.positions", "embeddings.position_embeddings.weight"},
            {"embeddings.types", "embeddings.token_type_embeddings.weight"},
            {"embeddings.norm", "embeddings.LayerNorm"}};
}

std::vector<std::string> bertLikeIgnored() {
    return {"embeddings.position_ids", "embeddings.token_type_ids", "qa_outputs.weight", "qa_outputs.bias"};
}

} // namespace headlight
