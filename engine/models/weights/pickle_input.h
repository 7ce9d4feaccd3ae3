#pragma once

#include "models/weights/byte_source.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace headlight {

/// Gives the bytes of a pickle, one after the other. Error "FILE: its pickle is cut off …" when there are no more.
class PickleInput {
public:
    static constexpr std::uint64_t most = std::uint64_t(64) << 20; ///< bytes of a checkpoint's pickles together

    PickleInput(const ByteSource& bytes, std::uint64_t begin, std::uint64_t end)
        : m_bytes(bytes), m_at(begin), m_end(end), m_first(begin) {}

    const std::string& file() const { return m_bytes.file(); }
    std::uint64_t at() const { return m_at; } ///< of the next byte in the file

    std::uint8_t byte() { return number<std::uint8_t>(); }
    template <class Number>
    Number number() {
        Number value;
        char bytes[sizeof(Number)];
        take(sizeof(Number), bytes);
        std::memcpy(&value, bytes, sizeof(Number));
        return value;
    }
    /// Appends the next `count` bytes.
    void append(std::uint64_t count, std::string& text);
    /// The text up to the end of the line; Error when it has more than 256 bytes.
    std::string line();
    /// Error "FILE: byte N of its pickle: …".
    [[noreturn]] void fail(const std::string& what) const;

private:
    void need(std::uint64_t count) const;
    void take(std::uint64_t count, char* out);

    const ByteSource& m_bytes;
    std::uint64_t m_at, m_end, m_first;
    std::string m_part; ///< bytes that have been read at once
    std::uint64_t m_partBegin = 0;
};

} // namespace headlight
