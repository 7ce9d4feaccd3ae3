#pragma once

#include <filesystem>
#include <string>

namespace headlight {

/// Tells one model folder from another, and from itself after another training: 16 hexadecimal digits over the names,
/// sizes and contents of config.json, the files of the tokenizer (isCalledTokenizer(), CTranslate2's vocabularies) and
/// those of weights (isCalledWeights()). Of a file of more than 1 MB the first and the last 64 KB and 64 pieces of 4 KB
/// between them are read, so that a model of any size takes milliseconds; a change of a few numbers alone may go
/// unseen. It protects against mistakes, not against intent (core/hash.h). Empty where there is no such folder, or one
/// can't read it.
std::string modelFilesHash(const std::filesystem::path& folder);

} // namespace headlight
