#pragma once

#include "results/index.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// Which stack of layers a head belongs to.
enum class Stack { Encoder, Decoder };

/// What a head's map shows of its layer. Gates and sensitivities are numbers by themselves; the others are attention:
/// weights of a softmax over the keys.
enum class MapPart {
    Self,       ///< tokens look at the tokens of their own sequence
    Cross,      ///< at those of another one
    Blocks,     ///< runs of tokens at runs of tokens
    Groups,     ///< each token weighs several sources of information
    Gate,       ///< one row: how far a gate is open, 0 … 1
    Pooling,    ///< one row: the sentence looks at its tokens
    Sensitivity ///< how much what an encoder gives for the query changes with the key
};

bool isAttention(MapPart part);
/// Whether a map has a row for each query, not just one.
bool hasQueries(MapPart part);
/// Rows and columns are tokens, or runs of them: the map grows with the square of the text.
bool isOfPairs(MapPart part);

/// Whose tokens the keys are, where the queries are those of this one of the sequences that a model reads: cross
/// attention looks at the first, the source.
inline int keySequenceOf(MapPart part, int querySequence) {
    return part == MapPart::Cross ? 0 : querySequence;
}

std::string partName(MapPart part); ///< as an address has it: "self", "cross", "blocks" …
/// "token-to-token", "source-to-token", "block-to-block", "token-to-group", "gate", "sensitivity": the words of
/// exported documents.
std::string kindName(MapPart part);

/// Where a model's head is. Layers, and the heads of each part of a layer, count from 0.
struct MapAddress {
    Stack stack = Stack::Encoder;
    int layer = 0;
    MapPart part = MapPart::Self;
    int head = 0;

    /// "0.1", "0.gate.1", "1.pooling.0", "dec.3.cross.5": the encoder and self attention are not named.
    std::string text() const;
    /// The way back, also of texts that name encoder ("enc") and "self"; none for anything else.
    static std::optional<MapAddress> parse(std::string_view text);
    auto operator<=>(const MapAddress&) const = default;
};

} // namespace headlight
