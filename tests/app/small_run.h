#pragma once

#include "engine/store/run_recorder.h"

#include <string>

namespace headlight {

/// A training of a few seconds: ten sequences a batch of these many.
inline RunConfig smallRun(int epochs, int sequences = 200) {
    RunConfig config = RunConfig::forEncoder("multihead");
    config.set("heads", "2");
    config.set("head_features", "8");
    config.classifier.embeddingFeatures = 16;
    config.classifier.hidden = 16;
    config.train.batch = 10;
    config.train.epochs = epochs;
    config.data = "diagnostic:first?length=5&train=" + std::to_string(sequences) + "&dev=20&test=20";
    config.probes = {"a0 b1 c2"};
    return config;
}

} // namespace headlight
