#include "models/sentence_model.h"

#include "models/predicate.h"
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

int SentenceModel::sequences() const {
    const Task& task = m_classifier->task();
    return task.hasQuestion() ? int(mostLabels) + 2 : task.texts();
}

std::vector<Sequence> SentenceModel::read(const std::vector<std::string>& texts) const {
    return sequencesOf(*m_classifier, texts);
}

std::vector<std::string> SentenceModel::predicates(const std::string& sentence) const {
    const std::vector<std::string>& words = m_classifier->description().predicates;
    if (words.empty())
        return {};
    const Sequence tokens = sequenceOf(*m_classifier, sentence);
    std::vector<std::string> names;
    for (const Token& token : tokens.tokens)
        names.push_back(token.text);
    std::vector<std::string> texts;
    for (const int predicate : likelyPredicates(tokens, words))
        texts.push_back(predicateText(names, predicate));
    return texts;
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
