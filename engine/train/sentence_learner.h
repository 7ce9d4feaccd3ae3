#pragma once

#include "models/task_network.h"
#include "train/learner.h"

namespace headlight {

/// Learns a HeadTask: an encoder and the layers behind it.
class SentenceLearner final : public Learner {
public:
    explicit SentenceLearner(std::shared_ptr<TaskNetwork> network) : m_network(std::move(network)) {}

    const TaskNetwork& network() const { return *m_network; }

    const Task& task() const override { return m_network->task(); }
    Parameters& parameters() override { return m_network->parameters(); }
    std::int64_t trainedValues() const override { return std::int64_t(m_network->counts().total()); }
    std::int64_t vocabularySize() const override { return std::int64_t(m_network->vocabulary().size()); }
    const std::vector<std::string>& labels() const override { return m_network->description().labels; }
    int mostTokens() const override { return m_network->description().classifier.maxTokens; }
    std::string positionsNote(const std::vector<Example>& examples) const override;
    std::shared_ptr<const Model> model() const override;
    std::vector<ExampleText> examples() const override { return m_network->description().examples; }

    bool knowsWords(const std::vector<Example>& examples) const override;
    void adopt(const Corpus& corpus, std::vector<Example>& examples) const override;
    Evaluation evaluate(const std::vector<Example>& examples, ThreadPool& pool,
                        const EvaluationWatch& watch = {}) const override;
    double evaluationCost() const override { return m_network->task().evaluationCost(); }
    const Parameter* firstBadLayer(const std::vector<Example>& examples) const override;
    void save(const std::filesystem::path& folder, StoredType type) const override;

    void take(const std::vector<Example>& examples) override;
    const std::vector<Size>& sizes() const override { return m_sizes; }
    std::unique_ptr<Piece> piece(const std::vector<Member>& members) const override;

private:
    /// A training example, ready to be computed.
    struct Encoded {
        struct Text {
            std::size_t tokens;
            TokenInput input; ///< of all its tokens
        };
        std::vector<Text> texts;
        std::vector<Target> targets;
    };

    std::shared_ptr<TaskNetwork> m_network;
    std::vector<Encoded> m_examples;
    std::vector<Size> m_sizes;
};

} // namespace headlight
