#include "data/selection_folds.h"

#include "core/error.h"
#include "data/group_folds.h"

#include <map>
#include <stdexcept>
#include <string>

namespace headlight {

SelectionSplit articleFold(const SelectionData& data, int k, int index, std::uint64_t seed) {
    if (k < 3 || index < 0 || index >= k)
        throw std::invalid_argument("articleFold: expected k ≥ 3 and an index below it, got " + std::to_string(k) +
                                    " and " + std::to_string(index));
    const auto titleOf = [&](const SelectionQuestion& question) -> const std::string& {
        return data.passages[std::size_t(question.passage)].title;
    };
    std::map<std::string, int> questionsOf;
    for (const SelectionQuestion& question : data.questions)
        ++questionsOf[titleOf(question)];
    if (questionsOf.size() < std::size_t(k))
        throw Error(std::to_string(questionsOf.size()) + " articles cannot be cut into " + std::to_string(k) +
                    " parts");

    const std::map<std::string, int> parts = groupParts(questionsOf, k, seed);
    SelectionSplit split;
    for (std::size_t q = 0; q < data.questions.size(); ++q) {
        const int part = parts.at(titleOf(data.questions[q]));
        std::vector<int>& set = part == index ? split.test : part == (index + 1) % k ? split.dev : split.train;
        set.push_back(int(q));
    }
    return split;
}

} // namespace headlight
