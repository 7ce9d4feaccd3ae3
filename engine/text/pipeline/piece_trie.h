#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// Byte strings with a number each, found by walking through a text's bytes, so that all entries that begin at a place
/// are found in as many steps as the longest has bytes. It takes some 12 bytes for each byte of the entries.
class PieceTrie {
public:
    static constexpr int none = -1;

    PieceTrie() = default;
    /// Of two entries of the same text the last one counts. Numbers are 0 or more; empty texts are left out.
    explicit PieceTrie(std::vector<std::pair<std::string_view, int>> entries);

    /// Where a walk begins.
    static constexpr std::uint32_t root() { return 0; }
    /// One byte further; false when no entry goes on so, and the place is as it was then.
    bool step(std::uint32_t& node, char byte) const;
    /// Number of the entry that ends there, or `none`.
    int numberAt(std::uint32_t node) const { return m_nodes.empty() ? none : m_nodes[node].number; }
    /// Of the whole text, or `none`.
    int find(std::string_view text) const;

private:
    struct Node {
        std::uint32_t firstChild = 0;
        std::int32_t number = none;
        std::uint16_t children = 0;
    };
    std::vector<Node> m_nodes;  ///< children of one node lie together, by their bytes
    std::vector<char> m_labels; ///< of each node
};

} // namespace headlight
