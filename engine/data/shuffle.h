#pragma once

#include "core/random.h"

#include <numeric>
#include <vector>

namespace headlight {

/// 0 … count − 1 in the random order that belongs to the key.
inline std::vector<int> shuffledOrder(std::size_t count, RandomKey key) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    Random(key).shuffle(order);
    return order;
}

} // namespace headlight
