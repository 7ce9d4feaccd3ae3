#include "train/model_counts.h"

#include "models/task_network.h"
#include "train/translation_learner.h"

namespace headlight {

ParameterCounts countsOf(const RunConfig& config, int classes) {
    if (config.task == translationTask) {
        const TranslationCounts counts = countParameters(networkOptions(translatorOf(config)));
        return {counts.encoder, 0, 0, counts.decoder};
    }
    ModelDescription description;
    if (!config.task.empty())
        description.task = config.task;
    description.encoder = config.encoder;
    description.encoderConfig = config.encoderConfig->clone();
    description.classifier = config.classifier;
    for (int k = 0; k < classes; ++k)
        description.labels.push_back(std::to_string(k));
    return countParameters(std::move(description));
}

} // namespace headlight
