#pragma once

#include "models/task_network.h"
#include "results/answer.h"
#include "results/token.h"

#include <string>
#include <vector>

namespace headlight {

// A model that chooses a sentence reads a question and a passage, which Unicode's rules cut into sentences
// (text/sentences.h). These are its sequences:
//
//     0        the passage: its tokens are the sentences, "2: the red bridge…"; maps are those between sentences
//     1 … n    a sentence each: maps within it
//     n + 1    the question

/// Error where one of them has no word, or there are too many to be looked at.
std::vector<Sequence> selectionSequences(const TaskNetwork& model, const std::string& question,
                                         const std::string& passage);
/// Of texts that are cut already.
std::vector<Sequence> selectionSequences(const TaskNetwork& model, const std::vector<std::string>& question,
                                         const std::vector<std::vector<std::string>>& sentences);

/// The question and the sentences that are read, as the baselines want them.
std::vector<Tokens> selectionTexts(const std::vector<Sequence>& sequences);

/// Gives the answer's sentences their places and names, and what is chosen without a network.
void describeSelection(SelectionAnswer& answer, const std::vector<Sequence>& sequences, const SentenceCounts& counts);

} // namespace headlight
