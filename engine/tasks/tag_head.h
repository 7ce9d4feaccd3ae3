#pragma once

#include "tasks/classifier_options.h"
#include "tasks/hidden_layer.h"
#include "tasks/task_head.h"
#include "tasks/viterbi.h"

#include <vector>

namespace headlight {

/// Hidden layer, if wanted, → classes, of each token; and what a conditional random field makes of them, if wanted.
class TagHead final : public TaskHead {
public:
    /// Error when there are too many classes for a conditional random field.
    TagHead(const ClassifierOptions& options, const Builder& builder, Index width, Index classes, Decoding decoding);

    Var scores(Context& context, Var tokens) const override;
    Var loss(Context& context, Var scores, const std::vector<Target>& targets, Real weight) const override;

    /// The labels of a sentence by its scores: the likeliest ones that the rules allow, or with Decoding::Argmax, if
    /// there is no conditional random field, each token's likeliest.
    std::vector<int> best(const Eigen::Ref<const Matrix>& scores, const TagRules& rules) const;
    /// Of a sentence, scores whose softmax are the probabilities of a token's labels.
    Matrix logProbabilities(const Eigen::Ref<const Matrix>& scores) const;

private:
    double m_keep;
    HiddenLayer m_hidden;
    Linear m_output;
    Decoding m_decoding;
    const Parameter* m_transitions = nullptr; ///< with a conditional random field
};

} // namespace headlight
