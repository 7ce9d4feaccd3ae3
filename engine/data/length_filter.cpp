#include "data/length_filter.h"

#include "data/statistics.h"

#include <algorithm>

namespace headlight {

int leaveOutLongest(std::vector<Example>& examples, double percentile) {
    std::vector<int> lengths;
    for (const Example& example : examples)
        for (const auto& tokens : example.texts)
            lengths.push_back(int(tokens.size()));
    if (lengths.empty())
        return 0;
    std::sort(lengths.begin(), lengths.end());
    const int longest = lengthQuantile(lengths, percentile / 100);
    std::erase_if(examples, [longest](const Example& example) { return example.longest() > std::size_t(longest); });
    return longest;
}

} // namespace headlight
