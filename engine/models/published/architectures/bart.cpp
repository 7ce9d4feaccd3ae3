#include "models/published/architectures/bart_like.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Lewis et al. 2020.
NetworkShape bartShape(const ConfigEntries& config) {
    NetworkShape shape = bartLikeShape(config);
    DecoderShape& decoder = *shape.decoder;
    for (EmbeddingShape* embeddings : {&shape.embeddings, &decoder.embeddings}) {
        embeddings->firstPosition = 2; // the first rows are of paddings that have none
        embeddings->positions += embeddings->firstPosition;
        embeddings->norm = shape.stack.norm;
    }
    decoder.begin = config.id("decoder_start_token_id", shape.embeddings.vocabulary, 2);
    decoder.end = config.id("eos_token_id", shape.embeddings.vocabulary, 2);
    config.mustBe("tie_word_embeddings", true);
    const std::string top =
        topClass(config, {"BartModel", "BartForConditionalGeneration", "BartForSequenceClassification"});
    if (top != "BartForSequenceClassification") { // a saved body writes, too: by the words' own vectors
        shape.top.kind = TopShape::Kind::Words;
        shape.top.bias = top != "BartModel";
        return shape;
    }
    shape.readsPairs = true; // their tokenizer has marks between the texts
    shape.top.kind = TopShape::Kind::Classes;
    shape.top.pool = TopShape::Pool::Last;
    shape.top.denseWidth = decoder.stack.width;
    shape.top.activation = Activation::Tanh;
    readLabels(config, shape.top);
    return shape;
}

} // namespace

Architecture bartArchitecture() {
    Architecture row{"bart", "BART", bartShape, bartLikeNames(), {"model."}, bartLikeIgnored()};
    row.names.push_back({.own = "top.dense", .theirs = "classification_head.dense", .isWhole = true});
    row.names.push_back({.own = "top.scores", .theirs = "classification_head.out_proj", .isWhole = true});
    return row;
}

} // namespace headlight
