#pragma once

#include "engine/encoders/encoder.h"
#include "engine/models/sentence_model.h"
#include "engine/models/translation_model.h"
#include "head_address.h"
#include "sample_translator.h"
#include "session/open_model.h"

#include <random>

namespace headlight {

/// A small untrained model with two heads, for tests: its answers mean nothing, but every head changes them.
inline std::shared_ptr<TaskNetwork> sampleClassifier(
    const std::string& encoder = "mtsa",
    const std::vector<std::pair<std::string, std::string>>& options = {{"heads", "2"}, {"head_features", "8"}},
    const std::string& task = "classify", const std::vector<ExampleText>& examples = {}) {
    ModelDescription description;
    description.task = task;
    description.encoder = encoder;
    description.encoderConfig = encoderRow(encoder).makeConfig();
    for (const auto& [name, value] : options)
        description.encoderConfig->set(name, value);
    description.classifier.embeddingFeatures = 16;
    description.classifier.hidden = 16;
    description.labels = {"DESC", "ENTY", "HUM", "LOC", "NUM"};
    description.tokenizer.rule = TokenizerRule::Words;
    description.tokenizer.lower = true;
    description.examples = {{"who wrote the book"}, {"where is the city"}};
    if (task == "relatedness")
        description.labels = {"1", "2", "3", "4", "5"};
    if (task == "tag" || task == "roles")
        description.labels = {"O", "B-NP", "I-NP", "B-VP", "I-VP"};
    else if (task != "classify")
        description.examples = {{"who wrote the book\twhere is the city"}};
    if (task == "roles")
        description.predicates = {"build", "is", "wrote"};
    if (!examples.empty())
        description.examples = examples;
    Vocabulary vocabulary;
    for (const char* word : {"what",  "did",  "the",   "quiet", "engineer", "build", "in",     "paris", "?", "who",
                             "wrote", "book", "where", "is",    "city",     "red",   "bridge", "near",  "a", "river"})
        vocabulary.add(word);
    auto model = std::make_shared<TaskNetwork>(std::move(description), std::move(vocabulary), 7);
    std::mt19937 random(3); // its numbers are the same everywhere, unlike those of a distribution
    Matrix& table = model->embedding().value;
    for (Index column = 2; column < table.cols(); ++column)
        for (Index row = 0; row < table.rows(); ++row)
            table(row, column) = Real(double(random()) / double(std::mt19937::max()) * 2 - 1);
    return model;
}

/// As if it had been opened from a folder.
inline std::shared_ptr<OpenModel> opened(const QString& id, std::shared_ptr<const TaskNetwork> classifier,
                                         const QString& folder = {}) {
    return std::make_shared<OpenModel>(id, folder, id, std::make_shared<const SentenceModel>(std::move(classifier)));
}

inline std::shared_ptr<OpenModel> sampleModel(const QString& id = "sample") {
    return opened(id, sampleClassifier());
}

/// A translation model; `extraTokens`: what a translation may have more than its source.
inline std::shared_ptr<OpenModel> sampleTranslation(int extraTokens = 4, const QString& folder = {}) {
    return std::make_shared<OpenModel>("translation", folder, "translation",
                                       std::make_shared<const TranslationModel>(sampleTranslator(extraTokens)));
}

} // namespace headlight
