#pragma once

#include "tasks/label_task.h"
#include "tasks/task_head.h"

#include <algorithm>

namespace headlight {

/// The layers of classify, but an answer is right where the wanted label is one of the two best.
class LengthHead final : public TaskHead {
public:
    explicit LengthHead(std::unique_ptr<TaskHead> own) : m_own(std::move(own)) {}

    Var scores(Context& context, Var sentences) const override { return m_own->scores(context, sentences); }
    std::int64_t countRight(const Matrix& scores, const std::vector<Target>& targets) const override {
        std::int64_t right = 0;
        for (std::size_t k = 0; k < targets.size(); ++k)
            right += (scores.col(Index(k)).array() > scores(targets[k].label, Index(k))).count() < 2;
        return right;
    }

private:
    std::unique_ptr<TaskHead> m_own;
};

/// A second task on labelled sentences, whose labels are not the corpus's: whether a sentence has more than three
/// tokens. It exists as long as this object.
class LengthTask final : public LabelTask {
public:
    static constexpr auto name = "length";
    static std::vector<std::string> names() { return {"short", "long"}; }

    LengthTask() : LabelTask(name, "whether a sentence is long") {}

    CorpusKind examples() const override { return CorpusKind::Sentences; }
    std::vector<std::string> unusedOptions() const override { return taskRow("classify").unusedOptions(); }
    std::vector<std::string> labels(const Corpus&) const override { return names(); }
    void checkTrainable(const Corpus& corpus) const override {
        const bool first = isLong(corpus.train.front());
        if (std::all_of(corpus.train.begin(), corpus.train.end(), [&](const auto& e) { return isLong(e) == first; }))
            throw Error("all sentences are of one kind");
    }
    void adopt(std::vector<Example>& examples, const Corpus&, const std::vector<std::string>& labels,
               const std::function<int(int)>&) const override {
        for (Example& example : examples)
            example.label = int(std::find(labels.begin(), labels.end(), names()[isLong(example)]) - labels.begin());
    }
    std::unique_ptr<TaskHead> makeHead(const ClassifierOptions& options, const Builder& builder, Index width,
                                       Index classes) const override {
        return std::make_unique<LengthHead>(headTaskRow("classify").makeHead(options, builder, width, classes));
    }
    std::vector<Target> targets(const Example& example, std::size_t,
                                const std::vector<std::string>& labels) const override {
        return {Target(int(std::find(labels.begin(), labels.end(), names()[isLong(example)]) - labels.begin()))};
    }

    /// How many tasks its kind of corpus has.
    static std::size_t ofItsKind() { return tasksFor(Corpus()).size(); }
    static bool isLong(const Example& example) { return example.texts.front().size() > 3; }
};

} // namespace headlight
