#pragma once

#include "tasks/task.h"

namespace headlight {

/// What tasks have in common whose examples have one label each.
class LabelTask : public HeadTask {
public:
    using HeadTask::HeadTask;

    std::vector<std::string> metrics(const std::vector<std::string>&) const override { return {"accuracy"}; }
    void checkTrainable(const Corpus& corpus) const override;
    std::unique_ptr<Judge> judge(const std::vector<std::string>& labels, const TaskHead& head) const override;
};

} // namespace headlight
