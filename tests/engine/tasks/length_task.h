#pragma once

#include "tasks/label_task.h"
#include "tasks/task_head.h"

#include <algorithm>

namespace headlight {

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
        return taskRow("classify").makeHead(options, builder, width, classes);
    }

    static bool isLong(const Example& example) { return example.texts.front().size() > 3; }
};

} // namespace headlight
