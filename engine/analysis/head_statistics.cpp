#include "analysis/head_statistics.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

HeadStatistics headStatistics(const AttentionMap& map) {
    if (map.stage != MapStage::Weight || map.features != 1)
        throw std::invalid_argument("headStatistics: expected weights with one number per cell, got stage " +
                                    nameOf(map.stage) + " with " + std::to_string(map.features));
    HeadStatistics statistics;
    double entropy = 0, distance = 0, self = 0;
    for (Index query = 0; query < map.queries; ++query) {
        double sum = 0;
        for (Index key = 0; key < map.keys; ++key)
            sum += double(map.at(query, key));
        if (!(sum > 0))
            continue;
        ++statistics.queries;
        for (Index key = 0; key < map.keys; ++key) {
            const double p = double(map.at(query, key)) / sum;
            if (p > 0)
                entropy -= p * std::log(p);
            distance += p * double(std::abs(key - query));
            if (key == query)
                self += p;
        }
    }
    if (statistics.queries == 0)
        return statistics;
    const double queries = double(statistics.queries);
    statistics.entropy = entropy / queries;
    if (map.kind == MapKind::TokenToToken) {
        statistics.meanDistance = distance / queries;
        statistics.selfShare = self / queries;
    }
    return statistics;
}

} // namespace headlight
