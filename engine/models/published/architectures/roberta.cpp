#include "models/published/architectures/bert_like.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Liu et al. 2019. `name` begins the words of its classes: "Roberta".
NetworkShape robertaLikeShape(const ConfigEntries& config, const std::string& name) {
    NetworkShape shape = bertLikeShape(config);
    const std::string top = topClass(config, {name + "Model", name + "ForMaskedLM", name + "ForQuestionAnswering",
                                              name + "ForTokenClassification", name + "ForSequenceClassification"});
    // Padding has an entry of its own among the positions; the first token has the next.
    shape.embeddings.firstPosition = config.count("pad_token_id", most::words, 1) + 1;
    if (shape.embeddings.mostTokens() == 0)
        config.refuse("max_position_embeddings",
                      "more than " + std::to_string(shape.embeddings.firstPosition) + ", as \"pad_token_id\" asks for");
    shape.top.denseWidth = shape.stack.width;
    if (top.ends_with("ForMaskedLM")) {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.activation = Activation::Gelu; // whatever the layers have
        shape.top.norm = shape.stack.norm;
        shape.top.tied = config.flag("tie_word_embeddings", true);
    } else if (top.ends_with("ForSequenceClassification")) {
        shape.top.kind = TopShape::Kind::Classes;
        shape.top.activation = Activation::Tanh;
        readLabels(config, shape.top);
    } else if (top.ends_with("ForTokenClassification")) {
        readTokenLabels(config, shape.top);
    }
    return shape;
}

Architecture robertaLike(const std::string& type, const std::string& title, const std::string& name,
                         NetworkShape (*shape)(const ConfigEntries&)) {
    Architecture row{type, title, shape, bertLikeEmbeddings(), {"roberta."}, bertLikeIgnored()};
    for (const TensorName& tensor : bertLikeLayers("encoder.layer.#"))
        row.names.push_back(tensor);
    for (const TensorName& tensor : std::vector<TensorName>{{"top.dense", "lm_head.dense"},
                                                            {"top.norm", "lm_head.layer_norm"},
                                                            {"top.scores", "lm_head.decoder"},
                                                            {"top.scores.bias", "lm_head.bias"},
                                                            {"top.dense", "classifier.dense"},
                                                            {"top.scores", "classifier.out_proj"},
                                                            {"top.scores", "classifier"}})
        row.names.push_back(tensor);
    for (const char* tensor :
         {"pooler.dense.weight", "pooler.dense.bias", "lm_head.decoder.weight", "lm_head.decoder.bias", "lm_head.bias"})
        row.ignored.push_back(tensor);
    row.toldClasses = {{"classifier.out_proj.weight", name + "ForSequenceClassification"},
                       {"lm_head.dense.weight", name + "ForMaskedLM"},
                       {"", name + "Model"}};
    return row;
}

} // namespace

Architecture robertaArchitecture() {
    return robertaLike("roberta", "RoBERTa", "Roberta",
                       [](const ConfigEntries& config) { return robertaLikeShape(config, "Roberta"); });
}

Architecture xlmRobertaArchitecture() {
    return robertaLike("xlm-roberta", "XLM-RoBERTa", "XLMRoberta",
                       [](const ConfigEntries& config) { return robertaLikeShape(config, "XLMRoberta"); });
}

Architecture camembertArchitecture() {
    return robertaLike("camembert", "CamemBERT", "Camembert",
                       [](const ConfigEntries& config) { return robertaLikeShape(config, "Camembert"); });
}

} // namespace headlight
