#include "open_data.h"

#include "diagnostic.h"

namespace headlight {

Corpus openData(const std::string& spec) {
    return isDiagnostic(spec) ? makeDiagnostic(spec) : openCorpus(spec);
}

Corpus openDataSplit(const std::string& spec, const std::string& split) {
    return isDiagnostic(spec) ? makeDiagnostic(spec) : openSplit(spec, split);
}

} // namespace headlight
