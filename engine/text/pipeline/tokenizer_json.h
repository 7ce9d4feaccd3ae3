#pragma once

#include "text/tokenizer.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// A tokenizer.json of Hugging Face, of any model, normalizer, pre-tokenizer, post-processor and decoder that
/// piece_models.h, normalizers.h, pre_tokenizers.h, text_template.h and decoders.h of this folder name, each of which
/// may be missing but the model. Of a WordPiece model the pre-tokenizer is needed, and without a decoder it has that of
/// its kind. Lengths to cut or pad texts to are left to the model; "dropout", which is for training, is not done. Of a
/// tokenizer_config.json beside it clean_up_tokenization_spaces is read, of WordPiece the decoder's "cleanup" instead.
///
/// Error naming the entry that is of another kind, is missing or wrong: token and id for those of the vocabulary, which
/// are at most 2,097,152, each once and of at most 1,000 bytes. Ids may have gaps, but for WordPiece; none is beyond
/// twice their count and 1,000. The file has at most 32 MiB.
std::unique_ptr<Tokenizer> readTokenizerJson(const std::filesystem::path& path);

} // namespace headlight
