#pragma once

#include "text/word_piece.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// A tokenizer.json of Hugging Face whose model is WordPiece: the normalizer BertNormalizer or none, the pre-tokenizer
/// BertPreTokenizer, the post-processor TemplateProcessing, BertProcessing or none, the decoder WordPiece or none
/// (which is taken for it), and added tokens. Lengths to cut or pad texts to are left to the model.
///
/// Error naming the entry that is of another kind, is missing or wrong: token and id for those of the vocabulary, which
/// are at most 2,097,152, each once and of at most 1,000 bytes.
std::unique_ptr<WordPieceTokenizer> readWordPieceJson(const std::filesystem::path& path);

} // namespace headlight
