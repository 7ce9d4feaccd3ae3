#pragma once

#include "results/image.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// What a model reads as one, and where it stands in the text that was typed.
struct Token {
    std::string text; ///< as the model has it: "quiet", "##ly", "[CLS]"; of what it does not know as it was typed
    int id = 0;       ///< in the model's vocabulary
    std::size_t begin = 0, end = 0; ///< bytes of the typed UTF-8 text; alike where it stands for none of it
    /// That it is a piece of, counted in its text from 0, or the patch of an image, row by row; −1: of none.
    int word = -1;
    int input = 0;            ///< which of the typed texts it is from
    bool known = true;        ///< false: in place of what the vocabulary does not have
    bool special = false;     ///< a mark of the model's own: [CLS], [SEP]
    bool leftOut = false;     ///< by the user: it is shown, but not read
    bool isPredicate = false; ///< what a model of roles is asked about
    bool operator==(const Token&) const = default;
};

/// What was typed for the token, of the texts that were; its own text where nothing was.
inline std::string typedText(const Token& token, const std::vector<std::string>& texts) {
    const bool stands = token.begin < token.end && std::size_t(token.input) < texts.size() &&
                        token.end <= texts[std::size_t(token.input)].size();
    return stands ? texts[std::size_t(token.input)].substr(token.begin, token.end - token.begin) : token.text;
}

/// Tokens that a model reads side by side: its rows and columns of a map.
struct Sequence {
    std::string name; ///< for people: "sentence", "first", "target"
    std::vector<Token> tokens;
    std::size_t leftOut = 0; ///< tokens of the text behind those, which the model does not read
    /// A translation, which the model writes: these are how it begins. They can't be left out.
    bool isTarget = false;
    bool isComplete = false;  ///< of a translation: nothing is written behind these tokens
    bool isReadAgain = false; ///< no translation, but the first sequence as a decoder reads it (BART's classifiers)
    std::shared_ptr<const PatchedImage> image = {}; ///< whose patches the tokens are; null: they are of a text
};

/// Whether there is such a token, or may be once the model has written it.
inline bool mayHold(const Sequence& sequence, std::size_t token) {
    return token < sequence.tokens.size() || (sequence.isTarget && !sequence.isComplete);
}

} // namespace headlight
