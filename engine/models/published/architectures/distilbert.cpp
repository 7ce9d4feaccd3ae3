#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Sanh et al. 2019: BERT's layers under other names, and no types.
NetworkShape distilbertShape(const ConfigEntries& config) {
    NetworkShape shape;
    NormOptions norm;
    norm.epsilon = 1e-12; // no entry says so
    StackShape& stack = shape.stack;
    stack.layers = config.size("n_layers", most::layers);
    readHeads(config, stack, "dim", "n_heads");
    stack.inner = config.size("hidden_dim", most::inner);
    stack.activation = config.activation("activation", "gelu");
    stack.norm = norm;
    stack.sights.resize(std::size_t(stack.layers));
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = stack.width;
    shape.embeddings.positions = config.size("max_position_embeddings", most::positions);
    shape.embeddings.norm = norm;
    config.mustBe("pruned_heads", ConfigEntries::Json::object());
    const std::string top =
        topClass(config, {"DistilBertModel", "DistilBertForMaskedLM", "DistilBertForQuestionAnswering",
                          "DistilBertForTokenClassification", "DistilBertForSequenceClassification"});
    shape.top.denseWidth = stack.width;
    if (top == "DistilBertForMaskedLM") {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.activation = stack.activation;
        shape.top.norm = norm;
        shape.top.tied = config.flag("tie_word_embeddings", true);
    } else if (top == "DistilBertForSequenceClassification") {
        shape.top.kind = TopShape::Kind::Classes;
        shape.top.activation = Activation::Relu;
        readLabels(config, shape.top);
    } else if (top == "DistilBertForTokenClassification") {
        readTokenLabels(config, shape.top);
    }
    return shape;
}

} // namespace

Architecture distilbertArchitecture() {
    return {"distilbert",
            "DistilBERT",
            distilbertShape,
            {{"embeddings.words", "embeddings.word_embeddings.weight"},
             {"embeddings.positions", "embeddings.position_embeddings.weight"},
             {"embeddings.norm", "embeddings.LayerNorm"},
             {"layers.#.self.query", "transformer.layer.#.attention.q_lin"},
             {"layers.#.self.key", "transformer.layer.#.attention.k_lin"},
             {"layers.#.self.value", "transformer.layer.#.attention.v_lin"},
             {"layers.#.self.output", "transformer.layer.#.attention.out_lin"},
             {"layers.#.self_norm", "transformer.layer.#.sa_layer_norm"},
             {"layers.#.feed.in", "transformer.layer.#.ffn.lin1"},
             {"layers.#.feed.out", "transformer.layer.#.ffn.lin2"},
             {"layers.#.feed_norm", "transformer.layer.#.output_layer_norm"},
             {"top.dense", "vocab_transform"},
             {"top.norm", "vocab_layer_norm"},
             {"top.scores", "vocab_projector"},
             {"top.dense", "pre_classifier"},
             {"top.scores", "classifier"}},
            {"distilbert."},
            {"embeddings.position_ids", "vocab_projector.weight", "qa_outputs.weight", "qa_outputs.bias"}};
}

} // namespace headlight
