#pragma once

#include <string>
#include <vector>

namespace headlight {

/// Labels of known corpora that don't speak for themselves, and what they mean.
struct LabelMeanings {
    std::string corpora;                                       ///< that have them, for people
    std::vector<std::pair<std::string, std::string>> meanings; ///< by label
};

const std::vector<LabelMeanings>& labelMeanings();

/// What a label means among all labels of a model: "description" for DESC of TREC's, "noun phrase, its first token" for
/// the tag B-NP. Empty unless all of them, whatever their case, are those of one row, and where the label says it
/// itself.
std::string labelMeaning(const std::string& label, const std::vector<std::string>& labels);

} // namespace headlight
