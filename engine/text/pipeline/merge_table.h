#pragma once

#include <cstdint>
#include <vector>

namespace headlight {

/// Two tokens side by side that become one.
struct Merge {
    int left = 0, right = 0;
    int rank = 0;   ///< the lowest is done first
    int joined = 0; ///< the token that they become
};

/// Finds merges by their two tokens, in one step of memory. Of two of the same tokens the last one counts.
class MergeTable {
public:
    explicit MergeTable(const std::vector<Merge>& merges);
    /// Null when these two don't become one.
    const Merge* find(int left, int right) const {
        for (std::size_t place = start(left, right);; ++place) {
            const Merge& merge = m_places[place & m_mask];
            if (merge.left < 0)
                return nullptr;
            if (merge.left == left && merge.right == right)
                return &merge;
        }
    }

private:
    static std::size_t start(int left, int right) {
        const std::uint64_t key = std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right);
        return std::size_t((key ^ key >> 31) * 0x9E3779B97F4A7C15u >> 20);
    }

    std::vector<Merge> m_places; ///< half of them or more have none, whose `left` is negative
    std::size_t m_mask = 0;
};

} // namespace headlight
