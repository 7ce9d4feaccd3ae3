#pragma once

#include "store/run_recorder.h"

namespace headlight {

/// A run that is to be trained after another one of its series (several seeds or folds), on the same corpus.
struct PlannedRun {
    RunConfig config;
    RunLabel label = {};
};

/// What of a series is to be trained after this run, so that it goes on with the run: kept in the folder of the last
/// run that has begun. None where nothing is kept. The runs have the configuration of this one, but for seed and fold;
/// each has been looked at. Error naming the file, the run and what removing the file means when one can't be trained.
std::vector<PlannedRun> runsAfter(const RunRecord& run);
/// That something is kept there, whether or not it can be read.
bool hasRunsAfter(const std::filesystem::path& folder);
/// Error when a run has a folder that can't be kept, which is better told before the first one is trained.
void checkKeepable(const std::vector<PlannedRun>& runs);
/// Replaces what is kept there; of no runs, nothing is. Of their configurations, only seed and fold are kept.
void keepRunsAfter(const std::filesystem::path& folder, const std::vector<PlannedRun>& runs);

/// Hands what is left of a series on from run to run, for who hears of its runs (RunListener).
class SeriesKeeper {
public:
    void setRest(std::vector<PlannedRun> rest) { m_rest = std::move(rest); }   ///< behind the run that begins next
    void setFolder(const std::filesystem::path& folder) { m_folder = folder; } ///< of that run
    void setBefore(const std::filesystem::path& folder) { m_before = folder; } ///< of one that has ended already
    /// It is about to begin in this folder: the rest is kept there, too, for making its model may take long, and
    /// whoever is killed meanwhile resumes it.
    void placed(const std::filesystem::path& folder);
    /// It has begun: the rest is kept with it, and no longer with the run before.
    void begun();

private:
    std::vector<PlannedRun> m_rest;
    std::filesystem::path m_folder, m_before;
};

} // namespace headlight
