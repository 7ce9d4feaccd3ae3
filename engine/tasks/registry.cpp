#include "core/error.h"
#include "tasks/task.h"

#include <stdexcept>

namespace headlight {

static std::vector<std::unique_ptr<const Task>>& changeableRows() {
    static auto rows = [] {
        std::vector<std::unique_ptr<const Task>> made;
        made.push_back(classifyTask());
        made.push_back(pairTask());
        made.push_back(relatednessTask());
        made.push_back(tagTask());
        made.push_back(rolesTask());
        made.push_back(translateTask());
        return made;
    }();
    return rows;
}

const std::vector<std::unique_ptr<const Task>>& taskRows() {
    return changeableRows();
}

ExtraTask::ExtraTask(std::unique_ptr<const Task> task) {
    changeableRows().push_back(std::move(task));
}

ExtraTask::~ExtraTask() {
    changeableRows().pop_back();
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

const HeadTask& headTaskRow(const std::string& id) {
    if (const auto* task = dynamic_cast<const HeadTask*>(&taskRow(id)))
        return *task;
    throw Error("task: " + id + " (" + taskRow(id).title + ") is none of an encoder with layers behind it");
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

std::vector<const Task*> tasksFor(const Corpus& corpus) {
    std::vector<const Task*> tasks;
    for (const auto& row : taskRows())
        if (row->examples() == corpus.kind)
            tasks.push_back(row.get());
    if (tasks.empty())
        throw std::invalid_argument("tasksFor: no task has examples of this kind");
    return tasks;
}

const Task& taskFor(const Corpus& corpus, const std::string& id, const std::string& asking) {
    std::string known;
    const std::vector<const Task*> tasks = tasksFor(corpus);
    for (const Task* task : tasks) {
        if (id.empty() || task->id == id)
            return *task;
        known += (known.empty() ? "" : task == tasks.back() ? " or " : ", ") + task->id + " (" + task->title + ")";
    }
    throw Error(asking + ": the examples of " + corpus.name + " are for " + known);
}

} // namespace headlight
