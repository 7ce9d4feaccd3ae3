#pragma once

#include "store/store.h"
#include "train/run_config.h"
#include "train/train_control.h"
#include "train/train_events.h"

#include <functional>

namespace headlight {

/// Names of the numbers that a training run leaves in the store, besides SPLIT.loss, SPLIT.seconds (of one
/// pass over the split) and SPLIT.NAME for each metric of the task (tasks/metric.h).
namespace run_metric {
inline constexpr const char* trainLoss = "train.loss"; ///< mean over the steps since the point before
inline constexpr const char* trainAccuracy = "train.accuracy";
inline constexpr const char* learningRate = "train.learning_rate";
inline constexpr const char* speed = "tokens_per_s";
inline constexpr const char* memory =
    "train.peak_bytes"; ///< of a training step: activations and scratch, as TrainProgress::peakBytes
inline constexpr const char* parameters = "model.parameters"; ///< without embeddings; one point
inline constexpr const char* seconds = "run.seconds";         ///< of training so far; a point a second, for tables
inline constexpr const char* epochs = "run.epochs"; ///< passes over the training set so far, with the fraction
/// With a metric's name behind it, of the model in RUN/best: on the test set, or on the dev set without one.
inline constexpr const char* best = "best.";
} // namespace run_metric

/// Hears of a recorded run.
class RunListener : public TrainListener {
public:
    /// A new run has its folder, and can be resumed from now on: what has to be there for that is kept now. It may
    /// still be taken back, so that nobody is told of it yet.
    virtual void placed(const std::filesystem::path& /*folder*/) {}
    /// The run has its row in the store and its folder, before the first step.
    virtual void recorded(RunId /*id*/, const std::filesystem::path& /*folder*/) {}
    virtual void started(const TrainStart&) {}
    /// After every pass over the training set, and once before the first (epoch 0).
    virtual void epochFinished(int /*epoch*/, std::int64_t /*step*/) {}
};

struct RecordedRun {
    RunId id = 0;
    std::filesystem::path folder; ///< with best/, last/ and resume/
    TrainResult result;
};

/// How a new run is called and where it goes, apart from what decides its result.
struct RunLabel {
    std::string name; ///< empty: usualName
    std::vector<std::string> tags;
    std::filesystem::path folder; ///< empty: runFolder
};

/// Of a run that nobody has named: "mtsa trec seed 2", "mtsa cr seed 2 fold 3".
std::string usualName(const std::string& model, const std::string& corpus, std::uint64_t seed, std::optional<int> fold);

/// Whether the attention of the probe sentences is kept after this one of so many epochs, however many follow: of at
/// most 200, and the last. When a run ends earlier, that of its last epoch is kept as well.
bool keepsMaps(int epoch, int epochs);

/// Folder of a run: beside its store, in runs/ID; runs/ID-2 and so on where that holds the models of another run.
std::filesystem::path runFolder(const std::filesystem::path& store, RunId id);

/// Trains a new run and keeps a row of the store about it: configuration, seed, machine and version at once; metrics in
/// batches, so that a killed program loses less than a second of them; evaluations with what the task tells of them;
/// the attention of the probe sentences (those of the configuration, else the first three examples that the model
/// keeps and can look at) after every epoch, of at most 200 epochs and the last one, weights averaged over features;
/// its status, and why it failed. Used by command line and window alike; call it on a thread of its own and control it
/// through `control`.
///
/// Errors of the trainer are stored with the run and thrown on. A run that can't start (corpus without labels, missing
/// word vectors, a probe sentence of the configuration that can't be looked at) leaves no row, and no listener hears
/// of it. Error when
/// the label names a folder that holds another run.
RecordedRun trainRecorded(const std::filesystem::path& storePath, const RunConfig& config, const Corpus& corpus,
                          int threads, TrainControl& control, RunListener& listener, const RunLabel& label = {});

/// Goes on with a stopped, failed or interrupted run from its last checkpoint, or from the start when it was killed
/// before the first. `open` opens a corpus specification. Error when the run is going on in a living program, also
/// in one that resumed it while the corpus was read here, or its configuration or corpus can't be read; what the store
/// says stays then.
RecordedRun resumeRecorded(const std::filesystem::path& storePath, RunId id,
                           const std::function<Corpus(const std::string&)>& open, int threads, TrainControl& control,
                           RunListener& listener);

/// The configuration of a stored run, as it was started.
RunConfig configurationOf(const RunRecord& run);

} // namespace headlight
