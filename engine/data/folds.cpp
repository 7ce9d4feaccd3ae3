#include "data/folds.h"

#include "core/error.h"
#include "data/group_folds.h"
#include "data/shuffle.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

void checkFolds(const Corpus& corpus, int k) {
    if (const int groups = corpus.isCutHere ? countGroups(corpus) : 0) {
        if (k < 3)
            throw Error(corpus.name + ": folds by articles are 3 at least: one is the test set, the next the dev set");
        if (groups < k)
            throw Error(corpus.name + ": " + std::to_string(groups) + " articles cannot be cut into " +
                        std::to_string(k) + " folds");
        return;
    }
    if (!corpus.test.empty())
        throw Error(corpus.name + ": the corpus has a test set of its own; cross-validation is for corpora without");
    if (corpus.train.size() < std::size_t(k))
        throw Error(corpus.name + ": " + std::to_string(corpus.train.size()) + " examples cannot be cut into " +
                    std::to_string(k) + " folds");
}

Corpus fold(const Corpus& corpus, int k, int index, std::uint64_t seed, FoldKind kind) {
    if (k < 2 || index < 0 || index >= k)
        throw std::invalid_argument("fold: expected k ≥ 2 and an index below it, got " + std::to_string(k) + " and " +
                                    std::to_string(index));
    checkFolds(corpus, k);
    const std::string name = corpus.name + " (fold " + std::to_string(index + 1) + " of " + std::to_string(k) + ")";
    if (corpus.isCutHere) {
        Corpus result = corpus;
        result.name = name;
        cutByGroup(result, k, index, seed);
        return result;
    }
    std::vector<int> order = shuffledOrder(corpus.train.size(), RandomKey(seed));
    if (kind == FoldKind::Stratified) // dealing out label after label gives each fold its share of each
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return corpus.train[std::size_t(a)].label < corpus.train[std::size_t(b)].label;
        });
    std::vector<bool> isTest(order.size());
    for (std::size_t i = std::size_t(index); i < order.size(); i += std::size_t(k))
        isTest[std::size_t(order[i])] = true;

    Corpus result;
    result.name = name;
    result.spec = corpus.spec;
    result.kind = corpus.kind;
    result.tokenizer = corpus.tokenizer;
    result.labels = corpus.labels;
    result.dev = corpus.dev;
    for (std::size_t i = 0; i < corpus.train.size(); ++i)
        (isTest[i] ? result.test : result.train).push_back(corpus.train[i]);
    return result;
}

} // namespace headlight
