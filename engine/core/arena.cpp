#include "core/arena.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <sys/mman.h>

namespace headlight {

namespace {

constexpr std::size_t smallestBlock = std::size_t(1) << 20;

std::byte* fresh(std::size_t size) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc();
    return static_cast<std::byte*>(memory);
}

/// A few blocks of the smallest size that no arena has: of a pass through a small model, which is over in a
/// millisecond, the system would take a quarter to hand out pages and to take them back.
class SpareBlocks {
public:
    std::byte* take() {
        {
            const std::lock_guard lock(m_mutex);
            if (m_count > 0)
                return m_blocks[--m_count];
        }
        return fresh(smallestBlock);
    }

    void give(std::byte* block) {
        {
            const std::lock_guard lock(m_mutex);
            if (m_count < m_blocks.size()) {
                m_blocks[m_count++] = block;
                return;
            }
        }
        munmap(block, smallestBlock);
    }

private:
    std::mutex m_mutex;
    std::array<std::byte*, 4> m_blocks{};
    std::size_t m_count = 0;
};

SpareBlocks& spareBlocks() {
    static SpareBlocks blocks;
    return blocks;
}

} // namespace

Arena::Block::Block(std::size_t size)
    : m_memory(size == smallestBlock ? spareBlocks().take() : fresh(size)), m_size(size) {}

Arena::Block::~Block() {
    if (m_memory && m_size == smallestBlock)
        spareBlocks().give(m_memory);
    else if (m_memory)
        munmap(m_memory, m_size);
}

void Arena::reset() {
    m_current = 0;
    m_used = 0;
    m_bytes = 0;
    if (m_blocks.size() > 1) {
        m_blocks.clear();
        m_blocks.emplace_back(m_peak + m_peak / 2); // the next pass may be a little larger: a longer translation
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
