#pragma once

#include "text/tokenizer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a GGUF file says of its tokenizer, under the keys tokenizer.ggml.*; nothing of it is checked yet.
struct GgufVocabulary {
    std::string model;               ///< gpt2, llama or bert
    std::string pre;                 ///< how texts are cut before a gpt2 one; empty: not said
    std::vector<std::string> tokens; ///< may be no UTF-8
    std::vector<float> scores;       ///< of each token, or none at all
    std::vector<int> types;          ///< the same: 1 normal, 2 unknown, 3 control, 4 user's own, 5 unused, 6 byte
    std::vector<std::string> merges; ///< "left right"
    /// Ids of marks.
    std::optional<int> bos, eos, unknown, separator, cls;
    std::optional<bool> addBos, addEos; ///< whether texts have them around them
    std::optional<bool> addSpacePrefix; ///< whether a space is put in front of a text, of llama
};

/// The tokenizer in a GGUF file: of the model gpt2 byte-level BPE, of llama SentencePiece's BPE by scores with bytes
/// for what it has no token for and a space in front of texts, of bert WordPiece in lower case. Typed text is searched
/// for control tokens and the user's own ones.
///
/// How texts are cut before a gpt2 model is told by a name (`pre`), of which those of widely used models are known:
/// gpt-2, llama-bpe (3), qwen2, falcon, starcoder, command-r, deepseek, gpt-4o, tekken, bloom and those that cut alike.
///
/// Error beginning with `where` and naming the key that is wrong: another model or cut, tokens that are too long or no
/// UTF-8, a merge of tokens that are none, a score that is no number, an id that is none.
std::unique_ptr<Tokenizer> ggufTokenizer(const GgufVocabulary& vocabulary, const std::string& where);

} // namespace headlight
