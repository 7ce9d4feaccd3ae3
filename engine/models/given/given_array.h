#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace headlight {

/// Numbers with a shape, from whatever kind of file. Reading is safe from several threads at once.
struct GivenArray {
    std::string where; ///< for messages: "maps.npz: array \"attention\""
    std::vector<std::int64_t> shape;
    /// Fills in the numbers [first, first + count), where the last axis runs fastest. Error where the file was changed.
    std::function<void(std::uint64_t first, std::uint64_t count, float* out)> read;
};

} // namespace headlight
