#pragma once

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace headlight {

/// One of several classes.
struct ClassAnswer {
    std::vector<std::string> labels;
    std::vector<double> logits, probabilities; ///< by label
    std::size_t best() const {
        return std::size_t(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
    }
};

/// A number: the mean of levels by their probabilities.
struct ScoreAnswer {
    double score = 0;
    ClassAnswer levels;
};

/// What a model says of what it has read.
using Answer = std::variant<ClassAnswer, ScoreAnswer>;

/// The classes of an answer, or the levels of a score.
inline const ClassAnswer& classesOf(const Answer& answer) {
    const auto* score = std::get_if<ScoreAnswer>(&answer);
    return score ? score->levels : std::get<ClassAnswer>(answer);
}

} // namespace headlight
