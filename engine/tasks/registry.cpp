#include "core/error.h"
#include "tasks/task.h"

#include <stdexcept>

namespace headlight {

const std::vector<std::unique_ptr<const Task>>& taskRows() {
    static const auto rows = [] {
        std::vector<std::unique_ptr<const Task>> made;
        made.push_back(classifyTask());
        made.push_back(pairTask());
        made.push_back(relatednessTask());
        made.push_back(tagTask());
        return made;
    }();
    return rows;
}

std::vector<std::string> taskIds() {
    std::vector<std::string> ids;
    for (const auto& row : taskRows())
        ids.push_back(row->id);
    return ids;
}

const Task& taskRow(const std::string& id) {
    std::string known;
    for (const auto& row : taskRows()) {
        if (row->id == id)
            return *row;
        known += (known.empty() ? "" : " | ") + row->id;
    }
    throw Error("task: expected " + known + ", got \"" + printable(id, 80) + "\"");
}

std::vector<std::string> metricsOfTask(const std::string& id) {
    for (const auto& row : taskRows())
        if (row->id == id)
            return row->metrics();
    std::vector<std::string> names;
    for (const Metric& metric : metricRows())
        names.push_back(metric.name);
    return names;
}

const Task& taskOf(const Corpus& corpus) {
    for (const auto& row : taskRows())
        if (row->examples() == corpus.kind)
            return *row;
    throw std::invalid_argument("taskOf: no task has examples of this kind");
}

} // namespace headlight
