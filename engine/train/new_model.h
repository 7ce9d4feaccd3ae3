#pragma once

#include "data/corpus.h"
#include "models/task_network.h"
#include "train/run_config.h"

#include <memory>
#include <string>

namespace headlight {

/// The model that a run begins with: words and labels of the corpus, word vectors, first values from the seed.
struct NewModel {
    std::unique_ptr<TaskNetwork> model;
    int vectorsFound = 0; ///< words of the training set that have a vector
    std::string adapted;  ///< what the encoder took over from the training set (EncoderRow::adaptTo), to be told
};

/// Error as taskOf, where minimum_count leaves no word, or the word vectors can't be read.
NewModel newModel(const RunConfig& config, const Corpus& corpus);

} // namespace headlight
