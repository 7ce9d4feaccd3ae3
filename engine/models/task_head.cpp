#include "models/task_head.h"

#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_pairs.h"
#include "core/error.h"
#include "models/sentence_classifier.h"
#include "nn/layer_norm.h"

#include <optional>

namespace headlight {

namespace {

constexpr double epsilon = 1e-5; // of the layer normalisation

/// The layer before the classes: activation(W x + b), or activation(LN(W x + b)); with `hidden` 0 there is none.
class HiddenLayer {
public:
    HiddenLayer(const ClassifierOptions& o, const Builder& builder, Index inputs)
        : m_width(o.hidden > 0 ? o.hidden : inputs), m_keep(o.keepAt(o.hiddenKeep)),
          m_activation(activationFrom(o.hiddenActivation)) {
        if (o.hidden > 0)
            m_dense.emplace(builder.part("hidden"), inputs, m_width);
        if (m_dense && o.hiddenNorm)
            m_norm.emplace(builder.part("hidden_norm"), m_width, epsilon);
    }

    Index width() const { return m_width; }

    Var forward(Context& context, Var x) const {
        if (!m_dense)
            return x;
        if (!m_norm)
            return m_dense->forwardSequences(context, x, m_keep, m_activation);
        return activated(m_norm->forward(context, m_dense->forwardSequences(context, x, m_keep)), m_activation);
    }

private:
    Index m_width;
    double m_keep;
    Activation m_activation;
    std::optional<Linear> m_dense;
    std::optional<LayerNorm> m_norm;
};

/// REFERENCE §4.2: hidden layer → classes without bias. Without hidden layer they have one, as §3.3 counts.
class ClassifyHead final : public TaskHead {
public:
    ClassifyHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)), m_hidden(o, builder, width),
          m_output(builder.part("output"), m_hidden.width(), classes,
                   o.hidden > 0 ? Linear::Bias::No : Linear::Bias::Yes) {}

    Var logits(Context& context, Var sentences) const override {
        return m_output.forwardSequences(context, m_hidden.forward(context, sentences), m_keep);
    }

private:
    double m_keep;
    HiddenLayer m_hidden;
    Linear m_output;
};

/// REFERENCE §4.1: [p; h; p − h or |p − h|; p ⊙ h] → hidden layer → highway layer, if wanted → classes.
class PairHead final : public TaskHead {
public:
    PairHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)),
          m_difference(o.difference == "absolute" ? Difference::Absolute : Difference::Signed),
          m_hidden(o, builder, 4 * width), m_output(builder.part("output"), m_hidden.width(), classes) {
        if (o.highway && o.hidden > 0)
            m_highway.emplace(builder.part("highway"), o.hidden, activationFrom(o.hiddenActivation),
                              o.keepAt(o.hiddenKeep));
    }

    Var logits(Context& context, Var sentences) const override {
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

/// REFERENCE §4.3: ReLU(W₁(s¹ ⊙ s²) + W₂|s¹ − s²| + b) → levels of the score. W₁ and W₂ are the halves of one matrix.
class RelatednessHead final : public TaskHead {
public:
    RelatednessHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)), m_hidden(o, builder, 2 * width),
          m_output(builder.part("output"), m_hidden.width(), classes) {}

    Var logits(Context& context, Var sentences) const override {
        return m_output.forwardSequences(context, m_hidden.forward(context, relatePairs(sentences)), m_keep);
    }

private:
    double m_keep;
    HiddenLayer m_hidden;
    Linear m_output;
};

template <class Head>
std::unique_ptr<TaskHead> make(const ClassifierOptions& options, const Builder& builder, Index width, Index classes) {
    return std::make_unique<Head>(options, builder, width, classes);
}

} // namespace

const std::vector<TaskRow>& taskRows() {
    static const std::vector<TaskRow> rows = {
        {"classify", "one label for a sentence", 1, false, "accuracy", make<ClassifyHead>},
        {"pair", "one label for two sentences", 2, false, "accuracy", make<PairHead>, {"difference", "highway"}},
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
    throw Error("task: expected " + known + ", got \"" + printable(id, 80) + "\"");
}

} // namespace headlight
