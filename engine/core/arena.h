#pragma once

#include "core/matrix.h"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace headlight {

/// Memory that is handed out in order and given back all at once. Blocks are kept by reset(), so that a training step
/// allocates nothing once the largest step has been seen. peakBytes() is the exact high-water mark of what was handed
/// out.
///
/// Everything starts on a 64-byte boundary: vectorised sums then give the same bits wherever a block lies.
/// Not thread-safe: one arena per tape, one tape per worker.
class Arena {
public:
    /// Uninitialised memory for `count` numbers.
    template <class T>
    T* allocate(Index count) {
        static_assert(std::is_trivially_destructible_v<T>, "an arena never runs destructors");
        return static_cast<T*>(raw(std::size_t(count) * sizeof(T)));
    }

    MatrixMap matrix(Index rows, Index columns) { return MatrixMap(allocate<Real>(rows * columns), rows, columns); }

    /// A copy of a callable or other object whose destructor does nothing.
    template <class T, class Object = std::decay_t<T>>
    Object* emplace(T&& object) {
        static_assert(std::is_trivially_destructible_v<Object>, "an arena never runs destructors");
        static_assert(alignof(Object) <= alignment);
        return new (raw(sizeof(Object))) Object(std::forward<T>(object));
    }

    /// Gives everything back. Several blocks are joined into one of the peak's size, once.
    void reset();
    std::size_t bytes() const { return m_bytes; }
    std::size_t peakBytes() const { return m_peak; }

private:
    static constexpr std::size_t alignment = 64;
    /// Pages of the system, which has them back at once, but for a few small ones that the next arena takes: the C++
    /// heap would keep what a joined block no longer needs.
    class Block {
    public:
        /// std::bad_alloc when the system has no more.
        explicit Block(std::size_t size);
        ~Block();
        Block(Block&& other) noexcept : m_memory(std::exchange(other.m_memory, nullptr)), m_size(other.m_size) {}
        Block& operator=(Block&&) = delete;
        std::byte* memory() const { return m_memory; }
        std::size_t size() const { return m_size; }

    private:
        std::byte* m_memory;
        std::size_t m_size;
    };
    void* raw(std::size_t bytes);

    std::vector<Block> m_blocks;
    std::size_t m_current = 0; ///< block in use
    std::size_t m_used = 0;    ///< bytes used of it
    std::size_t m_bytes = 0;   ///< handed out in all
    std::size_t m_peak = 0;
};

} // namespace headlight
