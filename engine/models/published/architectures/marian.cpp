#include "models/published/architectures/bart_like.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Junczys-Dowmunt et al. 2018; the translation models called OPUS-MT.
NetworkShape marianShape(const ConfigEntries& config) {
    NetworkShape shape = bartLikeShape(config);
    DecoderShape& decoder = *shape.decoder;
    decoder.sharesWords = config.flag("share_encoder_decoder_embeddings", true);
    if (!decoder.sharesWords)
        decoder.embeddings.vocabulary = config.size("decoder_vocab_size", most::words);
    if (shape.stack.width % 2 != 0)
        config.refuse("d_model", "an even number");
    for (EmbeddingShape* embeddings : {&shape.embeddings, &decoder.embeddings})
        embeddings->waves = double(embeddings->width) / 2;
    const Index words = decoder.embeddings.vocabulary;
    decoder.begin = config.id("decoder_start_token_id", words);
    decoder.end = config.id("eos_token_id", words, 0);
    decoder.never = {config.id("pad_token_id", words, decoder.begin)};
    config.mustBe("normalize_embedding", false);
    config.mustBe("tie_word_embeddings", true);
    topClass(config, {"MarianMTModel"});
    shape.top.kind = TopShape::Kind::Words;
    return shape;
}

} // namespace

Architecture marianArchitecture() {
    std::vector<std::string> ignored = bartLikeIgnored();
    for (const char* side : {"encoder", "decoder"}) // what is computed here
        ignored.push_back(std::string(side) + ".embed_positions.weight");
    return {"marian", "Marian", marianShape, bartLikeNames(), {"model."}, std::move(ignored)};
}

} // namespace headlight
