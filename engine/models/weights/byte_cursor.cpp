#include "models/weights/byte_cursor.h"

#include "core/error.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace headlight {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in the file");

ByteCursor::ByteCursor(const ByteSource& source, std::uint64_t begin, std::uint64_t end)
    : m_source(source), m_at(begin), m_end(end) {}

void ByteCursor::fail(const std::string& what) const {
    throw Error(m_source.file() + ": " + (m_place.empty() ? "" : m_place + ": ") + what);
}

void ByteCursor::need(std::uint64_t count, const char* what) const {
    if (count > left())
        fail("byte " + std::to_string(m_at) + ": " + what + " needs " + std::to_string(count) +
             (count == 1 ? " byte" : " bytes") + ", only " + std::to_string(left()) + " are left; " +
             "the file is cut off or damaged");
}

void ByteCursor::take(std::uint64_t count, char* out, const char* what) {
    need(count, what);
    constexpr std::uint64_t windowBytes = 4096;
    const bool isInside = m_at >= m_windowBegin && m_at - m_windowBegin <= m_window.size() &&
                          count <= m_window.size() - (m_at - m_windowBegin);
    if (!isInside && count <= windowBytes) {
        m_windowBegin = m_at;
        m_window.resize(std::size_t(std::min(windowBytes, left())));
        m_source.read(m_at, m_window.size(), m_window.data());
    }
    if (count > windowBytes)
        m_source.read(m_at, count, out);
    else
        std::memcpy(out, m_window.data() + (m_at - m_windowBegin), std::size_t(count));
    m_at += count;
}

std::string ByteCursor::text(std::uint64_t count, const char* what) {
    need(count, what);
    std::string result(std::size_t(count), '\0');
    take(count, result.data(), what);
    return result;
}

void ByteCursor::skip(std::uint64_t count, const char* what) {
    need(count, what);
    m_at += count;
}

} // namespace headlight
