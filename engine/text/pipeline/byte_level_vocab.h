#pragma once

#include "text/tokenizer.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// The vocab.json and merges.txt of GPT-2 and RoBERTa in a folder, with its tokenizer_config.json and added_tokens.json
/// where there are any. Which of the two it is says tokenizer_class, else whether the vocabulary has <s>, </s> and
/// <mask>. GPT-2 reads texts without marks, with add_bos_token behind the bos_token; RoBERTa <s> a </s> and
/// <s> a </s></s> b </s>, by the names of the configuration.
///
/// Error naming file and line of a merge that is wrong, or the entry that is wrong or another tokenizer's.
std::unique_ptr<Tokenizer> readByteLevelVocabulary(const std::filesystem::path& folder);

} // namespace headlight
