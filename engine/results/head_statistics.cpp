#include "results/head_statistics.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

void HeadStatisticsSum::add(Index query, std::span<const float> weights) {
    double sum = 0;
    for (const float weight : weights)
        sum += double(weight);
    if (!(sum > 0))
        return;
    ++m_queries;
    double entropy = 0, distance = 0;
    for (std::size_t key = 0; key < weights.size(); ++key) {
        const double p = double(weights[key]) / sum;
        if (p > 0)
            entropy -= p * std::log(p);
        distance += p * double(std::abs(Index(key) - query));
    }
    m_entropy += entropy;
    m_distance += distance;
    if (query >= 0 && query < Index(weights.size())) {
        m_self += double(weights[std::size_t(query)]) / sum;
        m_hasSelf = true;
    }
}

HeadStatistics HeadStatisticsSum::of(MapPart part) const {
    HeadStatistics statistics;
    statistics.queries = m_queries;
    if (m_queries == 0)
        return statistics;
    const double queries = double(m_queries);
    statistics.entropy = m_entropy / queries;
    if (part == MapPart::Self) {
        statistics.meanDistance = m_distance / queries;
        if (m_hasSelf)
            statistics.selfShare = m_self / queries;
    }
    return statistics;
}

HeadStatistics headStatistics(const AttentionMap& map) {
    if (map.stage != MapStage::Weight || map.features != 1)
        throw std::invalid_argument("headStatistics: expected weights with one number per cell, got stage " +
                                    nameOf(map.stage) + " with " + std::to_string(map.features));
    HeadStatisticsSum sum;
    for (Index query = 0; query < map.queries; ++query)
        sum.add(map.queryOffset + query,
                std::span(map.values).subspan(std::size_t(query * map.keys), std::size_t(map.keys)));
    return sum.of(map.address.part);
}

} // namespace headlight
