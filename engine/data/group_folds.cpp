#include "data/group_folds.h"

#include "data/shuffle.h"

#include <algorithm>
#include <utility>

namespace headlight {

std::map<std::string, int> groupParts(const std::map<std::string, int>& sizes, int k, std::uint64_t seed) {
    std::vector<std::pair<std::string, int>> groups(sizes.begin(), sizes.end());
    const RandomKey key(seed);
    Random(key.with(0)).shuffle(groups);
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.second > b.second; });

    const std::vector<int> numbers = shuffledOrder(std::size_t(k), key.with(1));
    std::vector<int> taken(std::size_t(k), 0);
    std::map<std::string, int> parts;
    for (const auto& [group, size] : groups) {
        const auto smallest = std::min_element(taken.begin(), taken.end());
        *smallest += size;
        parts[group] = numbers[std::size_t(smallest - taken.begin())];
    }
    return parts;
}

static std::map<std::string, int> sizesOf(const Corpus& corpus) {
    std::map<std::string, int> sizes;
    for (const auto* part : {&corpus.train, &corpus.dev, &corpus.test})
        for (const Example& example : *part)
            ++sizes[example.group];
    return sizes;
}

int countGroups(const Corpus& corpus) {
    const std::map<std::string, int> sizes = sizesOf(corpus);
    return sizes.contains("") ? 0 : int(sizes.size());
}

void cutByGroup(Corpus& corpus, int k, int index, std::uint64_t seed) {
    const std::map<std::string, int> parts = groupParts(sizesOf(corpus), k, seed);
    std::vector<Example> train, dev, test;
    for (auto* from : {&corpus.train, &corpus.dev, &corpus.test})
        for (Example& example : *from) {
            const int part = parts.at(example.group);
            (part == index ? test : part == (index + 1) % k ? dev : train).push_back(std::move(example));
        }
    corpus.train = std::move(train);
    corpus.dev = std::move(dev);
    corpus.test = std::move(test);
}

} // namespace headlight
