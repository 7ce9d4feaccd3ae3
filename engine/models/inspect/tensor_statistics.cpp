#include "models/inspect/tensor_statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headlight {

namespace {

/// Mean and squares of deviations of blocks, joined as Chan, Golub and LeVeque (1979) do it: neither loses digits where
/// the mean is large beside the deviation.
struct JoinedMoments {
    double count = 0, mean = 0, deviations = 0, squares = 0;

    void add(const std::vector<double>& finite) {
        if (finite.empty())
            return;
        const double some = double(finite.size());
        double sum = 0;
        for (const double value : finite)
            sum += value;
        const double center = sum / some;
        double around = 0;
        for (const double value : finite) {
            around += (value - center) * (value - center);
            squares += value * value;
        }
        const double apart = center - mean, all = count + some;
        mean += apart * some / all;
        deviations += around + apart * apart * count * some / all;
        count = all;
    }
};

} // namespace

TensorStatistics statisticsOf(const TensorFile& file, const std::string& name, const NumbersRead& read) {
    TensorNumbers numbers(file, name);
    TensorStatistics statistics;
    statistics.numbers = numbers.size();
    JoinedMoments moments;
    std::vector<double> finite;
    for (std::int64_t done = 0; done < numbers.size();) {
        const std::vector<double>& block = numbers.next();
        finite.clear();
        std::copy_if(block.begin(), block.end(), std::back_inserter(finite), [](double x) { return std::isfinite(x); });
        statistics.notFinite += std::int64_t(block.size() - finite.size());
        for (const double value : finite) {
            statistics.minimum = std::fmin(statistics.minimum, value); // the other one of NaN and a number
            statistics.maximum = std::fmax(statistics.maximum, value);
        }
        moments.add(finite);
        done += std::int64_t(block.size());
        read(std::int64_t(block.size()));
    }
    if (moments.count > 0) {
        statistics.mean = moments.mean;
        statistics.deviation = std::sqrt(moments.deviations / moments.count);
        statistics.norm = std::sqrt(moments.squares);
    }
    return statistics;
}

TensorHistogram histogramOf(const TensorFile& file, const std::string& name, const TensorStatistics& statistics,
                            std::size_t bins, const NumbersRead& read) {
    TensorHistogram histogram{statistics.minimum, statistics.maximum, {}};
    if (std::isnan(histogram.low))
        return {};
    const double scale = std::isfinite(histogram.high - histogram.low) ? 1 : 0.5; // of doubles that are far apart
    const double range = histogram.high * scale - histogram.low * scale;
    histogram.counts.resize(range > 0 ? bins : 1);
    const double last = double(histogram.counts.size() - 1);
    TensorNumbers numbers(file, name);
    for (std::int64_t done = 0; done < numbers.size();) {
        const std::vector<double>& block = numbers.next();
        for (const double value : block)
            if (std::isfinite(value)) {
                const double share = range > 0 ? (value * scale - histogram.low * scale) / range : 0;
                ++histogram.counts[std::size_t(std::clamp(share * double(bins), 0.0, last))];
            }
        done += std::int64_t(block.size());
        read(std::int64_t(block.size()));
    }
    return histogram;
}

} // namespace headlight
