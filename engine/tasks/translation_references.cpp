#include "tasks/translation_references.h"

#include "core/error.h"

namespace headlight {

std::vector<ReferencesOfSentence> referencesOfSentences(std::size_t hypotheses,
                                                        std::span<const std::vector<std::string>> sets) {
    if (sets.empty())
        throw std::invalid_argument("referencesOfSentences: expected at least one set of references, got none");
    std::vector<ReferencesOfSentence> sentences(hypotheses);
    for (const std::vector<std::string>& set : sets) {
        if (set.size() != hypotheses)
            throw Error("There are " + std::to_string(hypotheses) + " hypotheses, but " + std::to_string(set.size()) +
                        " references. There has to be a reference for each hypothesis, in the same order.");
        for (std::size_t s = 0; s < hypotheses; ++s)
            if (!set[s].empty())
                sentences[s].push_back(set[s]);
    }
    for (std::size_t s = 0; s < hypotheses; ++s)
        if (sentences[s].empty())
            throw Error("The reference of sentence " + std::to_string(s + 1) +
                        " is empty. A translation can only be compared with one that has words.");
    return sentences;
}

std::string translationSignature(std::optional<std::size_t> references, bool lowerCase, const std::string& rest) {
    return "nrefs:" + (references ? std::to_string(*references) : "var") + "|case:" + (lowerCase ? "lc" : "mixed") +
           "|" + rest + "|version:headlight-" HEADLIGHT_VERSION;
}

} // namespace headlight
