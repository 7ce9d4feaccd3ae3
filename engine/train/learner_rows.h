#pragma once

#include "models/parameter_counts.h"
#include "train/run_config.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

class Learner;
struct NewLearner;

/// A kind of network that can be trained: all that is known of it before there is one.
struct LearnerRow {
    bool (*learns)(const Task& task); ///< each task has one row
    /// Error as taskOf, where options don't fit together or with the corpus, or word vectors can't be read.
    NewLearner (*make)(const RunConfig& config, const Corpus& corpus);
    bool (*isFolder)(const std::filesystem::path& folder); ///< whether a model folder is of this kind
    /// Error as loadModel.
    std::unique_ptr<Learner> (*open)(const std::filesystem::path& folder);
    /// Parameters of the configured network, which is cheap: none of them gets numbers. Error when its options don't
    /// fit together.
    ParameterCounts (*count)(const RunConfig& config, int classes);
    /// "without embeddings, 300 embedding features, 2 classes": what the counts depend on beside the encoder.
    std::string (*countedFor)(const RunConfig& config, int classes);
    std::vector<std::pair<const char*, Index ParameterCounts::*>> parts; ///< that it has
    const char* optionsTitle;                                            ///< "Options of the translation"
    std::vector<OptionRow> (*options)();                                 ///< of what stands around the encoder
};

/// The models of an encoder with layers behind it, and those that translate.
const std::vector<LearnerRow>& learnerRows();
const LearnerRow& learnerRow(const Task& task);
/// Of the task that the configuration names, without one of the first.
const LearnerRow& learnerRow(const RunConfig& config);
/// As LearnerRow::count.
ParameterCounts countsOf(const RunConfig& config, int classes);

LearnerRow sentenceLearnerRow();
LearnerRow translationLearnerRow();

} // namespace headlight
