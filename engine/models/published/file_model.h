#pragma once

#include "models/published/published_model.h"

namespace headlight {

/// Whether a file is of a format that has a whole model: GGUF, or llama2.c's.
bool isPublishedFile(const std::filesystem::path& file);

/// The model of a file for which isPublishedFile() holds. GGUF has its tokenizer; of llama2.c's it is beside the file:
/// tokenizer.bin, or tok512.bin by the number of its tokens. Error naming file and key or tensor for what is missing,
/// wrong or of another kind.
std::unique_ptr<PublishedModel> openPublishedFile(const std::filesystem::path& file, Values values = Values::Stored);

} // namespace headlight
