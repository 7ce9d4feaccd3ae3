#include "tasks/tag_head.h"

#include "core/error.h"
#include "tasks/crf.h"

namespace headlight {

TagHead::TagHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes, Decoding decoding)
    : m_keep(o.keepAt(o.outputKeep)), m_hidden(o, builder, width, Columns::Tokens),
      m_output(builder.part("output"), m_hidden.width(), classes), m_decoding(decoding) {
    constexpr Index most = 1000; // each token takes time by the square of the tags
    if (o.crf && classes > most)
        throw Error("crf: there are " + std::to_string(classes) + " tags; it takes at most " + std::to_string(most) +
                    ": set crf=false");
    if (o.crf)
        m_transitions = &builder.uniform("transitions", Parameter::Kind::Weight, classes + 1, classes + 1, 0);
}

Var TagHead::scores(Context& context, Var tokens) const {
    return m_output.forward(context, m_hidden.forward(context, tokens), m_keep);
}

Var TagHead::loss(Context& context, Var scores, const std::vector<Target>& targets, Real weight) const {
    if (!m_transitions)
        return TaskHead::loss(context, scores, targets, weight);
    return sentenceDivergence(scores, context.tape().parameter(*m_transitions), context.layout(), targets, weight);
}

std::vector<int> TagHead::best(const Eigen::Ref<const Matrix>& scores, const TagRules& rules) const {
    if (m_transitions)
        return bestTags(scores, m_transitions->matrix(), rules);
    if (m_decoding == Decoding::Viterbi)
        return bestTags(scores, rules);
    std::vector<int> best;
    for (Index token = 0; token < scores.cols(); ++token) {
        Index label = 0;
        scores.col(token).maxCoeff(&label);
        best.push_back(int(label));
    }
    return best;
}

Matrix TagHead::logProbabilities(const Eigen::Ref<const Matrix>& scores) const {
    return m_transitions ? tagLogProbabilities(scores, m_transitions->matrix(), Layout({scores.cols()}))
                         : Matrix(scores);
}

} // namespace headlight
