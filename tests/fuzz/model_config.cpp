#include "fuzz/scratch.h"
#include "fuzz/small_model.h"
#include "fuzz/targets.h"
#include "models/model_folder.h"
#include "models/record.h"

#include <cmath>

/// config.json beside intact numbers and words. What is accepted is then used.
void headlight::fuzz::readModelConfig(std::string_view bytes) {
    static const Scratch scratch;
    static const bool isSaved = (saveModel(smallModel(), scratch.folder()), true);
    require(isSaved, "the model is there");
    scratch.write("config.json", bytes);
    const auto model = loadModel(scratch.folder(), Values::Stored);
    headsOf(*model);
    attempt([&] {
        RunControl control;
        control.threads = 1;
        const Recording recording = record(*model, {sequenceOf(*model, "one two four")}, {}, control);
        for (const double share : classesOf(recording.answer()).probabilities)
            require(std::isfinite(share), "an answer is a number");
        for (const MapAddress& address : recording.heads(0))
            recording.map({address});
    });
}
