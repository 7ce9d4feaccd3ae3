#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

/// A token, and the characters of its piece that it was made of.
struct PieceToken {
    int id = 0;
    std::size_t begin = 0, end = 0;
};

/// Makes tokens of one piece of a text. It never changes, so several threads may use it at once.
class PieceModel {
public:
    virtual ~PieceModel() = default;
    /// Appends the tokens of the piece, in order. What the vocabulary has nothing for becomes the unknown token, or is
    /// left out where there is none.
    virtual void cut(std::u32string_view piece, std::vector<PieceToken>& tokens) const = 0;
    /// The token that stands for what the vocabulary does not have.
    virtual std::optional<int> unknown() const = 0;
};

/// Where a part of the piece that begins at `begin` is to end, so that a model whose memory grows with the piece takes
/// little of it: at the end, or where that is more than 65,536 characters away before a space near there. No word is as
/// long; of a text that is one piece, a border between two words is as good.
std::size_t stretchEnd(std::u32string_view piece, std::size_t begin);

} // namespace headlight
