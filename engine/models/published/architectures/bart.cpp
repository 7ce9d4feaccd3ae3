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
    topClass(config, {"BartForConditionalGeneration"});
    config.mustBe("tie_word_embeddings", true);
    shape.top.kind = TopShape::Kind::Words;
    return shape;
}

} // namespace

Architecture bartArchitecture() {
    return {"bart", "BART", bartShape, bartLikeNames(), {"model."}, bartLikeIgnored()};
}

} // namespace headlight
