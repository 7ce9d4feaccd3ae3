#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What an array is, by its name in a file.
struct GivenRole {
    enum class Stack { Main, Encoder, Decoder, Cross };
    enum class What { Numbers, Visible, Hidden };
    Stack stack = Stack::Main;
    What what = What::Numbers;
    std::optional<int> layer = {}; ///< none: all layers
    bool isScores = false;         ///< its name says so
};

/// "attention", "encoder_attentions", "cross-attention-scores", "decoder_layer_3", "arr_0", "visible",
/// "layer_0_visible": none for a name of something else.
std::optional<GivenRole> givenRole(const std::string& name);

/// Tokens of queries and keys. Where both are the same, only `all`.
struct GivenTokens {
    std::optional<std::vector<std::string>> all = {}, queries = {}, keys = {};

    /// The place for texts with that name: "tokens", "left_tokens", "source" …; null for a name of something else.
    std::optional<std::vector<std::string>>* placeOf(const std::string& name);
};

/// Whether a name means which of two texts each token is of: "segments", "token_type_ids".
bool areGivenSegments(const std::string& name);

} // namespace headlight
