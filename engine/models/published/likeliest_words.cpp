#include "models/published/likeliest_words.h"

#include "autodiff/ops_loss.h"

#include <algorithm>
#include <numeric>

namespace headlight {

namespace {

constexpr std::size_t mostCandidates = 10; ///< that are told of a place

} // namespace

ClassAnswer likeliestWords(const Tokenizer& tokenizer, const Eigen::Ref<const Vector>& scores,
                           std::optional<int> kept) {
    // A model's vocabulary may be padded: entries that no token has are no candidates.
    std::vector<int> order(std::size_t(std::min<Index>(Index(tokenizer.size()), scores.size())));
    std::iota(order.begin(), order.end(), 0);
    const std::size_t count = std::min(mostCandidates, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(),
                      [&](int a, int b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
    const bool isKept = kept && *kept >= 0 && std::size_t(*kept) < order.size();
    order.resize(count);
    if (isKept && std::find(order.begin(), order.end(), *kept) == order.end())
        order.push_back(*kept);
    ClassAnswer answer;
    const Matrix shares = softmax(scores);
    const std::vector<double> odds = logOddsOfOne({scores.data(), scores.data() + scores.size()});
    for (const int id : order) {
        answer.labels.push_back(tokenizer.token(id));
        answer.logits.push_back(double(scores[id]));
        answer.probabilities.push_back(double(shares(id, 0)));
        answer.logOdds.push_back(odds[std::size_t(id)]);
    }
    return answer;
}

} // namespace headlight
