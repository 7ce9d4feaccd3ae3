#include "fuzz/small_model.h"

headlight::TaskNetwork headlight::fuzz::smallModel() {
    ModelDescription description;
    description.encoder = "mtsa";
    description.encoderConfig = encoderRow("mtsa").makeConfig();
    description.encoderConfig->set("heads", "2");
    description.encoderConfig->set("head_features", "2");
    description.classifier.embeddingFeatures = 4;
    description.classifier.hidden = 3;
    description.labels = {"a", "b"};
    description.examples = {{"one two"}};
    Vocabulary words;
    for (const char* word : {"one", "two", "three"})
        words.add(word);
    return TaskNetwork(std::move(description), std::move(words), 1);
}
