#include "text/pipeline/piece_trie.h"

#include <algorithm>

namespace headlight {

namespace {

/// Entries that agree in their first `depth` bytes.
struct PieceTrieGroup {
    std::uint32_t node = 0;
    std::size_t begin = 0, end = 0, depth = 0;
};

} // namespace

PieceTrie::PieceTrie(std::vector<std::pair<std::string_view, int>> entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    m_nodes.emplace_back();
    m_labels.push_back(0);
    std::vector<PieceTrieGroup> groups = {{0, 0, entries.size(), 0}};
    for (std::size_t next = 0; next < groups.size(); ++next) {
        const PieceTrieGroup group = groups[next];
        std::size_t begin = group.begin;
        for (; begin < group.end && entries[begin].first.size() == group.depth; ++begin)
            if (group.depth > 0)
                m_nodes[group.node].number = entries[begin].second;
        m_nodes[group.node].firstChild = std::uint32_t(m_nodes.size());
        while (begin < group.end) {
            const char label = entries[begin].first[group.depth];
            std::size_t end = begin + 1;
            while (end < group.end && entries[end].first[group.depth] == label)
                ++end;
            groups.push_back({std::uint32_t(m_nodes.size()), begin, end, group.depth + 1});
            m_nodes.emplace_back();
            m_labels.push_back(label);
            ++m_nodes[group.node].children;
            begin = end;
        }
    }
}

bool PieceTrie::step(std::uint32_t& node, char byte) const {
    if (m_nodes.empty())
        return false;
    const auto first = m_labels.begin() + std::ptrdiff_t(m_nodes[node].firstChild);
    const auto last = first + m_nodes[node].children;
    // Sorted as views of chars are: by their values without a sign.
    const auto found = std::lower_bound(first, last, byte, [](char a, char b) {
        return static_cast<unsigned char>(a) < static_cast<unsigned char>(b);
    });
    if (found == last || *found != byte)
        return false;
    node = std::uint32_t(found - m_labels.begin());
    return true;
}

int PieceTrie::find(std::string_view text) const {
    std::uint32_t node = root();
    for (const char byte : text)
        if (!step(node, byte))
            return none;
    return numberAt(node);
}

} // namespace headlight
