#include "tasks/label_task.h"

#include "core/error.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

/// Counts how often which label was taken for which.
class LabelJudge final : public Judge {
public:
    explicit LabelJudge(const std::vector<std::string>& labels)
        : m_labels(labels), m_confusion(labels.size(), std::vector<int>(labels.size(), 0)) {}

    void add(const Example& example, const Eigen::Ref<const Matrix>& scores) override {
        Index predicted = 0;
        scores.col(0).maxCoeff(&predicted);
        ++m_confusion[std::size_t(example.label)][std::size_t(predicted)];
        ++m_all;
        m_right += Index(example.label) == predicted;
    }

    void sumUp(Evaluation& evaluation) const override {
        evaluation.metrics = {{"accuracy", double(m_right) / double(std::max<std::int64_t>(m_all, 1))}};
        evaluation.details["confusion"] = m_confusion;
        EvaluationTable& table = evaluation.table;
        table.title = "Rows: true label, columns: predicted label";
        table.rows = m_labels;
        for (const std::string& label : m_labels)
            table.columns.push_back({label});
        table.columns.push_back({"right", EvaluationTable::Unit::Share});
        for (std::size_t k = 0; k < m_labels.size(); ++k) {
            auto& row = table.values.emplace_back(m_confusion[k].begin(), m_confusion[k].end());
            double sum = 0;
            for (const double count : row)
                sum += count;
            row.push_back(sum > 0 ? row[k] / sum : std::numeric_limits<double>::quiet_NaN());
        }
    }

private:
    std::vector<std::string> m_labels;
    std::vector<std::vector<int>> m_confusion; ///< [true label][predicted label]
    std::int64_t m_all = 0, m_right = 0;
};

} // namespace

void LabelTask::checkTrainable(const Corpus& corpus) const {
    const int first = corpus.train.front().label;
    if (std::all_of(corpus.train.begin(), corpus.train.end(), [&](const Example& e) { return e.label == first; }))
        throw Error("every training example has the same label: there is nothing to learn");
}

std::unique_ptr<Judge> LabelTask::judge(const std::vector<std::string>& labels, const TaskHead&) const {
    return std::make_unique<LabelJudge>(labels);
}

} // namespace headlight
