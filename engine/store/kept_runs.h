#pragma once

#include "store/run_recorder.h"

#include <functional>
#include <map>

namespace headlight {

/// The runs of a store by what decides their result, so that nothing is trained twice.
class KeptRuns {
public:
    /// Reads those that this version of the program has trained; damaged ones are left out.
    explicit KeptRuns(const Store& store);

    /// The run of exactly this configuration, in which an option that the program did not have yet when the run was
    /// stored counts as its default: the latest that has finished, else the latest that has not; null when
    /// there is none. Its corpus is the one that `config.data` names by a path from the root on, or by the end of that
    /// path ("cr?limit=300"), wherever the folder is.
    const RunSummary* find(const RunConfig& config) const;

private:
    struct Kept {
        std::string data;
        RunSummary summary;
    };
    std::multimap<std::string, Kept> m_runs; ///< by the configuration without its corpus; each kind in the order of ids
};

/// Trains what the store lacks of a configuration: nothing when a run of it has finished, the rest of one that was
/// stopped or killed, all of it when there is none. `config.data` is as find() takes it, from the root on. Returns
/// false when it was stopped. Error as trainRecorded() and resumeRecorded().
bool trainMissing(const std::filesystem::path& storePath, const RunConfig& config,
                  const std::function<Corpus(const std::string&)>& open, int threads, TrainControl& control,
                  RunListener& listener, const RunLabel& label);

} // namespace headlight
