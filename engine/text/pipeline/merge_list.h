#pragma once

#include "text/pipeline/merge_table.h"
#include "text/token_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Gathers merges as files have them, each of the next rank.
class MergeList {
public:
    /// `prefix` is that of tokens that continue a piece: it falls away where two become one. The table is referred to.
    explicit MergeList(const TokenTable& tokens, std::string prefix = {})
        : m_tokens(tokens), m_prefix(std::move(prefix)) {}

    /// Appends a merge. What is wrong with it, for a message: a token that the vocabulary does not have. Nothing is
    /// added then; empty when all is well.
    std::string add(std::string_view left, std::string_view right);
    /// The same of a line "left right". Of one with more spaces, the parts are the first whose tokens are all there.
    std::string addLine(std::string_view line);

    const std::vector<Merge>& merges() const { return m_merges; }

private:
    std::optional<Merge> mergeOf(std::string_view left, std::string_view right) const;

    const TokenTable& m_tokens;
    std::string m_prefix;
    std::vector<Merge> m_merges;
};

/// The merges that SentencePiece's scores stand for: any two tokens whose texts make a third become it, that of the
/// highest score first. Only those that `isMade` says are made so. Takes as long as the tokens have bytes together,
/// but for sorting. Scores are finite, one for each token.
std::vector<Merge> mergesOfScores(const TokenTable& tokens, const std::vector<float>& scores,
                                  const std::vector<bool>& isMade);

} // namespace headlight
