#pragma once

#include "engine/store/run_recorder.h"

namespace headlight {

/// What `train` says of a run that has ended.
struct TrainReport {
    RunId id = 0;
    std::string status, name;
    int seed = 0;
    std::optional<int> fold;
    std::filesystem::path folder;
    TrainResult result;
    std::string beside = {}; ///< the set that the run is tested on, and besideText() of it; may be empty
    std::vector<std::pair<std::string, double>> baselines = {}; ///< what needs no network, on that set
    std::string early = {}; ///< why it ended before its last step; empty: it did not
};

/// `evaluations` are the run's.
TrainReport reportOf(const RunRecord& record, const RecordedRun& run, const std::vector<StoredEvaluation>& evaluations);

/// Run, folder, best and last figures.
std::string textOf(const TrainReport& report);
/// Mean and standard deviation over several runs.
std::string summaryText(const std::vector<TrainReport>& reports);
/// {"runs": […], "summary": {…}}; app/cli/README.md describes it.
nlohmann::ordered_json documentOf(const std::vector<TrainReport>& reports);

} // namespace headlight
