#pragma once

#include "text/sentence_piece.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace headlight {

/// Which texts of a translation a tokenizer is for. Marian's models have a file for each.
enum class TranslationSide { Source, Target };

/// The tokenizer in a folder of a published network: of its SentencePiece model (spiece.model, tokenizer.model,
/// spm.model, sentencepiece.bpe.model, source.spm and target.spm) and what tokenizer_config.json,
/// special_tokens_map.json, added_tokens.json and vocab.json say. What these leave open is told by the row of
/// sentencePieceClasses() for "tokenizer_class" or, where none is named, for `modelType`, the network's "model_type".
///
/// Error that says what the folder lacks, or what in those files is wrong or not supported. Models are at most 64 MiB.
std::unique_ptr<SentencePieceTokenizer> readSentencePiece(const std::filesystem::path& folder,
                                                          std::string_view modelType = {},
                                                          TranslationSide side = TranslationSide::Source);

/// The tokenizer of a model's file alone: ids are those of its pieces, and no marks stand around texts.
std::unique_ptr<SentencePieceTokenizer> readSentencePieceFile(const std::filesystem::path& file);

} // namespace headlight
