#include "models/published/architectures/bert_like.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Clark et al. 2020: a generator that fills masks, or a discriminator that finds which tokens were put in their place.
NetworkShape electraShape(const ConfigEntries& config) {
    NetworkShape shape = bertLikeShape(config);
    const StackShape& stack = shape.stack;
    shape.embeddings.width = config.size("embedding_size", most::width, 128);
    shape.embeddings.mapped = shape.embeddings.width != stack.width;
    shape.readsPairs = shape.embeddings.types > 1;
    const std::string top =
        topClass(config, {"ElectraModel", "ElectraForMaskedLM", "ElectraForPreTraining", "ElectraForQuestionAnswering",
                          "ElectraForTokenClassification", "ElectraForSequenceClassification"});
    shape.top.denseWidth = stack.width;
    shape.top.activation = Activation::Gelu; // of generator and classifier, whatever the layers have
    if (top == "ElectraForMaskedLM") {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.denseWidth = shape.embeddings.width;
        shape.top.norm = stack.norm;
        shape.top.tied = config.flag("tie_word_embeddings", true);
    } else if (top == "ElectraForPreTraining") {
        shape.top.kind = TopShape::Kind::TokenClasses;
        shape.top.activation = stack.activation;
        shape.top.labels = {"replaced"};
        shape.top.problem = TopShape::Problem::EachLabel;
    } else if (top == "ElectraForSequenceClassification") {
        shape.top.kind = TopShape::Kind::Classes;
        readLabels(config, shape.top);
    } else if (top == "ElectraForTokenClassification") {
        readTokenLabels(config, shape.top);
    }
    return shape;
}

} // namespace

Architecture electraArchitecture() {
    Architecture row{"electra", "ELECTRA", electraShape, bertLikeEmbeddings(), {"electra."}, bertLikeIgnored()};
    for (const TensorName& name : bertLikeLayers("encoder.layer.#"))
        row.names.push_back(name);
    for (const TensorName& name : std::vector<TensorName>{{"embeddings.map", "embeddings_project"},
                                                          {"top.dense", "generator_predictions.dense"},
                                                          {"top.norm", "generator_predictions.LayerNorm"},
                                                          {"top.scores", "generator_lm_head"},
                                                          {"top.dense", "discriminator_predictions.dense"},
                                                          {"top.scores", "discriminator_predictions.dense_prediction"},
                                                          {"top.dense", "classifier.dense"},
                                                          {"top.scores", "classifier.out_proj"},
                                                          {"top.scores", "classifier"}})
        row.names.push_back(name);
    row.ignored.push_back("generator_lm_head.weight");
    return row;
}

} // namespace headlight
