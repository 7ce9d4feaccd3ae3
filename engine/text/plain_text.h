#pragma once

#include "text/unicode.h"

namespace headlight {

/// A text in one spelling of its punctuation: curly quotes are straight, “…” is "..." and a dash "--". White space is
/// left out, the pieces between it are told apart.
class PlainText {
public:
    explicit PlainText(std::string_view utf8);

    std::size_t pieces() const { return m_ends.size(); }
    std::u32string_view piece(std::size_t i) const;
    /// The bytes that a part of a piece, which is not empty, was typed as.
    ByteSpan spanOf(std::u32string_view part) const;

private:
    void add(char32_t c, ByteSpan span);
    void endPiece();

    SpannedText m_text;
    std::vector<std::size_t> m_ends; ///< of the pieces; each begins where the one before it ends
};

} // namespace headlight
