#include "tasks/task.h"

#include "autodiff/ops_loss.h"
#include "tasks/task_head.h"

namespace headlight {

void HeadTask::adopt(std::vector<Example>& examples, const Corpus&, const std::vector<std::string>&,
                     const std::function<int(int)>& number) const {
    for (Example& example : examples)
        example.label = number(example.label);
}

std::vector<Target> HeadTask::targets(const Example& example, std::size_t, const std::vector<std::string>&) const {
    return {Target(example.label)};
}

std::int64_t TaskHead::countRight(const Matrix& scores, const std::vector<Target>& targets) const {
    std::int64_t right = 0;
    for (std::size_t k = 0; k < targets.size(); ++k) {
        Index best = 0;
        scores.col(Index(k)).maxCoeff(&best);
        right += best == targets[k].label;
    }
    return right;
}

ClassAnswer classesFrom(const std::vector<std::string>& labels, const Eigen::Ref<const Vector>& scores) {
    const Matrix probabilities = softmax(scores);
    ClassAnswer answer;
    answer.labels = labels;
    for (Index k = 0; k < scores.size(); ++k) {
        answer.logits.push_back(double(scores(k)));
        answer.probabilities.push_back(double(probabilities(k, 0)));
    }
    answer.logOdds = logOddsOfOne(answer.logits);
    return answer;
}

Answer HeadTask::answer(const std::vector<std::string>& labels, const Eigen::Ref<const Matrix>& scores,
                        const TaskHead&) const {
    return classesFrom(labels, scores.col(0));
}

} // namespace headlight
