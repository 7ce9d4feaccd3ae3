#include "autodiff/ops_pairs.h"
#include "nn/highway.h"
#include "tasks/hidden_layer.h"
#include "tasks/label_task.h"
#include "tasks/task_head.h"

namespace headlight {

namespace {

/// REFERENCE §4.1: [p; h; p − h or |p − h|; p ⊙ h] → hidden layer → highway layer, if wanted → classes.
class PairHead final : public TaskHead {
public:
    PairHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)), m_difference(o.difference),
          m_hidden(o, builder, 4 * width, Columns::Sequences),
          m_output(builder.part("output"), m_hidden.width(), classes) {
        if (o.highway && o.hidden > 0)
            m_highway.emplace(builder.part("highway"), o.hidden, o.hiddenActivation, o.keepAt(o.hiddenKeep));
    }

    Var scores(Context& context, Var sentences) const override {
        Var hidden = m_hidden.forward(context, matchPairs(sentences, m_difference));
        if (m_highway)
            hidden = m_highway->forward(context, hidden);
        return m_output.forwardSequences(context, hidden, m_keep);
    }

private:
    double m_keep;
    Difference m_difference;
    HiddenLayer m_hidden;
    Linear m_output;
    std::optional<Highway> m_highway;
};

class PairTask final : public LabelTask {
public:
    PairTask() : LabelTask("pair", "one label for two sentences") {}

    CorpusKind examples() const override { return CorpusKind::Pairs; }
    int texts() const override { return 2; }
    std::vector<std::string> unusedOptions() const override { return {"crf", "decoding", "predicate_features"}; }
    std::unique_ptr<TaskHead> makeHead(const HeadParts& parts, const Builder& builder) const override {
        return std::make_unique<PairHead>(parts.options, builder, parts.width, parts.classes);
    }
};

} // namespace

std::unique_ptr<const Task> pairTask() {
    return std::make_unique<const PairTask>();
}

} // namespace headlight
