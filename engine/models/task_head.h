#pragma once

#include "nn/highway.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight {

struct ClassifierOptions;

/// What stands on the sentence vectors [D × sentences] and gives the answer's scores [classes × examples].
class TaskHead {
public:
    virtual ~TaskHead() = default;
    virtual Var logits(Context& context, Var sentences) const = 0;
};

/// What a model answers, by the kind of examples it learns from.
struct TaskRow {
    std::string id, title;
    int sentences;      ///< of an example
    bool isScored;      ///< the classes are the levels of a score (data/score_levels.h)
    std::string figure; ///< what the best model is chosen by, one of Evaluation::figures()
    std::unique_ptr<TaskHead> (*makeHead)(const ClassifierOptions& options, const Builder& builder, Index width,
                                          Index classes);
    std::vector<std::string> options = {}; ///< of ClassifierOptions, those that no other task reads
};

const std::vector<TaskRow>& taskRows();
/// Error with the known ids when there is none.
const TaskRow& taskRow(const std::string& id);

} // namespace headlight
