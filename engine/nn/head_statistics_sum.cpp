#include "nn/head_statistics_sum.h"

#include "core/double_sum.h"
#include "core/logarithm.h"
#include "results/attention_sink.h"

#include <limits>
#include <stdexcept>

namespace headlight {

void HeadStatisticsSum::add(Index query, std::span<const float> weights) {
    const auto keys = Index(weights.size());
    const double sum = doubleSum(weights.data(), keys);
    if (!(sum > 0))
        return;
    ++m_queries;
    constexpr double smallest = std::numeric_limits<double>::min();
    if (m_position.size() != keys)
        m_position = Eigen::ArrayXd::LinSpaced(keys, 0, double(keys - 1));
    m_information.resize(keys);
    m_share = Eigen::Map<const Eigen::ArrayXf>(weights.data(), keys).cast<double>() / sum;
    for (Index key = 0; key < keys; ++key) { // a share of 0 adds 0: its logarithm only has to be a number
        const double share = m_share(key);
        m_information(key) = share * logarithm(share < smallest ? smallest : share);
    }
    m_entropy -= doubleSum(m_information.data(), keys);
    m_distance += (m_share * (m_position - double(query)).abs()).sum();
    if (query >= 0 && query < keys) {
        m_self += m_share(query);
        m_hasSelf = true;
    }
    addPatterns(query);
}

/// Of the query whose shares were found last.
void HeadStatisticsSum::addPatterns(Index query) {
    const Index keys = m_share.size();
    if (query >= 1 && query <= keys)
        m_previous.add(m_share(query - 1));
    if (query >= -1 && query + 1 < keys)
        m_next.add(m_share(query + 1));
    if (m_marks.first)
        m_first.add(m_share(*m_marks.first));
    if (m_marks.first && query > 0 && (m_share > 0).count() >= sinkFewestKeys)
        m_sink.add(m_share(*m_marks.first));
    if (m_marks.separators.empty())
        return;
    double separators = 0;
    for (const Index key : m_marks.separators)
        separators += m_share(key);
    m_separator.add(separators);
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
        statistics.previous = m_previous.value();
        statistics.next = m_next.value();
        statistics.sink = m_sink.value();
    }
    statistics.first = m_first.value();
    statistics.separator = m_separator.value();
    return statistics;
}

HeadStatistics headStatistics(const AttentionMap& map, const KeyMarks& marks) {
    if (map.stage != MapStage::Weight || map.features != 1)
        throw std::invalid_argument("headStatistics: expected weights with one number per cell, got stage " +
                                    nameOf(map.stage) + " with " + std::to_string(map.features));
    HeadStatisticsSum sum(marks);
    for (Index query = 0; query < map.queries; ++query)
        sum.add(map.queryOffset + query,
                std::span(map.values).subspan(std::size_t(query * map.keys), std::size_t(map.keys)));
    return sum.of(map.address.part);
}

KeyMarks keyMarksOf(const AttentionMap& map, const Sequence& keys) {
    KeyMarks marks;
    if (!map.keyNames.empty() || map.firstKey + map.keys > Index(keys.tokens.size()))
        return marks;
    if (map.firstKey == 0 && map.keys > 0)
        marks.first = 0;
    for (Index key = 0; key < map.keys; ++key) {
        const Token& token = keys.tokens[std::size_t(map.firstKey + key)];
        const bool isTyped = token.begin < token.end; // a [MASK]
        if (map.firstKey + key > 0 && token.special && !isTyped)
            marks.separators.push_back(key);
    }
    return marks;
}

} // namespace headlight
