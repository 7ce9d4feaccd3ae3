#include "tasks/role_scores.h"
#include "tasks/token_task.h"

namespace headlight {

namespace {

const std::vector<std::string>& roleMetrics() {
    static const std::vector<std::string> names = {"f1", "precision", "recall", "complete", "accuracy"};
    return names;
}

class RoleJudge final : public Judge {
public:
    RoleJudge(const std::vector<std::string>& labels, const TaskHead& head) : m_labels(labels, head) {}

    void add(const Example& example, const Eigen::Ref<const Matrix>& scores) override {
        m_scores.add(m_labels.gold(example), m_labels.predicted(scores));
    }

    void sumUp(Evaluation& evaluation) const override {
        const MatchCounts& all = m_scores.overall();
        const double values[] = {all.f1(), all.precision(), all.recall(), m_scores.complete(), m_scores.accuracy()};
        for (std::size_t k = 0; k < roleMetrics().size(); ++k)
            evaluation.metrics.push_back({roleMetrics()[k], values[k]});
        tellMatches(evaluation, "Arguments by their role, without the predicate (V)", "spans", m_scores.perLabel());
    }

private:
    TokenLabels m_labels;
    RoleScores m_scores;
};

/// Semantic role labelling: what each token is to a predicate (REFERENCE §4.5).
class RolesTask final : public TokenTask {
public:
    RolesTask() : TokenTask("roles", "the roles of a predicate", "role") {}

    CorpusKind examples() const override { return CorpusKind::Propositions; }
    bool hasPredicate() const override { return true; }
    std::vector<std::string> metrics(const std::vector<std::string>&) const override { return roleMetrics(); }
    std::vector<std::string> unusedOptions() const override {
        return {"difference", "highway", "pooling", "pooling_activation"};
    }
    std::unique_ptr<Judge> judge(const std::vector<std::string>& labels, const TaskHead& head) const override {
        return std::make_unique<RoleJudge>(labels, head);
    }

protected:
    Decoding decoding(const ClassifierOptions& options) const override { return options.decoding; }
};

} // namespace

std::unique_ptr<const Task> rolesTask() {
    return std::make_unique<const RolesTask>();
}

} // namespace headlight
