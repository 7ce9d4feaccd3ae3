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
    return inputsOf(*m_classifier);
}

std::vector<Sequence> SentenceModel::read(const std::vector<std::string>& texts) const {
    return sequencesOf(*m_classifier, texts);
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
