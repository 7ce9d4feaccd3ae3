#include "models/published/likeliest_words.h"

#include "autodiff/ops_loss.h"

#include <algorithm>
#include <numeric>

namespace headlight {

namespace {

constexpr std::size_t mostCandidates = 10; ///< that are told of a place

} // namespace

ClassAnswer likeliestWords(const Tokenizer& tokenizer, const Eigen::Ref<const Vector>& scores) {
    // A model's vocabulary may be padded: entries that no token has are no candidates.
    std::vector<int> order(std::size_t(std::min<Index>(Index(tokenizer.size()), scores.size())));
    std::iota(order.begin(), order.end(), 0);
    const std::size_t count = std::min(mostCandidates, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(),
                      [&](int a, int b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
    ClassAnswer answer;
    const Matrix shares = softmax(scores);
    const std::vector<double> odds = logOddsOfOne({scores.data(), scores.data() + scores.size()});
    for (std::size_t k = 0; k < count; ++k) {
        answer.labels.push_back(tokenizer.token(order[k]));
        answer.logits.push_back(double(scores[order[k]]));
        answer.probabilities.push_back(double(shares(order[k], 0)));
        answer.logOdds.push_back(odds[std::size_t(order[k])]);
    }
    return answer;
}

} // namespace headlight
