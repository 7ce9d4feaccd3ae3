#pragma once

#include "results/attention_map.h"
#include "store/ids.h"
#include "store/machine.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

enum class RunStatus {
    Running,
    Paused,
    Finished,
    Stopped,    ///< by the user, before its end
    Failed,     ///< the message says why
    Interrupted ///< stored as running or paused, but nobody is at it (Lease); never stored itself
};

std::string statusName(RunStatus status);                         ///< "running", "paused" …
std::optional<RunStatus> statusFromName(const std::string& name); ///< none for an unknown name

/// What is known of a run when it starts.
struct NewRun {
    std::string name;
    std::string model; ///< the encoder's id in the registry
    std::string task;
    std::string datasetSpec;          ///< what --data was given
    std::string datasetName;          ///< what people call it
    std::string configuration = "{}"; ///< every option, a JSON object
    std::uint64_t seed = 0;
    std::optional<int> fold; ///< number of the cross-validation fold
    int threads = 1;
    std::string checkpoint; ///< path of the folder
    std::string notes;
    std::vector<std::string> tags;
};

/// A run as it is stored. Times are seconds since 1970, UTC.
struct RunRecord : NewRun {
    RunId id = 0;
    RunStatus status = RunStatus::Running;
    std::string message;        ///< why it failed, or where it stands
    std::string programVersion; ///< that wrote the run
    Machine machine;
    double created = 0;
    double updated = 0; ///< the last sign of life
    std::optional<double> finished;
    bool deleted = false;
};

/// Error when the run is finished, or a living program is at it.
void checkMayGoOn(const RunRecord& run);

/// One number of a run. Names have a scope and a name: train.loss, dev.accuracy, test.accuracy, tokens_per_s.
struct MetricPoint {
    std::string name;
    std::int64_t step = 0;
    double epoch = 0;    ///< with its fraction
    double seconds = 0;  ///< since the run's start, pauses not counted
    double value = 0;    ///< NaN and infinities are kept
    double wallTime = 0; ///< when it was made, in seconds since 1970; known when it is read
};

/// A metric at a glance, kept up to date with every point so that a list of runs reads no points.
struct MetricSummary {
    std::string name;
    std::int64_t count = 0;
    double first = 0;
    double last = 0;
    std::int64_t lastStep = 0;
    bool smallerIsBetter = false; ///< decides what best is, by isSmallerBetter(name)
    double best = 0;              ///< the earliest of equals; NaN when no point is a number
    std::int64_t bestStep = 0;
    double bestEpoch = 0;
};

/// Loss, perplexity, errors, times and memory are better when small; accuracy, F1, speed and the rest when large.
bool isSmallerBetter(const std::string& metric);

/// A row of the runs table.
struct RunSummary {
    RunRecord run;
    std::vector<MetricSummary> metrics; ///< by name
};

/// A row that a list leaves out since it can't be read.
struct DamagedRow {
    std::int64_t id = 0; ///< of the run or the sweep
    std::string what;    ///< "run 3: created: expected …, found …"
};

/// One line about them: which store, what is wrong with the first few, and what to do. Empty when there are none.
std::string leftOutText(const std::filesystem::path& store, const std::vector<DamagedRow>& rows);

/// One evaluation on a split with whatever belongs to it (confusion matrix, counts).
struct StoredEvaluation {
    std::int64_t step = 0;
    double epoch = 0;
    std::string split;          ///< dev, test …
    std::string details = "{}"; ///< a JSON object
};

/// One attention map of a probe sentence. The store neither takes nor gives one whose kind, stage, mask or shape is
/// none.
struct SnapshotMap {
    MapAddress address;
    MapStage stage = MapStage::Weight;
    std::string mask;                ///< mask expression
    std::vector<std::int64_t> shape; ///< [queries, keys]; of a part without queries (hasQueries) [keys]
    std::vector<float> values;       ///< row-major
    std::string label = {};    ///< what the head is called in its mechanism; empty: stored before there were labels
    std::int64_t features = 0; ///< that the mechanism has per cell, before they were reduced; 0: not stored
};

/// What stands in the store for one probe sentence at one epoch.
struct SnapshotKey {
    int epoch = 0;
    std::int64_t step = 0;
    int probe = 0; ///< number of the sentence
    std::vector<std::string> tokens;
};

struct Snapshot : SnapshotKey {
    std::vector<SnapshotMap> maps;
};

} // namespace headlight
