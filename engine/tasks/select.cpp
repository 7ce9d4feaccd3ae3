#include "core/error.h"
#include "core/grouped.h"
#include "core/hash.h"
#include "tasks/select_head.h"
#include "tasks/task.h"

#include <algorithm>
#include <set>

namespace headlight {

namespace {

const std::vector<std::string>& selectMetrics() {
    static const std::vector<std::string> names = {"accuracy", "first_answer"};
    return names;
}

/// Counts right choices: the model's, and beside it those that need no network.
class SelectJudge final : public Judge {
public:
    explicit SelectJudge(const SentenceCounts& counts)
        : m_counts(counts), m_baselines(selectionBaselineRows().size()) {}

    void add(const Example& example, const Eigen::Ref<const Matrix>& scores) override {
        Index best = 0;
        scores.col(0).head(Index(example.texts.size()) - 1).maxCoeff(&best);
        m_own.add(example, int(best));
        const std::vector<int> choices = baselineChoices(example.texts, m_counts);
        for (std::size_t k = 0; k < choices.size(); ++k)
            m_baselines[k].add(example, choices[k]);
        ++m_examples;
    }

    void sumUp(Evaluation& evaluation) const override {
        const auto share = [&](int right) { return double(right) / double(m_examples); };
        evaluation.metrics = {{selectMetrics()[0], share(m_own.any)}, {selectMetrics()[1], share(m_own.first)}};
        EvaluationTable& table = evaluation.table;
        table.title = "Beside choices that need no network; rarity (idf) is counted in " + countedIn();
        table.columns = {{"right", EvaluationTable::Unit::Share}, {"first answer", EvaluationTable::Unit::Share}};
        auto& details = evaluation.details["baselines"] = nlohmann::ordered_json::object();
        const auto tell = [&](const std::string& title, const Right& right) {
            table.rows.push_back(title);
            table.values.push_back({share(right.any), share(right.first)});
        };
        tell("This model", m_own);
        for (std::size_t k = 0; k < m_baselines.size(); ++k) {
            const SelectionBaselineRow& row = selectionBaselineRows()[k];
            tell(row.title, m_baselines[k]);
            details[row.id] = {{"accuracy", share(m_baselines[k].any)}, {"first_answer", share(m_baselines[k].first)}};
            if (row.baseline == SelectionBaseline::IdfOverlap)
                details[row.id]["counted_in"] = countedIn();
        }
    }

private:
    /// Another model counts in others, and its figure of the same questions is another one.
    std::string countedIn() const {
        return "the " + grouped(m_counts.sentences) + " sentences of this model's training passages";
    }

    struct Right {
        int any = 0, first = 0; ///< the sentence of any answer; that of the first
        void add(const Example& example, int chosen) {
            first += chosen == example.label;
            any +=
                chosen == example.label || std::binary_search(example.accepted.begin(), example.accepted.end(), chosen);
        }
    };

    const SentenceCounts& m_counts;
    std::vector<Right> m_baselines; ///< in the order of selectionBaselineRows()
    Right m_own;
    int m_examples = 0;
};

/// Sentence selection: which sentence of a passage has the answer to a question (Bi-BloSAN §4.3; REFERENCE §4.4).
/// Trained is the sentence of the first answer; right is that of any.
class SelectTask final : public HeadTask {
public:
    SelectTask() : HeadTask("select", "the sentence of a passage that answers a question") {}

    CorpusKind examples() const override { return CorpusKind::Selections; }
    int texts() const override { return 2; }
    bool hasQuestion() const override { return true; }
    std::vector<std::string> metrics(const std::vector<std::string>&) const override { return selectMetrics(); }
    std::vector<std::string> unusedOptions() const override {
        return {"difference", "highway", "crf", "decoding", "predicate_features"};
    }

    /// One: a sentence has a number, whatever its place.
    std::vector<std::string> labels(const Corpus&) const override { return {"sentence"}; }
    void adopt(std::vector<Example>&, const Corpus&, const std::vector<std::string>&,
               const std::function<int(int)>&) const override {}
    void checkTrainable(const Corpus& corpus) const override {
        if (std::all_of(corpus.train.begin(), corpus.train.end(),
                        [](const Example& example) { return example.texts.size() == 2; }))
            throw Error("every passage has one sentence: there is nothing to choose");
    }
    /// A passage is many sentences, and what is beside the accuracy is computed for each of them, too.
    double evaluationCost() const override { return 1.5; }
    SentenceCounts sentenceCounts(const Corpus& corpus) const override {
        SentenceCounts counts;
        std::set<std::uint64_t> counted; // passages, which several questions are about
        for (const Example& example : corpus.train) {
            Fnv1a hash;
            for (std::size_t text = 1; text < example.texts.size(); ++text)
                for (const std::string& token : example.texts[text]) {
                    hash.add(token);
                    hash.add(0xFF);
                }
            if (!counted.insert(hash.value()).second)
                continue;
            for (std::size_t text = 1; text < example.texts.size(); ++text)
                counts.add(example.texts[text]);
        }
        return counts;
    }

    std::unique_ptr<TaskHead> makeHead(const HeadParts& parts, const Builder& builder) const override {
        return std::make_unique<SelectHead>(parts, builder);
    }
    std::unique_ptr<Judge> judge(const std::vector<std::string>&, const TaskHead& head) const override {
        return std::make_unique<SelectJudge>(dynamic_cast<const SelectHead&>(head).counts());
    }
    Answer answer(const std::vector<std::string>&, const Eigen::Ref<const Matrix>& scores,
                  const TaskHead&) const override {
        std::vector<std::string> places;
        for (Index k = 1; k <= scores.rows(); ++k)
            places.push_back(std::to_string(k));
        SelectionAnswer answer;
        answer.places = classesFrom(places, scores.col(0));
        answer.sentences.resize(places.size());
        return answer;
    }
};

} // namespace

std::unique_ptr<const Task> selectTask() {
    return std::make_unique<const SelectTask>();
}

} // namespace headlight
