#pragma once

#include "text/tokenizer.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// The tokenizer in a folder of a published model, of the first of these that it has: tokenizer.json; vocab.txt;
/// vocab.json and merges.txt; a SentencePiece model (text/read_sentence_piece.h); tokenizer.bin, of llama2.c. What is
/// beside it, tokenizer_config.json, is followed; where that does not say which kind of tokenizer it is, `modelType`
/// does, the network's "model_type". Error that says what the folder lacks, or what in those files is wrong or not
/// supported.
std::unique_ptr<Tokenizer> readTokenizer(const std::filesystem::path& folder, std::string_view modelType = {});

/// Whether a folder has any of those files, or one that belongs to them.
bool hasTokenizer(const std::filesystem::path& folder);
/// Whether a file is called as one of those.
bool isCalledTokenizer(std::string_view name);

} // namespace headlight
