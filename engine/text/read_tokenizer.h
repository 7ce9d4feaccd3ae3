#pragma once

#include "text/tokenizer.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// The tokenizer in a folder of a published model: of its tokenizer.json, or where there is none of its vocab.txt with
/// tokenizer_config.json. Error that says what the folder lacks, or what in those files is wrong or not supported.
std::unique_ptr<Tokenizer> readTokenizer(const std::filesystem::path& folder);

} // namespace headlight
