#include "data/statistics.h"

#include "data/corpus_kinds.h"

#include <algorithm>
#include <cmath>

namespace headlight {

int lengthQuantile(const std::vector<int>& sorted, double share) {
    return sorted[std::size_t(std::max(0.0, std::ceil(share * double(sorted.size())) - 1))];
}

PartStatistics statisticsOf(const Corpus& corpus, const std::vector<Example>& examples) {
    PartStatistics statistics;
    statistics.perLabel.resize(corpus.labels.size());
    std::vector<int> lengths;
    lengths.reserve(examples.size());
    for (const Example& example : examples) {
        for (const int label : exampleLabels(example, corpus.kind))
            ++statistics.perLabel.at(std::size_t(label));
        lengths.push_back(int(example.texts.front().size()));
    }
    statistics.examples = std::int64_t(examples.size());
    const TokenCounts counts = countTokens(examples);
    statistics.tokens = counts.total();
    statistics.distinctTokens = std::int64_t(counts.tokens().size());
    if (lengths.empty())
        return statistics;
    std::sort(lengths.begin(), lengths.end());
    statistics.shortest = lengths.front();
    statistics.median = lengthQuantile(lengths, 0.5);
    statistics.percentile97 = lengthQuantile(lengths, 0.97);
    statistics.longest = lengths.back();
    return statistics;
}

} // namespace headlight
