#include "core/arena.h"

#include <algorithm>

namespace headlight {

namespace {
constexpr std::size_t smallestBlock = std::size_t(1) << 20;

std::byte* allocateAligned(std::size_t bytes, std::size_t alignment) {
    return static_cast<std::byte*>(::operator new(bytes, std::align_val_t(alignment)));
}
} // namespace

void Arena::reset() {
    m_current = 0;
    m_used = 0;
    m_bytes = 0;
    if (m_blocks.size() > 1) {
        m_blocks.clear();
        m_blocks.push_back({std::unique_ptr<std::byte, Free>(allocateAligned(m_peak, alignment)), m_peak});
    }
}

void* Arena::raw(std::size_t bytes) {
    bytes = (bytes + alignment - 1) / alignment * alignment;
    while (m_current < m_blocks.size() && m_used + bytes > m_blocks[m_current].size) {
        ++m_current;
        m_used = 0;
    }
    if (m_current == m_blocks.size()) {
        const std::size_t size = std::max({bytes, smallestBlock, m_blocks.empty() ? 0 : m_blocks.back().size * 2});
        m_blocks.push_back({std::unique_ptr<std::byte, Free>(allocateAligned(size, alignment)), size});
        m_used = 0;
    }
    std::byte* result = m_blocks[m_current].memory.get() + m_used;
    m_used += bytes;
    m_bytes += bytes;
    m_peak = std::max(m_peak, m_bytes);
    return result;
}

} // namespace headlight
