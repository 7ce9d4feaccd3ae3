#include "tasks/score_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace headlight {

namespace {

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const double n = double(a.size());
    const double meanA = std::accumulate(a.begin(), a.end(), 0.0) / n,
                 meanB = std::accumulate(b.begin(), b.end(), 0.0) / n;
    double together = 0, spreadA = 0, spreadB = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        together += (a[k] - meanA) * (b[k] - meanB);
        spreadA += (a[k] - meanA) * (a[k] - meanA);
        spreadB += (b[k] - meanB) * (b[k] - meanB);
    }
    return spreadA > 0 && spreadB > 0 ? together / std::sqrt(spreadA * spreadB) : 0;
}

/// From 1; equal values share the mean of their places.
std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](auto i, auto j) { return values[i] < values[j]; });
    std::vector<double> result(values.size());
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
        for (end = first + 1; end < order.size() && values[order[end]] == values[order[first]];)
            ++end;
        for (std::size_t k = first; k < end; ++k)
            result[order[k]] = double(first + 1 + end) / 2;
    }
    return result;
}

} // namespace

ScoreFit scoreFit(const std::vector<double>& predicted, const std::vector<double>& wanted) {
    if (predicted.size() != wanted.size())
        throw std::invalid_argument("scoreFit: expected as many predicted as wanted scores");
    ScoreFit fit;
    if (predicted.empty()) {
        fit.spread = false;
        return fit;
    }
    for (std::size_t k = 0; k < wanted.size(); ++k)
        fit.squaredError += (predicted[k] - wanted[k]) * (predicted[k] - wanted[k]) / double(wanted.size());
    const auto isSpread = [](const std::vector<double>& values) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        return *low < *high;
    };
    fit.spread = isSpread(predicted) && isSpread(wanted);
    if (!fit.spread)
        return fit;
    fit.pearson = correlation(predicted, wanted);
    fit.spearman = correlation(ranks(predicted), ranks(wanted));
    return fit;
}

} // namespace headlight
