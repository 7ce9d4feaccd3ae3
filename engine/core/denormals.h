#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace headlight {

/// While it lives, this thread takes numbers below the smallest normal one (1.2e-38 in float) for zero. Processors work
/// on them a hundred times slower, and a trained network's gradients and the moments of its optimiser are full of them.
class FlushDenormals {
public:
#if defined(__SSE2__)
    FlushDenormals() : m_before(_mm_getcsr()) {
        _mm_setcsr(m_before | flushToZero | denormalsAreZero);
    }
    ~FlushDenormals() {
        _mm_setcsr(m_before);
    }

private:
    static constexpr unsigned flushToZero = 0x8000, denormalsAreZero = 0x0040;
    unsigned m_before;
#else
    FlushDenormals() {}
#endif
public:
    FlushDenormals(const FlushDenormals&) = delete;
    FlushDenormals& operator=(const FlushDenormals&) = delete;
};

} // namespace headlight
