#pragma once

#include "text/pipeline/byte_tokens.h"
#include "text/pipeline/piece_model.h"
#include "text/pipeline/piece_trie.h"
#include "text/token_table.h"

#include <vector>

namespace headlight {

struct UnigramOptions {
    std::optional<int> unknown; ///< for characters that no token has; without it they are left out
    bool byteFallback = false;  ///< such characters become the tokens of their bytes, where there are all of these
};

/// SentencePiece's language model of single tokens: of all ways to make a piece of tokens, that whose scores have the
/// highest sum (Viterbi). It takes the piece's length times that of the longest token.
class UnigramModel final : public PieceModel {
public:
    /// One finite score for each token.
    UnigramModel(const TokenTable& tokens, std::vector<double> scores, UnigramOptions options);

    void cut(std::u32string_view piece, std::vector<PieceToken>& tokens) const override;
    std::optional<int> unknown() const override { return m_options.unknown; }

private:
    /// The best way up to a place of the text's bytes.
    struct Way {
        double score = 0;
        std::size_t begin = 0; ///< of its last token
        int id = PieceTrie::none;
        bool isReached = false;
    };
    std::vector<Way> bestWays(std::string_view bytes) const;
    void addUnknown(std::string_view text, std::size_t begin, std::size_t end, std::vector<PieceToken>& tokens) const;

    UnigramOptions m_options;
    std::vector<double> m_scores;
    double m_unknownScore = 0;
    PieceTrie m_pieces;
    ByteTokens m_bytes;
};

} // namespace headlight
