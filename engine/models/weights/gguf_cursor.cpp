#include "models/weights/gguf_cursor.h"

#include "core/error.h"

#include <algorithm>
#include <cstring>

namespace headlight {

void GgufCursor::fail(const std::string& place, const std::string& what) const {
    throw Error(m_bytes.file() + ": " + place + ": " + what);
}

void GgufCursor::require(std::uint64_t count, std::uint64_t each, const std::string& place) const {
    const std::uint64_t left = m_bytes.size() - m_position;
    if (count > left / each)
        fail(place, (each == 1 ? std::to_string(count) + " bytes" : std::to_string(count) + " entries") +
                        " are announced, but only " + std::to_string(left) +
                        " bytes follow; the file is cut off or damaged");
    if (count * each > longest - m_position)
        fail(place, "the header is longer than the 256 MB that are allowed; the file is damaged or made to deceive");
}

void GgufCursor::checkEnd(std::uint64_t count, const std::string& place) const {
    if (count > m_bytes.size() - m_position)
        fail(place, "the file ends there; it is cut off or damaged");
    require(count, 1, place);
}

void GgufCursor::take(std::uint64_t count, char* out, const std::string& place) {
    constexpr std::uint64_t windowBytes = 1 << 16;
    checkEnd(count, place);
    if (count > windowBytes) {
        m_bytes.read(m_position, count, out);
    } else if (count > 0) {
        if (m_position + count > m_windowBegin + m_window.size()) {
            m_window.resize(std::size_t(std::min(windowBytes, m_bytes.size() - m_position)));
            m_bytes.read(m_position, m_window.size(), m_window.data());
            m_windowBegin = m_position;
        }
        std::memcpy(out, m_window.data() + (m_position - m_windowBegin), std::size_t(count));
    }
    m_position += count;
}

std::string GgufCursor::take(std::uint64_t count, const std::string& place) {
    checkEnd(count, place); // before there is room for it
    std::string bytes(std::size_t(count), '\0');
    take(count, bytes.data(), place);
    return bytes;
}

std::uint32_t GgufCursor::number32(const std::string& place) {
    std::uint32_t number = 0;
    char bytes[sizeof number];
    take(sizeof number, bytes, place);
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

std::uint64_t GgufCursor::number64(const std::string& place) {
    std::uint64_t number = 0;
    char bytes[sizeof number];
    take(sizeof number, bytes, place);
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

std::uint64_t GgufCursor::length(const std::string& place) {
    const std::uint64_t count = number64(place);
    require(count, 1, place);
    return count;
}

std::string ggufQuoted(const std::string& name) {
    return "\"" + printable(name) + "\"";
}

} // namespace headlight
