#include "train/judged_model.h"

#include "models/model_folder.h"
#include "train/evaluate.h"

#include <algorithm>

namespace headlight {

struct JudgedModel::Impl {
    std::unique_ptr<TaskNetwork> model;
};

JudgedModel::JudgedModel(const std::filesystem::path& folder)
    : m_impl(std::make_unique<Impl>(Impl{loadModel(folder)})) {}

JudgedModel::~JudgedModel() = default;

const std::vector<std::string>& JudgedModel::labels() const {
    return m_impl->model->description().labels;
}

int JudgedModel::mostTokens() const {
    return m_impl->model->description().classifier.maxTokens;
}

bool JudgedModel::knowsWords(const std::vector<Example>& examples) const {
    const TaskNetwork& model = *m_impl->model;
    return std::any_of(examples.begin(), examples.end(), [&](const Example& example) {
        return std::any_of(example.texts.begin(), example.texts.end(), [&](const auto& tokens) {
            return std::any_of(tokens.begin(), tokens.begin() + std::ptrdiff_t(model.readLength(tokens.size())),
                               [&](const std::string& token) { return model.vocabulary().contains(token); });
        });
    });
}

void JudgedModel::adopt(const Corpus& corpus, std::vector<Example>& examples) const {
    adoptLabels(*m_impl->model, corpus, examples);
}

Evaluation JudgedModel::evaluate(const std::vector<Example>& examples, int threads) const {
    ThreadPool pool(threads);
    return headlight::evaluate(*m_impl->model, examples, pool);
}

} // namespace headlight
