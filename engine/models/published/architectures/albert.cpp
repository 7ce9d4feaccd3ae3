#include "models/published/architectures/bert_like.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Lan et al. 2020: layers that share parameters, and narrow vectors of words.
NetworkShape albertShape(const ConfigEntries& config) {
    NetworkShape shape = bertLikeShape(config);
    StackShape& stack = shape.stack;
    stack.activation = config.activation("hidden_act", "gelu_new");
    stack.parameterSets = config.size("num_hidden_groups", stack.layers, 1);
    config.mustBe("inner_group_num", 1);
    shape.embeddings.width = config.size("embedding_size", most::width, 128);
    shape.embeddings.mapped = true;
    shape.readsPairs = shape.embeddings.types > 1;
    const std::string top =
        topClass(config, {"AlbertModel", "AlbertForMaskedLM", "AlbertForPreTraining", "AlbertForQuestionAnswering",
                          "AlbertForTokenClassification", "AlbertForSequenceClassification"});
    if (top == "AlbertForMaskedLM" || top == "AlbertForPreTraining") {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.denseWidth = shape.embeddings.width;
        shape.top.activation = stack.activation;
        shape.top.norm = stack.norm;
        shape.top.tied = config.flag("tie_word_embeddings", true);
    } else if (top == "AlbertForSequenceClassification") {
        shape.top.kind = TopShape::Kind::Classes;
        shape.top.denseWidth = stack.width;
        shape.top.activation = Activation::Tanh;
        readLabels(config, shape.top);
    } else if (top == "AlbertForTokenClassification") {
        readTokenLabels(config, shape.top);
    }
    return shape;
}

} // namespace

Architecture albertArchitecture() {
    const std::string layer = "encoder.albert_layer_groups.#.albert_layers.0";
    Architecture row{"albert", "ALBERT", albertShape, bertLikeEmbeddings(), {"albert."}, bertLikeIgnored()};
    for (const TensorName& name : std::vector<TensorName>{{"embeddings.map", "encoder.embedding_hidden_mapping_in"},
                                                          {"layers.#.self.query", layer + ".attention.query"},
                                                          {"layers.#.self.key", layer + ".attention.key"},
                                                          {"layers.#.self.value", layer + ".attention.value"},
                                                          {"layers.#.self.output", layer + ".attention.dense"},
                                                          {"layers.#.self_norm", layer + ".attention.LayerNorm"},
                                                          {"layers.#.feed.in", layer + ".ffn"},
                                                          {"layers.#.feed.out", layer + ".ffn_output"},
                                                          {"layers.#.feed_norm", layer + ".full_layer_layer_norm"},
                                                          {"top.dense", "predictions.dense"},
                                                          {"top.norm", "predictions.LayerNorm"},
                                                          {"top.scores", "predictions.decoder"},
                                                          {"top.scores.bias", "predictions.bias"},
                                                          {"top.dense", "pooler"},
                                                          {"top.scores", "classifier"}})
        row.names.push_back(name);
    for (const char* name : {"pooler.weight", "pooler.bias", "predictions.decoder.weight", "predictions.decoder.bias",
                             "predictions.bias", "sop_classifier.classifier.weight", "sop_classifier.classifier.bias"})
        row.ignored.push_back(name);
    return row;
}

} // namespace headlight
