#include "train/learner_rows.h"

#include "train/learner.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

const std::vector<LearnerRow>& learnerRows() {
    static const std::vector<LearnerRow> rows = {translationLearnerRow(),
                                                 sentenceLearnerRow()}; // the last takes every folder
    return rows;
}

const LearnerRow& learnerRow(const Task& task) {
    const auto row = std::find_if(learnerRows().begin(), learnerRows().end(),
                                  [&](const LearnerRow& candidate) { return candidate.learns(task); });
    if (row == learnerRows().end())
        throw std::invalid_argument("learnerRow: nothing learns the task " + task.id);
    return *row;
}

const LearnerRow& learnerRow(const RunConfig& config) {
    return learnerRow(config.task.empty() ? *taskRows().front() : taskRow(config.task));
}

ParameterCounts countsOf(const RunConfig& config, int classes) {
    return learnerRow(config).count(config, classes);
}

NewLearner newLearner(const RunConfig& config, const Corpus& corpus) {
    return learnerRow(taskOf(config, corpus)).make(config, corpus);
}

std::unique_ptr<Learner> openLearner(const std::filesystem::path& folder) {
    return std::find_if(learnerRows().begin(), learnerRows().end(),
                        [&](const LearnerRow& row) { return row.isFolder(folder); })
        ->open(folder);
}

} // namespace headlight
