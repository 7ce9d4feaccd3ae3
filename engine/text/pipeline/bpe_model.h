#pragma once

#include "text/pipeline/byte_tokens.h"
#include "text/pipeline/merge_table.h"
#include "text/pipeline/piece_model.h"
#include "text/pipeline/piece_trie.h"
#include "text/token_table.h"

#include <array>
#include <string>
#include <unordered_map>

namespace headlight {

struct BpeOptions {
    std::optional<int> unknown; ///< for a character that is no token; without it such a one is left out
    bool fuseUnknown = false;   ///< several of them in a row are one token
    bool byteFallback = false;  ///< such a character becomes the tokens of its bytes, where there are all of these
    bool ignoreMerges = false;  ///< a piece that is a token as a whole is that token
    std::string prefix;         ///< of tokens that continue a piece
    std::string suffix;         ///< of tokens that end a piece
};

/// Byte-pair encoding: a piece begins as its characters, and merges make longer tokens of two neighbours, that of the
/// lowest rank first, of several the leftmost. It takes n log n of the piece's length, whatever the merges are: each
/// makes one token of two.
class BpeModel final : public PieceModel {
public:
    /// The merges name tokens of the table.
    BpeModel(const TokenTable& tokens, const std::vector<Merge>& merges, BpeOptions options);

    void cut(std::u32string_view piece, std::vector<PieceToken>& tokens) const override;
    std::optional<int> unknown() const override { return m_options.unknown; }

private:
    struct Symbol;
    void cutStretch(std::u32string_view piece, std::size_t begin, std::size_t end,
                    std::vector<PieceToken>& tokens) const;
    std::vector<Symbol> symbols(std::u32string_view piece, std::size_t begin, std::size_t end) const;
    void mergeAll(std::vector<Symbol>& symbols) const;
    int characterId(char32_t c, bool isFirst, bool isLast) const;

    BpeOptions m_options;
    /// Tokens of one character: alone, with the prefix, with the suffix, with both.
    std::array<std::unordered_map<char32_t, int>, 4> m_characters;
    std::array<int, 0x180> m_usual; ///< those of the most usual characters alone
    ByteTokens m_bytes;
    PieceTrie m_whole; ///< all tokens, for `ignoreMerges`
    MergeTable m_merges;
};

} // namespace headlight
