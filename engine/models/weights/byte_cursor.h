#pragma once

#include "models/weights/byte_source.h"

#include <cstdint>
#include <string>
#include <utility>

namespace headlight {

/// Reads a part of a file from its beginning to its end, number by number. What lies beyond the part's end is an Error
/// "FILE: PLACE: byte 12: WHAT needs 4 bytes, only 2 are left; …". Small reads are served from a piece of the file in
/// memory, so a file is read about once.
class ByteCursor {
public:
    /// The bytes [begin, end) of the source, which must outlive the cursor.
    ByteCursor(const ByteSource& source, std::uint64_t begin, std::uint64_t end);

    std::uint64_t at() const { return m_at; } ///< in the file
    std::uint64_t left() const { return m_end - m_at; }
    /// What is being read, for messages: `tensor "a"`. Empty: nothing is said of it.
    void setPlace(std::string place) { m_place = std::move(place); }
    /// Error with file and place.
    [[noreturn]] void fail(const std::string& what) const;

    /// A number as it lies in memory, little-endian.
    template <class Number>
    Number number(const char* what) {
        Number value;
        take(sizeof(Number), reinterpret_cast<char*>(&value), what);
        return value;
    }
    std::string text(std::uint64_t count, const char* what);
    void skip(std::uint64_t count, const char* what);

private:
    void need(std::uint64_t count, const char* what) const;
    void take(std::uint64_t count, char* out, const char* what);

    const ByteSource& m_source;
    std::uint64_t m_at, m_end;
    std::string m_place;
    std::string m_window; ///< bytes of the file from m_windowBegin on
    std::uint64_t m_windowBegin = 0;
};

} // namespace headlight
