#include "papers/paper_material.h"

#include "engine/core/paths.h"
#include "engine/data/corpus.h"
#include "engine/store/kept_sweep.h"

#include <algorithm>

namespace headlight {

namespace {

PaperResult resultOf(const PaperRun& needed, const RunSummary* kept) {
    PaperResult result{needed.setting, needed.config.train.seed, 0, "not trained"};
    if (!kept)
        return result;
    const RunRecord& run = kept->run;
    result.run = run.id;
    result.isFinished = run.status == RunStatus::Finished;
    result.status = statusName(run.status) + (run.status == RunStatus::Failed ? ": " + run.message : "");
    result.summary = *kept;
    return result;
}

} // namespace

std::string titleOf(const PaperRun& run) {
    return run.setting + ", seed " + std::to_string(run.config.train.seed);
}

std::vector<std::string> corporaOf(const PaperNeeds& needs) {
    std::vector<std::string> paths;
    for (const PaperRun& run : needs.runs)
        if (const std::string path = parseSpec(run.config.data).path;
            std::find(paths.begin(), paths.end(), path) == paths.end())
            paths.push_back(path);
    return paths;
}

std::string corpusBelow(const std::string& folder, const std::string& data) {
    return folder.empty() ? data : (wholePath(folder) / data).lexically_normal().string();
}

PaperMaterial materialOf(const PaperNeeds& needs, const Store& store, const std::string& folder, bool quick) {
    PaperMaterial material{store, quick};
    for (const PaperSweep& sweep : needs.sweeps) {
        const SweepId id = keptSweep(store, sweep.name, sweep.plan);
        material.sweeps.push_back(id > 0 ? store.measurements(id) : std::vector<ScaleMeasurement>());
        if (!isComplete(sweep.plan, material.sweeps.back()))
            material.missing.push_back("the sweep “" + sweep.name +
                                       "”: " + std::to_string(material.sweeps.back().size()) + " of " +
                                       std::to_string(sweep.plan.points().size()) + " points are measured");
    }
    if (needs.runs.empty())
        return material;
    const KeptRuns kept(store);
    for (const PaperRun& needed : needs.runs) {
        RunConfig config = needed.config;
        config.data = corpusBelow(folder, config.data);
        material.runs.push_back(resultOf(needed, kept.find(config)));
        PaperResult& result = material.runs.back();
        if (!result.isFinished)
            material.missing.push_back(titleOf(needed) + ": " + result.status);
        if (!needs.words || !result.isFinished)
            continue;
        result.words = keptWords(result.summary.run.checkpoint, *needs.words);
        if (!result.words)
            material.missing.push_back(titleOf(needed) + ": its words are not weighed");
    }
    return material;
}

} // namespace headlight
