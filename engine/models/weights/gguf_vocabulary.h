#pragma once

#include "models/weights/gguf_file.h"
#include "text/pipeline/gguf_tokenizer.h"

namespace headlight {

/// What a GGUF file says of its tokenizer. Error beginning with `where` and naming the key that has something else than
/// it is to have; what is missing stays empty, but for tokenizer.ggml.model.
GgufVocabulary readGgufVocabulary(const GgufFile& file, const std::string& where);

} // namespace headlight
