#include "analysis/rank_tests.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

using Groups = std::vector<std::vector<double>>;

/// All numbers with the group that each is of, in ascending order.
std::vector<std::pair<double, std::size_t>> sorted(const Groups& groups) {
    std::vector<std::pair<double, std::size_t>> all;
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const double number : groups[group]) {
            if (std::isnan(number))
                throw std::invalid_argument("rank tests: expected numbers, got a NaN");
            all.emplace_back(number, group);
        }
    std::sort(all.begin(), all.end());
    return all;
}

/// Calls visit(first, end) for each run of equal numbers.
template <class Visit>
void forTies(const std::vector<std::pair<double, std::size_t>>& all, const Visit& visit) {
    for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
        for (end = first; end < all.size() && all[end].first == all[first].first;)
            ++end;
        visit(first, end);
    }
}

/// Sums over sizes of groups, or of ties, that variances are made of.
struct SizeSums {
    double two = 0, three = 0, five = 0; ///< n(n−1), n(n−1)(n−2), n(n−1)(2n+5)

    void add(double n) {
        two += n * (n - 1);
        three += n * (n - 1) * (n - 2);
        five += n * (n - 1) * (2 * n + 5);
    }
};

} // namespace

/// The incomplete gamma function of half a whole number is a finite sum, behind the complementary error function where
/// the degrees are odd.
double chiSquaredAbove(double x, int degrees) {
    if (degrees < 1)
        throw std::invalid_argument("chiSquaredAbove: expected at least 1 degree of freedom");
    if (!(x > 0))
        return 1;
    const bool isOdd = degrees % 2 == 1;
    double sum = isOdd ? std::erfc(std::sqrt(x / 2)) : 0;
    // (x/2)^a e^(−x/2) / Γ(a + 1) for a = 0, 1, … or 1/2, 3/2, …, each from the one before
    double a = isOdd ? 0.5 : 0;
    double term = isOdd ? std::exp(-x / 2 + 0.5 * std::log(x / 2) - std::lgamma(1.5)) : std::exp(-x / 2);
    for (; a < degrees / 2.0; a += 1) {
        sum += term;
        term *= x / 2 / (a + 1);
    }
    return std::min(sum, 1.0);
}

RankTest kruskalWallis(const Groups& groups) {
    const auto all = sorted(groups);
    const auto n = double(all.size());
    std::vector<double> ranks(groups.size()); // their sums
    double ties = 0;
    forTies(all, [&](std::size_t first, std::size_t end) {
        const auto count = double(end - first);
        ties += count * count * count - count;
        for (std::size_t k = first; k < end; ++k)
            ranks[all[k].second] += (double(first) + double(end) + 1) / 2;
    });
    double sum = 0;
    int filled = 0;
    for (std::size_t group = 0; group < groups.size(); ++group)
        if (const auto size = double(groups[group].size()); size > 0) {
            const double above = ranks[group] / size - (n + 1) / 2;
            sum += size * above * above;
            ++filled;
        }
    const double equal = 1 - ties / (n * n * n - n);
    if (filled < 2 || !(equal > 0))
        return {};
    const double h = 12 / (n * (n + 1)) * sum / equal;
    return {h, chiSquaredAbove(h, filled - 1)};
}

RankTest jonckheere(const Groups& groups) {
    const auto all = sorted(groups);
    const auto n = double(all.size());
    std::vector<double> smaller(groups.size()), tied(groups.size()); // so many in each group
    SizeSums whole, sizes, ties;
    whole.add(n);
    double rising = 0;
    int filled = 0;
    for (const auto& group : groups) {
        sizes.add(double(group.size()));
        filled += !group.empty();
    }
    forTies(all, [&](std::size_t first, std::size_t end) {
        ties.add(double(end - first));
        std::fill(tied.begin(), tied.end(), 0.0);
        for (std::size_t k = first; k < end; ++k)
            ++tied[all[k].second];
        for (std::size_t later = 0; later < groups.size(); ++later)
            for (std::size_t group = 0; group < later; ++group)
                rising += tied[later] * (smaller[group] + tied[group] / 2);
        for (std::size_t group = 0; group < groups.size(); ++group)
            smaller[group] += tied[group];
    });
    const double pairs = (whole.two - sizes.two) / 2;
    double variance = (whole.five - sizes.five - ties.five) / 72;
    if (n > 2)
        variance += sizes.three * ties.three / (36 * whole.three);
    if (n > 1)
        variance += sizes.two * ties.two / (8 * whole.two);
    if (filled < 2 || !(variance > 1e-9))
        return {};
    const double z = (rising - pairs / 2) / std::sqrt(variance);
    return {z, std::erfc(std::abs(z) / std::sqrt(2.0))};
}

} // namespace headlight
