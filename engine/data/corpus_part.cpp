#include "data/corpus_part.h"

#include "core/error.h"

namespace headlight {

CorpusPart partOf(Corpus& corpus, const std::string& split) {
    const CorpusPart parts[] = {{"test", corpus.test}, {"dev", corpus.dev}, {"train", corpus.train}};
    std::string present;
    for (const CorpusPart& part : parts) {
        if (!part.examples.empty() && (split.empty() || split == part.name))
            return part;
        if (!part.examples.empty())
            present += (present.empty() ? "" : ", ") + part.name;
    }
    throw Error(corpus.spec + ": there is no " + (split.empty() ? "example" : "split \"" + split + "\"") +
                (present.empty() ? "" : "; it has " + present));
}

} // namespace headlight
