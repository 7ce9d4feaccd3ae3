#include "tasks/hidden_layer.h"
#include "tasks/label_task.h"
#include "tasks/task_head.h"

namespace headlight {

namespace {

/// REFERENCE §4.2: hidden layer → classes without bias. Without hidden layer they have one, as §3.3 counts.
class ClassifyHead final : public TaskHead {
public:
    ClassifyHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)), m_hidden(o, builder, width, Columns::Sequences),
          m_output(builder.part("output"), m_hidden.width(), classes,
                   o.hidden > 0 ? Linear::Bias::No : Linear::Bias::Yes) {}

    Var scores(Context& context, Var sentences) const override {
        return m_output.forwardSequences(context, m_hidden.forward(context, sentences), m_keep);
    }

private:
    double m_keep;
    HiddenLayer m_hidden;
    Linear m_output;
};

class ClassifyTask final : public LabelTask {
public:
    ClassifyTask() : LabelTask("classify", "one label for a sentence") {}

    CorpusKind examples() const override { return CorpusKind::Sentences; }
    std::vector<std::string> unusedOptions() const override {
        return {"difference", "highway", "crf", "decoding", "predicate_features"};
    }
    std::unique_ptr<TaskHead> makeHead(const HeadParts& parts, const Builder& builder) const override {
        return std::make_unique<ClassifyHead>(parts.options, builder, parts.width, parts.classes);
    }
};

} // namespace

std::unique_ptr<const Task> classifyTask() {
    return std::make_unique<const ClassifyTask>();
}

} // namespace headlight
