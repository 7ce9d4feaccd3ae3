#pragma once

#include "data/corpus.h"

#include <string>

namespace headlight {

/// Everything that `--data` takes: `diagnostic:NAME?…` is generated, anything else is read. Error as makeDiagnostic and
/// openCorpus.
Corpus openData(const std::string& spec);
/// The same for one split, as openSplit has it.
Corpus openDataSplit(const std::string& spec, const std::string& split);

} // namespace headlight
