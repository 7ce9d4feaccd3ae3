#pragma once

#include "viewmodels/attend_model.h"

namespace headlight {

/// Of the classes in the shown answer.
inline std::vector<double> probabilitiesOf(const AttendModel& model) {
    std::vector<double> values;
    for (const AnswerRow& answer : model.answer().rows())
        values.push_back(answer.probability);
    return values;
}

} // namespace headlight
