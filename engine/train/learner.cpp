#include "train/learner.h"

#include "models/model_folder.h"
#include "models/translator_folder.h"
#include "train/sentence_learner.h"
#include "train/translation_learner.h"

namespace headlight {

NewLearner newLearner(const RunConfig& config, const Corpus& corpus) {
    return taskOf(config, corpus).id == translationTask ? newTranslationLearner(config, corpus)
                                                        : newSentenceLearner(config, corpus);
}

std::unique_ptr<Learner> openLearner(const std::filesystem::path& folder) {
    if (isTranslatorFolder(folder))
        return std::make_unique<TranslationLearner>(loadTranslator(folder));
    return std::make_unique<SentenceLearner>(loadModel(folder));
}

} // namespace headlight
