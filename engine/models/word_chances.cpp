#include "models/word_chances.h"

#include "attention/softmax.h"

#include <algorithm>
#include <cmath>

namespace headlight {

WordChances::WordChances(const Eigen::Ref<const Vector>& scores, int count, const std::vector<int>& never)
    : m_scores(scores.data()) {
    const auto better = [&](int a, int b) { return m_scores[a] != m_scores[b] ? m_scores[a] > m_scores[b] : a < b; };
    const int words = int(scores.size()), kept = std::min(count, words);
    for (int word = 0; word < words && kept > 0; ++word) { // few words get into a short list that is in order
        if (int(m_ranked.size()) == kept && !better(word, m_ranked.back()))
            continue;
        if (std::find(never.begin(), never.end(), word) != never.end())
            continue;
        if (int(m_ranked.size()) == kept)
            m_ranked.pop_back();
        m_ranked.insert(std::upper_bound(m_ranked.begin(), m_ranked.end(), word, better), word);
    }
    const Real top = scores.maxCoeff();
    Vector powers = scores;
    exponentiate(powers.data(), powers.size(), top);
    m_logSum = double(top) + std::log(powers.cast<double>().sum());
}

TranslatedToken WordChances::token(int word, int candidates) const {
    TranslatedToken token{word, logProbability(word)};
    for (int k = 0; k < candidates && k < int(m_ranked.size()); ++k)
        token.candidates.push_back({m_ranked[std::size_t(k)], std::exp(logProbability(m_ranked[std::size_t(k)]))});
    return token;
}

} // namespace headlight
