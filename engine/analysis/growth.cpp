#include "analysis/growth.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace headlight {

namespace {

using Points = std::vector<std::pair<double, double>>;

Points logarithms(const Points& points) {
    Points result;
    for (const auto& [x, y] : points)
        if (x > 0 && y > 0 && std::isfinite(y))
            result.emplace_back(std::log(x), std::log(y));
    return result;
}

/// On the lines between points; x lies within them.
double valueAt(const Points& points, double x) {
    auto right = std::lower_bound(points.begin(), points.end(), x,
                                  [](const auto& point, double at) { return point.first < at; });
    if (right == points.begin() || right->first == x)
        return right->second;
    const auto left = right - 1;
    return left->second + (right->second - left->second) * (x - left->first) / (right->first - left->first);
}

/// With a point in every country, unlike printf.
std::string fixed(double number, int decimals) {
    char digits[400];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, decimals).ptr;
    return {digits, end};
}

} // namespace

double Growth::at(double length) const {
    return factor * std::pow(length, exponent);
}

std::string Growth::text() const {
    return "n^" + fixed(exponent, 2) + (uncertainty ? " ± " + fixed(*uncertainty, 2) : "") + ", " + fixed(from, 0) +
           " to " + fixed(to, 0) + " tokens, R² " + fixed(r2, 3);
}

std::optional<Growth> growthOf(const std::vector<GrowthPoint>& points) {
    std::vector<GrowthPoint> logs;
    for (const auto& [length, value, error] : points)
        if (length > 0 && value > 0 && std::isfinite(value))
            logs.push_back({std::log(length), std::log(value), error});
    const double n = double(logs.size());
    double meanX = 0, meanY = 0;
    for (const auto& [x, y, error] : logs) {
        meanX += x / n;
        meanY += y / n;
    }
    double xx = 0, xy = 0, yy = 0;
    for (const auto& [x, y, error] : logs) {
        xx += (x - meanX) * (x - meanX);
        xy += (x - meanX) * (y - meanY);
        yy += (y - meanY) * (y - meanY);
    }
    if (logs.size() < 2 || xx <= 0)
        return std::nullopt;
    Growth growth;
    growth.exponent = xy / xx;
    growth.factor = std::exp(meanY - growth.exponent * meanX);
    double rest = 0, variance = 0;
    for (const auto& [x, y, error] : logs) {
        rest += std::pow(y - meanY - growth.exponent * (x - meanX), 2);
        variance += std::pow((x - meanX) / xx * error, 2);
    }
    growth.ofPoints = std::sqrt(variance);
    if (logs.size() > 2 || growth.ofPoints > 0)
        growth.uncertainty = std::max(growth.ofPoints, logs.size() > 2 ? std::sqrt(rest / (n - 2) / xx) : 0);
    const auto [shortest, longest] =
        std::minmax_element(logs.begin(), logs.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    growth.from = std::round(std::exp(shortest->length));
    growth.to = std::round(std::exp(longest->length));
    growth.r2 = yy > 0 ? 1 - rest / yy : 1;
    return growth;
}

Points crossings(const Points& a, const Points& b) {
    const Points first = logarithms(a), second = logarithms(b);
    if (first.empty() || second.empty())
        return {};
    const double from = std::max(first.front().first, second.front().first);
    const double to = std::min(first.back().first, second.back().first);
    std::set<double> places;
    for (const Points* points : {&first, &second})
        for (const auto& point : *points)
            if (point.first >= from && point.first <= to)
                places.insert(point.first);
    Points found;
    double lastX = 0, lastDifference = 0;
    std::optional<double> meeting; // equal since there
    for (const double x : places) {
        const double difference = valueAt(first, x) - valueAt(second, x);
        if (difference == 0) {
            meeting = meeting.value_or(x);
            continue;
        }
        if (lastDifference * difference < 0) {
            const double at = meeting.value_or(lastX + (x - lastX) * lastDifference / (lastDifference - difference));
            found.emplace_back(std::exp(at), std::exp(valueAt(first, at)));
        }
        meeting.reset();
        lastX = x;
        lastDifference = difference;
    }
    return found;
}

} // namespace headlight
