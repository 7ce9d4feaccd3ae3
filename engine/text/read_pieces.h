#pragma once

#include "results/token.h"
#include "results/token_display.h"

#include <string>
#include <vector>

namespace headlight {

/// What a person reads of the tokens of a sequence: spaces and byte letters decoded (Ġ, ▁, <0x0A>), and without what
/// says that a piece continues a word, or does not end it (##, @@, </w>).
///
/// Words are those that the tokenizer counts (Token::word). Of tokens that come without, from a file of maps, a piece
/// continues a word where it or the one before says so; where some tokens begin with a space (Ġ, ▁), all that don't.
/// Marks, and what the vocabulary does not have, stay as they are.
class ReadPieces {
public:
    explicit ReadPieces(const Sequence& sequence);

    /// It is a piece of the same word as the token before.
    bool continues(std::size_t token) const { return m_continues[token]; }
    /// "the", "·ing", "␣", "⏎"; bytes that are no character by themselves as "<0xF0>".
    std::string pretty(std::size_t token) const;
    /// The pieces of a word together: "playing".
    std::string joined(const TokenGroup& word) const;

private:
    std::vector<std::string> m_bytes; ///< that are read, with the space in front
    std::vector<bool> m_isWhole;      ///< a mark, or unknown
    std::vector<bool> m_continues;
};

/// Whether its tokens are pieces that say so (##, @@, </w>, ▁, byte letters), or some are marks of the model's own: of
/// whole words there is nothing to decode, and nothing to hide.
bool hasPieces(const Sequence& sequence);

/// What stands in place of the tokens of a sequence, in order: single ones, or the words; without the model's own
/// marks where these are hidden. Where nothing else is left, the marks stay.
std::vector<TokenGroup> groupsOf(const Sequence& sequence, const TokenDisplay& display);

/// The sequence as it is displayed, a token for each of groupsOf(). A word is known if all of its pieces are, and left
/// out if all are.
Sequence displayed(const Sequence& sequence, const TokenDisplay& display);

/// What is read of tokens that the same vocabulary offers for a place of the text, each as if it stood behind a word:
/// "the" of "▁the", "·ing" of "ing" and of "##ing". Marks stay as they are.
std::vector<std::string> prettyOf(const Sequence& text, const std::vector<std::string>& pieces);

} // namespace headlight
