#pragma once

#include "results/head_statistics.h"
#include "results/token.h"

#include <Eigen/Core>
#include <span>

namespace headlight {

/// Statistics from one query's weights after the other, in order.
class HeadStatisticsSum {
public:
    explicit HeadStatisticsSum(KeyMarks marks = {}) : m_marks(std::move(marks)) {}
    /// `query` is its position among the keys; it may be outside of them.
    void add(Index query, std::span<const float> weights);
    HeadStatistics of(MapPart part) const;

private:
    /// Of a share that not every query has.
    struct Mean {
        double sum = 0;
        Index queries = 0;
        void add(double share) {
            sum += share;
            ++queries;
        }
        std::optional<double> value() const {
            return queries > 0 ? std::optional(sum / double(queries)) : std::nullopt;
        }
    };
    void addPatterns(Index query);

    KeyMarks m_marks;
    Mean m_previous, m_next, m_first, m_sink, m_separator;
    double m_entropy = 0, m_distance = 0, m_self = 0;
    Index m_queries = 0;
    bool m_hasSelf = false;       ///< a query is among the keys
    Eigen::ArrayXd m_share;       ///< of the query's weights each key's
    Eigen::ArrayXd m_information; ///< p ln p of each key
    Eigen::ArrayXd m_position;    ///< 0, 1, 2 … of the keys
};

/// std::invalid_argument when the map is no weight map or has more than one number per cell.
HeadStatistics headStatistics(const AttentionMap& map, const KeyMarks& marks = {});
/// Of the map's columns, where these are the tokens of the sequence `keys`; none of others.
KeyMarks keyMarksOf(const AttentionMap& map, const Sequence& keys);

} // namespace headlight
