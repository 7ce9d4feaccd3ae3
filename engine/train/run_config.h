#pragma once

#include "data/folds.h"
#include "models/stored_type.h"
#include "tasks/classifier_options.h"
#include "tasks/task.h"
#include "tasks/translation_setup.h"
#include "text/embedding_table.h"

#include <string>
#include <vector>

namespace headlight {

/// How a model is trained; REFERENCE §0.3 and §4 for what the papers did.
struct TrainOptions {
    enum class Decay { Weights, All };
    enum class Schedule { Constant, Linear, Halve, Steps, InverseRoot };

    std::string optimizer = "adadelta"; ///< a row of optimizerRows()
    double learningRate = 0.5;
    double momentum = 0.9;
    bool lazy = false;
    int batch = 32;
    int batchTokens = 0;
    double l2 = 5e-5;
    Decay decay = Decay::Weights;
    double clip = 0;
    double labelSmoothing = 0;
    Schedule schedule = Schedule::Constant;
    std::string halveAt;
    int warmUp = 0;
    int epochs = 20;
    int evaluateEvery = 0;
    int patience = 0;
    int average = 0;
    bool restartOptimizer = false;
    int buckets = 0;
    double lengthPercentile = 100;
    int seed = 1;
    int folds = 0;
    int fold = 0;
    FoldKind foldKind = FoldKind::Random;
    std::string vectors;
    UnknownVectors unknownVectors = UnknownVectors::Uniform;
    int minimumCount = 1;
    int shards = 2;
    StoredType stored = StoredType::Float32;
};

const Fields<TrainOptions>& trainFields();

/// The steps of Schedule::Steps, ascending. Error that says what halve_at may be.
std::vector<std::int64_t> halvingSteps(const std::string& halveAt);

/// What to say while another optimizer has the rate that `base`, a recipe say, has for its own, or that every
/// configuration begins with, which is adadelta's: what suits one is far off for another. Empty when nothing is to be
/// said.
std::string rateNote(const TrainOptions& options, const TrainOptions& base = {});

/// Everything that decides a run's result: written into the store, and enough to start the same run again.
///
///     RunConfig config = RunConfig::forEncoder("mtsa");
///     applyRecipe(config, "trec");
///     config.set("heads", "4");          // an option of the encoder, the sentence model or the training, by its name
///     config.data = "trec";
struct RunConfig {
    std::string task; ///< id of taskRows(), one that the corpus's examples are for; empty: its default
    std::string data; ///< corpus specification
    std::string encoder;
    std::unique_ptr<Config> encoderConfig;
    ClassifierOptions classifier;
    TranslationSetup translation;
    TrainOptions train;
    std::vector<std::string> probes; ///< sentences whose attention is kept after every epoch

    static RunConfig forEncoder(const std::string& id);
    RunConfig() = default;
    RunConfig(const RunConfig& other) { *this = other; }
    RunConfig& operator=(const RunConfig& other);
    RunConfig(RunConfig&&) = default;
    RunConfig& operator=(RunConfig&&) = default;

    /// Any option, and "preset" for a preset of the encoder. Error with the nearest name or the range.
    void set(const std::string& name, const std::string& value);
    std::string get(const std::string& name) const;
    /// All option rows: training, sentence model, encoder. Names are different from each other.
    std::vector<OptionRow> rows() const;

    nlohmann::ordered_json toJson() const;
    /// Error that starts with `where` when anything is unknown or out of range.
    static RunConfig fromJson(const nlohmann::ordered_json& document, const std::string& where);
};

/// The task of the configuration, or where it says none the corpus's default. Error when the examples are for others.
const Task& taskOf(const RunConfig& config, const Corpus& corpus);

/// Options that do nothing for a task: of the sentence model, of translation and of training.
std::vector<std::string> unusedOptions(const Task& task);
/// Error naming an option that was changed and that does nothing for the configuration's task.
void checkTaskOptions(const RunConfig& config);

/// A published recipe (REFERENCE §4): values for one corpus, and what an encoder needs there beside its defaults.
/// `help` says what differs from the source.
struct Recipe {
    std::string id, title, help;
    std::vector<std::pair<std::string, std::string>> values;
    /// Per encoder id: preset and further values.
    std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>> encoders;
    CorpusKind kind = CorpusKind::Sentences;
    std::vector<std::string> alsoFor = {}; ///< names of further corpora of that kind
    bool byNameOnly = false;               ///< no corpus chooses it: the source's whole length, or another source
};

const std::vector<Recipe>& recipes();
/// Error with the known names when there is none.
const Recipe& recipeRow(const std::string& id);
/// "none" changes nothing. Error as recipeRow.
void applyRecipe(RunConfig& config, const std::string& id);
/// "is for another task (…) than the corpus (…)", of a corpus with examples of that kind; empty where it is for such.
std::string recipeNote(const Recipe& recipe, CorpusKind kind);
/// The recipe that belongs to a corpus by its name, kind and labels; empty when none does.
std::string recipeFor(const Corpus& corpus);

} // namespace headlight
