#include "models/task_head.h"

#include "autodiff/ops_pairs.h"
#include "core/error.h"
#include "models/sentence_classifier.h"

#include <optional>

namespace headlight {

namespace {

/// REFERENCE §4.2: dense, activation → classes without bias.
class ClassifyHead final : public TaskHead {
public:
    ClassifyHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keep), m_activation(activationFrom(o.hiddenActivation)),
          m_hidden(builder.part("hidden"), width, o.hidden),
          m_output(builder.part("output"), o.hidden, classes, Linear::Bias::No) {}

    Var logits(Context& context, Var sentences) const override {
        return m_output.forwardSequences(context, m_hidden.forwardSequences(context, sentences, m_keep, m_activation),
                                         m_keep);
    }

private:
    double m_keep;
    Activation m_activation;
    Linear m_hidden, m_output;
};

/// REFERENCE §4.1: [p; h; p − h; p ⊙ h] → dense, activation → highway layer, if wanted → classes.
class PairHead final : public TaskHead {
public:
    PairHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keep), m_activation(activationFrom(o.hiddenActivation)),
          m_hidden(builder.part("hidden"), 4 * width, o.hidden), m_output(builder.part("output"), o.hidden, classes) {
        if (o.highway)
            m_highway.emplace(builder.part("highway"), o.hidden, m_activation, o.keep);
    }

    Var logits(Context& context, Var sentences) const override {
        Var hidden = m_hidden.forwardSequences(context, matchPairs(sentences), m_keep, m_activation);
        if (m_highway)
            hidden = m_highway->forward(context, hidden);
        return m_output.forwardSequences(context, hidden, m_keep);
    }

private:
    double m_keep;
    Activation m_activation;
    Linear m_hidden, m_output;
    std::optional<Highway> m_highway;
};

/// REFERENCE §4.3: ReLU(W₁(s¹ ⊙ s²) + W₂|s¹ − s²| + b) → levels of the score. W₁ and W₂ are the halves of one matrix.
class RelatednessHead final : public TaskHead {
public:
    RelatednessHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keep), m_activation(activationFrom(o.hiddenActivation)),
          m_hidden(builder.part("hidden"), 2 * width, o.hidden), m_output(builder.part("output"), o.hidden, classes) {}

    Var logits(Context& context, Var sentences) const override {
        const Var hidden = m_hidden.forwardSequences(context, relatePairs(sentences), m_keep, m_activation);
        return m_output.forwardSequences(context, hidden, m_keep);
    }

private:
    double m_keep;
    Activation m_activation;
    Linear m_hidden, m_output;
};

template <class Head>
std::unique_ptr<TaskHead> make(const ClassifierOptions& options, const Builder& builder, Index width, Index classes) {
    return std::make_unique<Head>(options, builder, width, classes);
}

} // namespace

const std::vector<TaskRow>& taskRows() {
    static const std::vector<TaskRow> rows = {
        {"classify", "one label for a sentence", 1, false, "accuracy", make<ClassifyHead>},
        {"pair", "one label for two sentences", 2, false, "accuracy", make<PairHead>},
        {"relatedness", "a score for two sentences", 2, true, "pearson", make<RelatednessHead>},
    };
    return rows;
}

const TaskRow& taskRow(const std::string& id) {
    std::string known;
    for (const TaskRow& row : taskRows()) {
        if (row.id == id)
            return row;
        known += (known.empty() ? "" : " | ") + row.id;
    }
    throw Error("task: expected " + known + ", got \"" + id + "\"");
}

} // namespace headlight
