#pragma once

#include "text/pipeline/pre_tokenizer.h"

#include <memory>
#include <string>

namespace headlight {

/// How a text is cut before a gpt2 model of a GGUF file.
struct GgufCut {
    std::unique_ptr<PreTokenizer> preTokenizer;
    bool ignoresMerges = false; ///< a piece that is a token is that one, whatever merges make of it
    bool addsBos = false;       ///< where the file does not say whether
};

/// By the name in tokenizer.ggml.pre; empty stands for "default". Error beginning with `where` for a name that is not
/// known.
GgufCut ggufCut(const std::string& name, const std::string& where);

} // namespace headlight
