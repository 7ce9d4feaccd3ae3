#pragma once

#include "core/json_entry.h"

#include <filesystem>
#include <string>

namespace headlight {

/// The tokenizer_config.json of a folder; an empty object where there is none. Error where it is no object, with file
/// and place. What it says of each added token is left out: the vocabulary has them.
nlohmann::ordered_json readTokenizerSettings(const std::filesystem::path& folder, std::string& where);

/// The name of a token, which is a text, or an object that says more of it; `otherwise` where there is none.
std::string tokenNameIn(const JsonEntry& settings, const char* name, const char* otherwise);

/// The class that a model's tokenizer has in Hugging Face's library, without "Fast"; `otherwise` where none is named.
std::string tokenizerClassIn(const JsonEntry& settings, const char* otherwise);

} // namespace headlight
