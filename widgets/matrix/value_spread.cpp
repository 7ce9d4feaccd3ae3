#include "matrix/value_spread.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "matrix/matrix_view.h"

namespace headlight {

namespace {

constexpr double automaticShare = 0.98;
constexpr double leastTimesMean = 3.0;    // of the high end: what is even has a third of the colours
constexpr qsizetype mostSampled = 65'536; // of a map: more would not move a quantile
constexpr int rankSteps = 256;
constexpr double mostDecades = 6.0, rowDecades = 3.0; // of a logarithmic scale

bool isSeen(const MatrixView& view, int row, int column) {
    return !view.isMasked(row, column) && std::isfinite(view.value(row, column));
}

/// Up to two.
int seenIn(const MatrixView& view, int row) {
    int seen = 0;
    for (int column = 0; column < view.columns && seen < 2; ++column)
        seen += isSeen(view, row, column);
    return seen;
}

/// Every how many cells one is taken: never in step with the columns, or some of them would be all that is seen.
int strideOf(const MatrixView& view) {
    auto stride = static_cast<int>(view.values.size() / mostSampled + 1);
    while (std::gcd(stride, std::max(1, view.columns)) > 1)
        ++stride;
    return stride;
}

} // namespace

void ValueSpread::extend(double value) {
    m_low = std::min(m_low, value);
    m_high = std::max(m_high, value);
}

void ValueSpread::addRow(const MatrixView& view, int row) {
    m_found = {};
    for (int column = 0; column < view.columns; ++column) {
        if (!isSeen(view, row, column))
            continue;
        extend(static_cast<double>(view.value(row, column)));
        m_values.push_back(view.value(row, column));
    }
}

void ValueSpread::add(const MatrixView& view) {
    m_found = {};
    std::vector<int> seen(static_cast<size_t>(view.rows));
    for (int row = 0; row < view.rows; ++row)
        seen[static_cast<size_t>(row)] = seenIn(view, row);
    const int fewest = view.rowsAreShares && std::any_of(seen.begin(), seen.end(), [](int n) { return n > 1; }) ? 2 : 1;
    const int stride = strideOf(view);
    int rows = 0, faintRows = 0, wait = 0; // for the next cell of the sample
    for (int row = 0; row < view.rows; ++row) {
        if (seen[static_cast<size_t>(row)] < fewest)
            continue;
        double largest = -std::numeric_limits<double>::infinity();
        for (int column = 0; column < view.columns; ++column) {
            if (!isSeen(view, row, column))
                continue;
            const auto value = static_cast<double>(view.value(row, column));
            extend(value);
            largest = std::max(largest, value);
            if (wait-- == 0) {
                m_values.push_back(view.value(row, column));
                wait = stride - 1;
            }
        }
        ++rows;
        faintRows += largest <= faint;
    }
    m_pale += 2 * faintRows > rows;
}

std::vector<float> ValueSpread::taken(bool ofDistances) const {
    std::vector<float> values = m_values;
    if (ofDistances)
        std::transform(values.begin(), values.end(), values.begin(), [](float value) { return std::abs(value); });
    return values;
}

QList<float> ValueSpread::ranks(bool ofDistances) const {
    const auto [found, isNew] = m_found.ranks.try_emplace(ofDistances);
    if (isNew)
        found->second = findRanks(ofDistances);
    return found->second;
}

QList<float> ValueSpread::findRanks(bool ofDistances) const {
    std::vector<float> values = taken(ofDistances);
    std::sort(values.begin(), values.end());
    QList<float> ranks;
    const size_t steps = std::min<size_t>(rankSteps, values.empty() ? 0 : values.size() - 1);
    for (size_t step = 0; step <= steps && !values.empty(); ++step)
        ranks << values[steps == 0 ? 0 : step * (values.size() - 1) / steps];
    return ranks;
}

double ValueSpread::quantile(double share, bool ofDistances) const {
    const auto [found, isNew] = m_found.quantiles.try_emplace({share, ofDistances});
    if (isNew)
        found->second = findQuantile(share, ofDistances);
    return found->second;
}

double ValueSpread::findQuantile(double share, bool ofDistances) const {
    if (m_values.empty())
        return 0.0;
    std::vector<float> values = taken(ofDistances);
    const auto place = static_cast<size_t>(std::ceil(share * static_cast<double>(values.size() - 1)));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), at, values.end());
    return static_cast<double>(*at);
}

double ValueSpread::mean() const {
    if (!m_found.mean) {
        const double sum = std::accumulate(m_values.begin(), m_values.end(), 0.0);
        m_found.mean = m_values.empty() ? 0.0 : sum / static_cast<double>(m_values.size());
    }
    return *m_found.mean;
}

ValueRange ValueSpread::within(double low, double high, RangeChoice choice, ColorScale scale, bool isSigned) const {
    ValueRange range{low, high, choice, scale};
    if (scale == ColorScale::Percentile) {
        range.ranks = ranks(isSigned);
        if (!isSigned && !range.ranks.isEmpty() &&
            range.ranks.front() < range.ranks.back()) { // whatever was chosen: what the first and the last colour are
            range.low = static_cast<double>(range.ranks.front());
            range.high = static_cast<double>(range.ranks.back());
        }
    } else if (scale == ColorScale::Logarithmic && !isSigned && high > 0.0 &&
               !(choice == RangeChoice::Fixed && low > 0.0)) { // zero has no place on it
        const double least = high * std::pow(10.0, -mostDecades);
        range.low = choice == RangeChoice::Row ? high * std::pow(10.0, -rowDecades)
                                               : std::clamp(std::max(low, quantile(0.02)), least, high / 10);
        range.lowIsMoved = range.low != low;
    }
    return range;
}

ValueRange ValueSpread::range(RangeChoice choice, ColorScale scale, bool isSigned) const {
    if (isEmpty())
        return {0.0, 1.0, choice, scale};
    const bool isPercentile = scale == ColorScale::Percentile && choice != RangeChoice::Row; // has all values' ends
    if (isSigned) {
        const bool isQuantile = choice == RangeChoice::Automatic && !isPercentile;
        double reach = isQuantile ? quantile(automaticShare, true) : std::max(std::abs(m_low), std::abs(m_high));
        if (!(reach > 0.0))
            reach = 1.0;
        ValueRange range = within(-reach, reach, choice, scale, true);
        range.below = isQuantile ? automaticShare : 0.0;
        return range;
    }
    if (choice == RangeChoice::Automatic && !isPercentile) {
        if (isLegible() && m_low >= 0.0 && m_high <= 1.0)
            return within(0.0, 1.0, choice, scale, false);
        const double share = quantile(automaticShare), even = leastTimesMean * mean();
        const double most = std::max(share, even);
        ValueRange range = within(0.0, most > 0.0 ? most : 1.0, choice, scale, false); // of zeros alone there is no end
        range.below = share >= even ? automaticShare : 0.0;
        range.timesMean = share >= even ? 0.0 : leastTimesMean;
        return range;
    }
    const bool isOneValue = m_low == m_high; // has no range of its own
    const double low = choice == RangeChoice::Row || isOneValue ? std::min(0.0, m_low) : m_low;
    const double high = isOneValue ? std::max(0.0, m_high) : m_high;
    return within(low, high > low ? high : low + 1.0, choice, scale, false);
}

} // namespace headlight
