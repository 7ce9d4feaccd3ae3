#pragma once

#include "text/tokenizer.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace headlight {

/// llama2.c's tokenizer.bin: the length of the longest token, then each token's score, length and bytes, up to the
/// file's end. It is SentencePiece's BPE as a GGUF file of the model llama has it, with <s> (1) in front of texts;
/// spaces of the file stand for ▁, and the file's line feeds around <s> and </s> are left out.
///
/// Error naming the file and the token that is too long, no UTF-8, no number, or beyond the file's end. Limits: 64 MiB,
/// 2,097,152 tokens.
std::unique_ptr<Tokenizer> readLlama2cTokenizer(const std::filesystem::path& path);

/// The same for bytes in memory; `where` stands for the path in messages.
std::unique_ptr<Tokenizer> llama2cTokenizer(std::string_view bytes, const std::string& where);

} // namespace headlight
