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

std::optional<Growth> growthOf(const Points& points) {
    const Points logs = logarithms(points);
    const double n = double(logs.size());
    double meanX = 0, meanY = 0;
    for (const auto& [x, y] : logs) {
        meanX += x / n;
        meanY += y / n;
    }
    double xx = 0, xy = 0, yy = 0;
    for (const auto& [x, y] : logs) {
        xx += (x - meanX) * (x - meanX);
        xy += (x - meanX) * (y - meanY);
        yy += (y - meanY) * (y - meanY);
    }
    if (logs.size() < 2 || xx <= 0)
        return std::nullopt;
    Growth growth;
    growth.exponent = xy / xx;
    growth.factor = std::exp(meanY - growth.exponent * meanX);
    double rest = 0;
    for (const auto& [x, y] : logs)
        rest += std::pow(y - meanY - growth.exponent * (x - meanX), 2);
    if (logs.size() > 2)
        growth.uncertainty = std::sqrt(rest / (n - 2) / xx);
    const auto [shortest, longest] = std::minmax_element(logs.begin(), logs.end());
    growth.from = std::round(std::exp(shortest->first));
    growth.to = std::round(std::exp(longest->first));
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
