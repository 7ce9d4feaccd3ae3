#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a published network computes on its way from ids of tokens to scores.
enum class PassPart {
    Logits,              ///< [tokens, vocabulary or labels]; of classes of a whole text [labels]
    HiddenStates,        ///< [layers + 1, tokens, width]
    Attentions,          ///< [layers, heads, queries, keys]
    DecoderHiddenStates, ///< as above, of the decoder, whose logits those of a network that has one are
    DecoderAttentions,
    CrossAttentions
};

const std::vector<PassPart>& passParts();
std::string nameOf(PassPart part); ///< as files have it: "hidden_states"
/// The way back; none for a word that nameOf() never gives.
std::optional<PassPart> passPartNamed(std::string_view name);
bool areStates(PassPart part); ///< of a stack, not of one of its layers: one is before the first
bool isOfDecoder(PassPart part);

/// What goes into a network.
struct NetworkInput {
    std::string where;                ///< for messages
    std::vector<int> ids;             ///< at least one
    std::vector<int> types = {};      ///< which text each is of; empty: the first
    std::vector<int> decoderIds = {}; ///< what the decoder reads, its begin mark first; empty: it reads nothing
};

/// A part as one array.
struct PassArray {
    PassPart part = PassPart::Logits;
    std::vector<std::int64_t> shape;
};

} // namespace headlight
