#pragma once

#include <QList>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "matrix/value_range.h"

namespace headlight {

struct MatrixView;

/// The visible values of a map that are too many to be kept one by one.
struct CountedValues {
    struct Row {
        float largest = 0;
        std::ptrdiff_t seen = 0; ///< columns
    };
    std::vector<std::pair<float, std::ptrdiff_t>> counts; ///< ascending values, and how many are near each
    double sum = 0.0;                                     ///< of all, exactly; as the ends
    double low = 0.0, high = 0.0;
    std::vector<Row> rows;
};

/// What a colour range is chosen by: the visible values of one map, or of all that are shown side by side. Of weights,
/// rows with a single visible key are left out while there are others: theirs is 1 whatever the head does. It remembers
/// what it was asked, for each of a hundred maps asks the same of all their values: one thread at a time.
class ValueSpread {
public:
    void add(const MatrixView& view);
    void add(const CountedValues& values);
    /// A row alone.
    void addRow(const MatrixView& view, int row);

    bool isEmpty() const { return m_low > m_high; }
    double low() const { return m_low; }
    double high() const { return m_high; }
    /// Weights are seen between 0 and 1: of no map do most cells stand in rows that are fainter everywhere than
    /// `faint`: of a map that hides keys the short rows are dark whatever the head does, and have few cells. A single
    /// row, of which a map has the only colours, is to use more of them.
    bool isLegible() const { return m_pale == 0; }
    static constexpr double faint = 0.125, faintAlone = 0.2;

    /// Of the values, or of their distances from zero.
    QList<float> ranks(bool ofDistances = false) const;
    double quantile(double share, bool ofDistances = false) const;
    double mean() const;

    /// The range for a choice and scale of values that are no typed limits. Signed ones are centred on zero.
    ValueRange range(RangeChoice choice, ColorScale scale, bool isSigned) const;
    /// The same between given ends.
    ValueRange within(double low, double high, RangeChoice choice, ColorScale scale, bool isSigned) const;

private:
    struct Found {
        std::map<std::pair<double, bool>, double> quantiles;
        std::map<bool, QList<float>> ranks;
    };
    using Counts = std::vector<std::pair<float, std::ptrdiff_t>>;
    void extend(double value);
    void addPaleness(const std::vector<CountedValues::Row>& rows);
    std::vector<float> taken(bool ofDistances) const;
    Counts counted(bool ofDistances) const;
    double farthest() const;
    double findQuantile(double share, bool ofDistances) const;
    QList<float> findRanks(bool ofDistances) const;

    std::vector<float> m_values; ///< one by one
    Counts m_counts;             ///< and of others how many there are
    double m_sum = 0.0;
    std::ptrdiff_t m_counted = 0;
    mutable Found m_found;                                                   ///< since the last value was added
    double m_low = std::numeric_limits<double>::infinity(), m_high = -m_low; ///< of all, exactly
    int m_pale = 0; ///< maps whose weights would not be seen between 0 and 1
};

} // namespace headlight
