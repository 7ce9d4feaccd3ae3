#pragma once

#include <cstdint>

namespace headlight {

/// While it lives, reading a page of a map that its file no longer has, since another program shortened it, or that the
/// disk fails to give, does not end this program (SIGBUS): its bytes are 0xFF from then on. These are NaN in every type
/// of numbers that is computed with where it lies, so that they do not pass for weights.
class MapGuard {
public:
    MapGuard(const void* begin, std::uint64_t bytes);
    ~MapGuard();
    MapGuard(const MapGuard&) = delete;
    MapGuard& operator=(const MapGuard&) = delete;

    /// How often pages were missing, of any map. Who computes with maps compares it with what it was before.
    static std::uint64_t losses();

    struct Range; ///< of addresses; what the handler of the signal looks through

private:
    Range& m_range;
};

} // namespace headlight
