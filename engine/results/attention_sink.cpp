#include "results/attention_sink.h"

#include <algorithm>
#include <numeric>

namespace headlight {

std::optional<double> sinkShareOf(const AttentionMap& map) {
    const bool isOfTokens = map.queryNames.empty() && map.keyNames.empty() && map.firstKey == 0;
    if (map.address.part != MapPart::Self || map.stage != MapStage::Weight || map.features != 1 || !isOfTokens)
        return std::nullopt;
    double shares = 0;
    Index queries = 0;
    for (Index query = std::max<Index>(0, 1 - map.queryOffset); query < map.queries; ++query) {
        const auto row = map.values.begin() + query * map.keys, end = row + map.keys;
        if (std::count_if(row, end, [](float weight) { return weight > 0; }) < sinkFewestKeys)
            continue;
        shares += double(*row) / std::accumulate(row, end, 0.0);
        ++queries;
    }
    return queries > 0 ? std::optional(shares / double(queries)) : std::nullopt;
}

} // namespace headlight
