#include "core/arena.h"

#include <algorithm>
#include <sys/mman.h>

namespace headlight {

namespace {
constexpr std::size_t smallestBlock = std::size_t(1) << 20;
} // namespace

Arena::Block::Block(std::size_t size)
    : m_memory(
          static_cast<std::byte*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))),
      m_size(size) {
    if (m_memory == MAP_FAILED)
        throw std::bad_alloc();
}

Arena::Block::~Block() {
    if (m_memory)
        munmap(m_memory, m_size);
}

void Arena::reset() {
    m_current = 0;
    m_used = 0;
    m_bytes = 0;
    if (m_blocks.size() > 1) {
        m_blocks.clear();
        m_blocks.emplace_back(m_peak);
    }
}

void* Arena::raw(std::size_t bytes) {
    bytes = (bytes + alignment - 1) / alignment * alignment;
    while (m_current < m_blocks.size() && m_used + bytes > m_blocks[m_current].size()) {
        ++m_current;
        m_used = 0;
    }
    if (m_current == m_blocks.size()) {
        const std::size_t size = std::max({bytes, smallestBlock, m_blocks.empty() ? 0 : m_blocks.back().size() * 2});
        m_blocks.emplace_back(size);
        m_used = 0;
    }
    std::byte* result = m_blocks[m_current].memory() + m_used;
    m_used += bytes;
    m_bytes += bytes;
    m_peak = std::max(m_peak, m_bytes);
    return result;
}

} // namespace headlight
