#pragma once

#include "core/matrix.h"

#include <vector>

namespace headlight {

struct TokenCandidate {
    int token = 0;
    double probability = 0;
};

struct TranslatedToken {
    int token = 0;
    double logProbability = 0;                   ///< natural, given the source and the tokens before
    std::vector<TokenCandidate> candidates = {}; ///< likeliest first; the token itself need not be one of them
};

/// The likeliest words of one place of a translation, and how likely any word is.
class WordChances {
public:
    /// Of the scores of all words, which must live as long, the `count` likeliest without those of `never`.
    WordChances(const Eigen::Ref<const Vector>& scores, int count, const std::vector<int>& never = {});

    const std::vector<int>& ranked() const { return m_ranked; }
    double logProbability(int word) const { return double(m_scores[word]) - m_logSum; }
    /// The word, with the likeliest ones.
    TranslatedToken token(int word, int candidates) const;

private:
    const Real* m_scores;
    std::vector<int> m_ranked;
    double m_logSum = 0;
};

} // namespace headlight
