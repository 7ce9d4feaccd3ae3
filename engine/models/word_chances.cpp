#include "models/word_chances.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

WordChances::WordChances(const Eigen::Ref<const Vector>& scores, int count)
    : m_scores(scores), m_ranked(std::size_t(scores.size())) {
    std::iota(m_ranked.begin(), m_ranked.end(), 0);
    const auto kept = m_ranked.begin() + std::min<std::ptrdiff_t>(count, scores.size());
    std::partial_sort(m_ranked.begin(), kept, m_ranked.end(),
                      [&](int a, int b) { return m_scores(a) != m_scores(b) ? m_scores(a) > m_scores(b) : a < b; });
    m_ranked.erase(kept, m_ranked.end());
    const double top = double(m_scores.maxCoeff());
    m_logSum = top + std::log((m_scores.cast<double>().array() - top).exp().sum());
}

TranslatedToken WordChances::token(int word, int candidates) const {
    TranslatedToken token{word, logProbability(word)};
    for (int k = 0; k < candidates && k < int(m_ranked.size()); ++k)
        token.candidates.push_back({m_ranked[std::size_t(k)], std::exp(logProbability(m_ranked[std::size_t(k)]))});
    return token;
}

} // namespace headlight
