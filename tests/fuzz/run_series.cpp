#include "store/run_series.h"

#include "core/json_text.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"

/// What stands in a run's folder about those that are to follow it.
void headlight::fuzz::readRunSeries(std::string_view bytes) {
    static const Scratch scratch;
    scratch.write("series.json", bytes);
    RunRecord run;
    run.checkpoint = scratch.folder().string();
    run.configuration = jsonText(RunConfig::forEncoder("disa").toJson());
    const std::vector<PlannedRun> runs = runsAfter(run);
    keepRunsAfter(scratch.folder(), runs);
    const std::vector<PlannedRun> again = runsAfter(run);
    require(again.size() == runs.size(), "what is kept are as many runs");
    for (std::size_t k = 0; k < runs.size(); ++k)
        require(again[k].config.toJson() == runs[k].config.toJson() &&
                    again[k].label.tags.size() == runs[k].label.tags.size(),
                "what is kept reads the same");
}
