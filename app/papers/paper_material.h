#pragma once

#include "engine/analysis/scale_measurement.h"
#include "engine/store/kept_runs.h"
#include "engine/store/kept_words.h"
#include "style/series_look.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A sweep that a figure needs. Figures that ask for one name share what is measured.
struct PaperSweep {
    std::string name;
    ScalePlan plan;
};

/// A run that a figure needs. Figures that ask for one configuration share the run.
struct PaperRun {
    std::string setting; ///< what it is in the figure; runs of one setting are its seeds
    RunConfig config;    ///< with its task; `data` is below the folder that holds the corpora: "cr?limit=300"
};

/// What a figure needs to be in the store, and in the folders of its runs.
struct PaperNeeds {
    std::vector<PaperSweep> sweeps = {};
    std::vector<PaperRun> runs = {};
    std::optional<WordsPlan> words = {}; ///< that the model of each run is asked about
};

/// "mtsa, seed 2": for messages, names of runs and tables.
std::string titleOf(const PaperRun& run);
/// The folders and files below that of the corpora which the runs read, each once.
std::vector<std::string> corporaOf(const PaperNeeds& needs);
/// The specification of a corpus below a folder, as the store has it.
std::string corpusBelow(const std::string& folder, const std::string& data);

/// A run that a figure needs, as far as the store has it.
struct PaperResult {
    std::string setting;
    int seed = 1;
    RunId run = 0;           ///< 0: there is none that has begun
    std::string status;      ///< "finished", "not trained", "stopped", "failed: …"
    bool isFinished = false; ///< what a figure draws
    RunSummary summary = {}; ///< of one that is there
    std::optional<WordReport> words = {};
};

/// A run of the user's that is put beside those of a figure.
struct OwnRun {
    std::string name;
    RunSummary summary;
    SeriesLook look; ///< that it has in every view
};

/// What a store has of what a figure needs. It refers to the store.
struct PaperMaterial {
    const Store& store;
    bool quick = false;
    std::vector<std::vector<ScaleMeasurement>> sweeps = {}; ///< as many as are needed; empty: not measured
    std::vector<PaperResult> runs = {};                     ///< as many as are needed, in their order
    std::vector<OwnRun> own = {};
    std::vector<std::string> missing = {}; ///< a line for each sweep or run that is not there or has not ended
};

/// `folder` holds the corpora; without one, corpora may be anywhere.
PaperMaterial materialOf(const PaperNeeds& needs, const Store& store, const std::string& folder, bool quick);

} // namespace headlight
