#include "models/published/resample.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Keys' cubic kernel (1981).
double cubic(double x, double a) {
    x = std::abs(x);
    if (x < 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

double triangle(double x) {
    return std::max(0.0, 1 - std::abs(x));
}

constexpr int weightBits = 32 - 8 - 2; ///< Pillow's: bytes times such weights fit into 32 bits

/// Weights as whole numbers.
std::vector<std::int32_t> fixedWeights(const ResampleTaps& taps) {
    std::vector<std::int32_t> fixed;
    for (const double weight : taps.weights) {
        const double scaled = weight * double(1 << weightBits);
        fixed.push_back(std::int32_t(scaled < 0 ? scaled - 0.5 : scaled + 0.5));
    }
    return fixed;
}

/// Makes an axis of `to` places: there are `lines` of them, a place `step` numbers behind the one before.
struct PixelAxis {
    Index lines, length, step;
    Index lineBegin(Index line, Index ofLength) const { return line / step * step * ofLength + line % step; }
};

/// `lines` runs over everything but this axis.
std::vector<std::uint8_t> alongAxis(const std::vector<std::uint8_t>& pixels, const PixelAxis& axis, Index to,
                                    Resampling kernel) {
    std::vector<std::uint8_t> out(std::size_t(axis.lines * to));
    const std::vector<ResampleTaps> all = resampleTaps(axis.length, to, kernel);
    for (Index place = 0; place < to; ++place) {
        const ResampleTaps& taps = all[std::size_t(place)];
        const std::vector<std::int32_t> weights = fixedWeights(taps);
        for (Index line = 0; line < axis.lines; ++line) {
            std::int32_t sum = 1 << (weightBits - 1);
            const std::uint8_t* from = pixels.data() + axis.lineBegin(line, axis.length) + taps.first * axis.step;
            for (const std::int32_t weight : weights) {
                sum += weight * std::int32_t(*from);
                from += axis.step;
            }
            out[std::size_t(axis.lineBegin(line, to) + place * axis.step)] =
                std::uint8_t(std::clamp(sum >> weightBits, 0, 255));
        }
    }
    return out;
}

} // namespace

std::vector<ResampleTaps> resampleTaps(Index from, Index to, Resampling kernel) {
    const double scale = double(from) / double(to), wider = std::max(scale, 1.0);
    const double support = (kernel == Resampling::Bicubic ? 2 : 1) * wider;
    std::vector<ResampleTaps> all;
    for (Index place = 0; place < to; ++place) {
        const double center = (double(place) + 0.5) * scale;
        ResampleTaps& taps = all.emplace_back();
        taps.first = std::max<Index>(Index(center - support + 0.5), 0);
        const Index end = std::min<Index>(Index(center + support + 0.5), from);
        double sum = 0;
        for (Index at = taps.first; at < end; ++at) {
            const double x = (double(at) - center + 0.5) / wider;
            taps.weights.push_back(kernel == Resampling::Bicubic ? cubic(x, -0.5) : triangle(x));
            sum += taps.weights.back();
        }
        for (double& weight : taps.weights)
            weight /= sum;
    }
    return all;
}

std::vector<ResampleTaps> bicubicTaps(Index from, Index to) {
    std::vector<ResampleTaps> all;
    for (Index place = 0; place < to; ++place) {
        const double center = (double(place) + 0.5) * double(from) / double(to) - 0.5;
        const Index before = Index(std::floor(center));
        const auto within = [&](Index at) { return std::clamp<Index>(at, 0, from - 1); };
        ResampleTaps& taps = all.emplace_back();
        taps.first = within(before - 1);
        taps.weights.resize(std::size_t(within(before + 2) - taps.first + 1));
        for (Index at = before - 1; at <= before + 2; ++at)
            taps.weights[std::size_t(within(at) - taps.first)] += cubic(double(at) - center, -0.75);
    }
    return all;
}

Image resized(const Image& image, Index height, Index width, Resampling kernel) {
    constexpr Index channels = 3;
    Image result = image;
    if (width != image.width) {
        result.pixels = alongAxis(result.pixels, {image.height * channels, image.width, channels}, width, kernel);
        result.width = width;
    }
    if (height != image.height) {
        result.pixels = alongAxis(result.pixels, {width * channels, image.height, width * channels}, height, kernel);
        result.height = height;
    }
    return result;
}

} // namespace headlight
