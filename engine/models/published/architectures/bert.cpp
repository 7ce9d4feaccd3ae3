#include "models/published/architectures/bert_like.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Devlin et al. 2019.
NetworkShape bertShape(const ConfigEntries& config) {
    NetworkShape shape = bertLikeShape(config);
    const std::string top =
        topClass(config, {"BertModel", "BertForMaskedLM", "BertForPreTraining", "BertForQuestionAnswering",
                          "BertForTokenClassification", "BertForSequenceClassification"});
    shape.readsPairs = shape.embeddings.types > 1;
    shape.top.denseWidth = shape.stack.width;
    if (top == "BertForMaskedLM" || top == "BertForPreTraining") {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.activation = shape.stack.activation;
        shape.top.norm = shape.stack.norm;
        shape.top.tied = config.flag("tie_word_embeddings", true);
    } else if (top == "BertForSequenceClassification") {
        shape.top.kind = TopShape::Kind::Classes;
        shape.top.activation = Activation::Tanh;
        readLabels(config, shape.top);
    } else if (top == "BertForTokenClassification") {
        readTokenLabels(config, shape.top);
    }
    return shape;
}

} // namespace

Architecture bertArchitecture() {
    Architecture row{"bert", "BERT", bertShape, bertLikeEmbeddings(), {"bert."}, bertLikeIgnored()};
    for (const TensorName& name : bertLikeLayers("encoder.layer.#"))
        row.names.push_back(name);
    for (const TensorName& name : std::vector<TensorName>{{"top.dense", "cls.predictions.transform.dense"},
                                                          {"top.norm", "cls.predictions.transform.LayerNorm"},
                                                          {"top.scores", "cls.predictions.decoder"},
                                                          {"top.scores.bias", "cls.predictions.bias"},
                                                          {"top.dense", "pooler.dense"},
                                                          {"top.scores", "classifier"}})
        row.names.push_back(name);
    for (const char* name :
         {"pooler.dense.weight", "pooler.dense.bias", "cls.predictions.decoder.weight", "cls.predictions.decoder.bias",
          "cls.predictions.bias", "cls.seq_relationship.weight", "cls.seq_relationship.bias"})
        row.ignored.push_back(name);
    row.toldClasses = {{"classifier.weight", "BertForSequenceClassification"},
                       {"cls.predictions.transform.dense.weight", "BertForMaskedLM"},
                       {"", "BertModel"}};
    return row;
}

} // namespace headlight
