#pragma once

#include "data/corpus.h"

#include <string>
#include <vector>

namespace headlight {

/// The examples of one split.
struct CorpusPart {
    std::string name; ///< "test", "dev" or "train"
    std::vector<Example>& examples;
};

/// The split of that name, or the first of test, dev and train that has examples (""). Error where it has none, with
/// those that have.
CorpusPart partOf(Corpus& corpus, const std::string& split);

} // namespace headlight
