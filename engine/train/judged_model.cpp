#include "train/judged_model.h"

#include "core/error.h"
#include "train/learner.h"

#include <cmath>

namespace headlight {

struct JudgedModel::Impl {
    std::unique_ptr<Learner> learner;
};

JudgedModel::JudgedModel(const std::filesystem::path& folder)
    : m_impl(std::make_unique<Impl>(Impl{openLearner(folder)})) {}

JudgedModel::~JudgedModel() = default;

const std::vector<std::string>& JudgedModel::labels() const {
    return m_impl->learner->labels();
}

int JudgedModel::mostTokens() const {
    return m_impl->learner->mostTokens();
}

std::string JudgedModel::positionsNote(const std::vector<Example>& examples) const {
    return m_impl->learner->positionsNote(examples);
}

bool JudgedModel::knowsWords(const std::vector<Example>& examples) const {
    return m_impl->learner->knowsWords(examples);
}

void JudgedModel::adopt(const Corpus& corpus, std::vector<Example>& examples) const {
    m_impl->learner->adopt(corpus, examples);
}

Evaluation JudgedModel::evaluate(const std::vector<Example>& examples, int threads,
                                 const EvaluationWatch& watch) const {
    ThreadPool pool(threads);
    Evaluation evaluation = m_impl->learner->evaluate(examples, pool, watch);
    if (!std::isfinite(evaluation.loss))
        throw Error(
            "the model's answers are no numbers: their loss is not finite; its weights are too large, or it was "
            "trained until they were");
    return evaluation;
}

} // namespace headlight
