#pragma once

#include "core/real.h"

#include <array>
#include <cstddef>

namespace headlight {

/// Σ of `count` numbers in double, in a fixed order that a processor adds several at a time in.
template <class Number, class Count>
double doubleSum(const Number* numbers, Count count) {
    constexpr std::size_t lanes = 16;
    std::array<double, lanes> sums{};
    const auto end = std::size_t(count);
    std::size_t i = 0;
    for (; i + lanes <= end; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += double(numbers[i + lane]);
    for (std::size_t lane = 0; i < end; ++i, ++lane)
        sums[lane] += double(numbers[i]);
    double sum = 0;
    for (const double part : sums)
        sum += part;
    return sum;
}

} // namespace headlight
