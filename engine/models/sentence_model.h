#pragma once

#include "models/model.h"
#include "models/model_summary.h"
#include "models/task_network.h"

namespace headlight {

ModelSummary summaryOf(const TaskNetwork& model);

/// A model that our own engine trained: one sentence, a pair, a sentence with a predicate, or a question with a
/// passage.
class SentenceModel final : public Model {
public:
    explicit SentenceModel(std::shared_ptr<const TaskNetwork> classifier);

    std::string kind() const override { return m_classifier->description().encoder; }
    std::vector<InputText> inputs() const override;
    int sequences() const override;
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    std::vector<ExampleText> examples() const override { return m_classifier->description().examples; }
    std::vector<Sequence> read(const std::vector<std::string>& texts) const override;
    std::vector<std::string> predicates(const std::string& sentence) const override;

private:
    std::shared_ptr<const Recording> pass(std::vector<Sequence> sequences, const Intervention& changes,
                                          const RunControl& control) const override;

    std::shared_ptr<const TaskNetwork> m_classifier;
    std::vector<HeadInfo> m_heads;
};

} // namespace headlight
