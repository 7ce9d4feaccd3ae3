#include "models/sentence_model.h"

#include "models/record.h"

namespace headlight {

ModelSummary summaryOf(const TaskNetwork& model) {
    const ModelDescription& description = model.description();
    const ParameterCounts counts = model.counts();
    return {description.encoder,
            Index(model.vocabulary().size()),
            {{"encoder", counts.encoder},
             {"pooling", counts.pooling},
             {"classifier", counts.classifier},
             {"total", counts.total()}},
            {{"task", description.task},
             {"encoder", description.encoder},
             {"encoder_options", description.encoderConfig->toJson()},
             {"classifier", ConfigOf<ClassifierOptions>(classifierFields(), description.classifier).toJson()},
             {"labels", description.labels},
             {"typing", ConfigOf<TokenizerOptions>(tokenizerFields(), description.tokenizer).toJson()}}};
}

SentenceModel::SentenceModel(std::shared_ptr<const TaskNetwork> classifier)
    : m_classifier(std::move(classifier)), m_heads(headsOf(*m_classifier)) {}

std::vector<InputText> SentenceModel::inputs() const {
    if (m_classifier->task().texts() == 1)
        return {{"sentence"}};
    return {{"first"}, {"second"}};
}

std::vector<Sequence> SentenceModel::read(const std::vector<std::string>& texts) const {
    const auto wanted = std::size_t(m_classifier->task().texts());
    if (texts.size() > wanted)
        throw Error("the model reads one sentence, and \"" + printable(texts.back(), 40) +
                    "\" is a second one: put a sentence of several words in quotes");
    if (texts.size() < wanted)
        throw Error("the model compares two sentences: give the second one, too, each in quotes");
    std::vector<Sequence> sequences;
    for (const std::string& text : texts)
        sequences.push_back(sequenceOf(*m_classifier, text));
    return sequences;
}

std::shared_ptr<const Recording> SentenceModel::pass(std::vector<Sequence> sequences, const Intervention& changes,
                                                     const RunControl& control) const {
    struct Kept {
        std::shared_ptr<const TaskNetwork> model; ///< whose encoder sensitivities ask
        Recording recording;
    };
    const auto kept =
        std::make_shared<const Kept>(Kept{m_classifier, record(*m_classifier, std::move(sequences), changes, control)});
    return {kept, &kept->recording};
}

} // namespace headlight
