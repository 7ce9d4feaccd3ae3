#include "models/published/class_answer.h"

#include "autodiff/ops_loss.h"
#include "models/published/text_pass.h"

#include <cmath>

namespace headlight {

namespace {

double sigmoid(double logit) {
    return 1 / (1 + std::exp(-logit));
}

} // namespace

ClassAnswer classesBy(const Eigen::Ref<const Matrix>& scores, const TopShape& top) {
    ClassAnswer answer;
    answer.labels = top.labels;
    const bool together = top.problem != TopShape::Problem::EachLabel;
    const Matrix shares = softmax(scores);
    for (Index label = 0; label < scores.rows(); ++label) {
        const double logit = double(scores(label, 0));
        answer.logits.push_back(logit);
        answer.probabilities.push_back(together ? double(shares(label, 0)) : sigmoid(logit));
    }
    // Classes that don't exclude each other have a probability each, whose log-odds the logit is.
    answer.logOdds = together ? logOddsOfOne(answer.logits) : answer.logits;
    return answer;
}

Answer classAnswer(const PublishedNetwork& network, Context& context, Var last) {
    const TopShape& top = network.shape().top;
    const Var scores = network.classScores(context, last);
    checkFinite(scores.value(), "its scores");
    if (top.problem == TopShape::Problem::Number)
        return ScoreAnswer{double(scores.value()(0, 0)), {}};
    return classesBy(scores.value(), top);
}

} // namespace headlight
