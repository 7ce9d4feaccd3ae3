#pragma once

#include "core/config.h"

namespace headlight {

/// Which of a translation model's tables are one: the vectors of source words, those of target words, and the output
/// layer's (Press and Wolf 2017; Vaswani et al. 2017, §3.4).
enum class SharedTables {
    None,            ///< three tables (CSAN, REFERENCE §3.5)
    TargetAndOutput, ///< the output layer's is that of the target words
    All              ///< one for all (MTSA, REFERENCE §3.4); the vocabulary is the same
};

/// "none", "target", "all".
const ChoiceNames<SharedTables>& sharedTablesNames();

/// What stands around the stacks of a translation model: how words are cut into pieces, and how it looks for a
/// translation.
struct TranslationSetup {
    int merges = 10000;
    bool jointMerges = true;
    SharedTables shared = SharedTables::All;
    int beams = 5;
    double lengthPenalty = 0.6;
    int extraTokens = 50;
};

const Fields<TranslationSetup>& translationFields();

/// Id of the task in taskRows().
constexpr const char* translationTask = "translate";

} // namespace headlight
