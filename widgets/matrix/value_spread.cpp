#include "matrix/value_spread.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "matrix/matrix_view.h"

namespace headlight {

namespace {

constexpr double automaticShare = 0.98;
constexpr double leastTimesMean = 3.0; // of the high end: what is even has a third of the colours
constexpr int rankSteps = 256;
constexpr int quantileDigits = 2, meanDigits = 3;     // of an automatic end, as it is printed
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

/// To that many digits, so that what is printed of an end is what it is.
double roundedUp(double value, int digits) {
    if (!(value > 0.0) || !std::isfinite(value))
        return value;
    constexpr double alike = 1e-3; // of the last digit: sums of floats are a little off
    const int places = digits - 1 - static_cast<int>(std::floor(std::log10(value)));
    const double unit = std::pow(10.0, std::abs(places)); // a whole number, and the quotient the nearest to the decimal
    return places >= 0 ? std::ceil(value * unit - alike) / unit : std::ceil(value / unit - alike) * unit;
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
        const float value = view.value(row, column);
        extend(static_cast<double>(value));
        m_values.push_back(value);
        m_sum += static_cast<double>(value);
        ++m_counted;
    }
}

void ValueSpread::add(const MatrixView& view) {
    m_found = {};
    std::vector<int> seen(static_cast<size_t>(view.rows));
    for (int row = 0; row < view.rows; ++row)
        seen[static_cast<size_t>(row)] = seenIn(view, row);
    const int fewest = view.rowsAreShares && std::any_of(seen.begin(), seen.end(), [](int n) { return n > 1; }) ? 2 : 1;
    std::vector<CountedValues::Row> rows;
    for (int row = 0; row < view.rows; ++row) {
        if (seen[static_cast<size_t>(row)] < fewest)
            continue;
        const auto before = static_cast<std::ptrdiff_t>(m_values.size());
        addRow(view, row);
        const auto begin = m_values.begin() + before;
        rows.push_back({*std::max_element(begin, m_values.end()), m_values.end() - begin});
    }
    addPaleness(rows);
}

void ValueSpread::addPaleness(const std::vector<CountedValues::Row>& rows) {
    const double most = rows.size() == 1 ? faintAlone : faint;
    std::ptrdiff_t cells = 0, faintCells = 0;
    for (const CountedValues::Row& row : rows) {
        cells += row.seen;
        faintCells += static_cast<double>(row.largest) <= most ? row.seen : 0;
    }
    m_pale += 2 * faintCells > cells;
}

void ValueSpread::add(const CountedValues& values) {
    if (values.counts.empty())
        return;
    m_found = {};
    extend(values.low);
    extend(values.high);
    m_sum += values.sum;
    Counts both;
    std::merge(m_counts.begin(), m_counts.end(), values.counts.begin(), values.counts.end(), std::back_inserter(both));
    m_counts.clear();
    for (const auto& [value, count] : both) // those near the same value together: of many maps they stay few
        if (!m_counts.empty() && m_counts.back().first == value)
            m_counts.back().second += count;
        else
            m_counts.emplace_back(value, count);
    for (const auto& [value, count] : values.counts)
        m_counted += count;
    addPaleness(values.rows);
}

std::vector<float> ValueSpread::taken(bool ofDistances) const {
    std::vector<float> values = m_values;
    if (ofDistances)
        std::transform(values.begin(), values.end(), values.begin(), [](float value) { return std::abs(value); });
    return values;
}

/// All of them, ascending.
ValueSpread::Counts ValueSpread::counted(bool ofDistances) const {
    Counts counts = m_counts;
    counts.reserve(counts.size() + m_values.size());
    for (const float value : m_values)
        counts.emplace_back(value, 1);
    if (ofDistances)
        for (auto& [value, count] : counts)
            value = std::abs(value);
    std::sort(counts.begin(), counts.end());
    return counts;
}

/// The largest distance from zero.
double ValueSpread::farthest() const {
    return std::max(std::abs(m_low), std::abs(m_high));
}

QList<float> ValueSpread::ranks(bool ofDistances) const {
    const auto [found, isNew] = m_found.ranks.try_emplace(ofDistances);
    if (isNew)
        found->second = findRanks(ofDistances);
    return found->second;
}

QList<float> ValueSpread::findRanks(bool ofDistances) const {
    QList<float> ranks;
    if (m_counted == 0)
        return ranks;
    const std::ptrdiff_t last = m_counted - 1, steps = std::min<std::ptrdiff_t>(rankSteps, last);
    if (m_counts.empty()) {
        std::vector<float> values = taken(ofDistances);
        std::sort(values.begin(), values.end());
        for (std::ptrdiff_t step = 0; step <= steps; ++step)
            ranks << values[static_cast<size_t>(steps == 0 ? 0 : step * last / steps)];
        return ranks;
    }
    std::ptrdiff_t below = 0;
    for (const auto& [value, count] : counted(ofDistances)) {
        below += count;
        while (ranks.size() <= steps && ranks.size() * last / std::max<std::ptrdiff_t>(1, steps) < below)
            ranks << value;
    }
    if (!ofDistances)
        ranks.front() = static_cast<float>(m_low);
    ranks.back() = static_cast<float>(ofDistances ? farthest() : m_high);
    return ranks;
}

double ValueSpread::quantile(double share, bool ofDistances) const {
    const auto [found, isNew] = m_found.quantiles.try_emplace({share, ofDistances});
    if (isNew)
        found->second = findQuantile(share, ofDistances);
    return found->second;
}

double ValueSpread::findQuantile(double share, bool ofDistances) const {
    if (m_counted == 0)
        return 0.0;
    const auto place = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(m_counted - 1)));
    if (m_counts.empty()) {
        std::vector<float> values = taken(ofDistances);
        const auto at = values.begin() + place;
        std::nth_element(values.begin(), at, values.end());
        return static_cast<double>(*at);
    }
    std::ptrdiff_t below = 0;
    for (const auto& [value, count] : counted(ofDistances))
        if ((below += count) > place)
            return std::min(static_cast<double>(value), ofDistances ? farthest() : m_high);
    return ofDistances ? farthest() : m_high;
}

double ValueSpread::mean() const {
    return m_counted == 0 ? 0.0 : m_sum / static_cast<double>(m_counted);
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
        double reach = isQuantile ? roundedUp(quantile(automaticShare, true), quantileDigits) : farthest();
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
        const double most = share >= even ? roundedUp(share, quantileDigits) : roundedUp(even, meanDigits);
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
