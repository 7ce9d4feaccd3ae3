#pragma once

#include "models/weights/byte_source.h"

#include <cstdint>
#include <string>

namespace headlight {

/// Reads a GGUF file's header from the front. Nothing is taken or made room for before it is known that the file has
/// it. `place` is what an Error names beside the file.
class GgufCursor {
public:
    static constexpr std::uint64_t longest = 256'000'000; ///< bytes of a header

    explicit GgufCursor(const ByteSource& bytes) : m_bytes(bytes) {}

    std::uint64_t position() const { return m_position; }
    /// Error when `count` times `each` bytes do not follow, or are more than a header may have.
    void require(std::uint64_t count, std::uint64_t each, const std::string& place) const;
    void take(std::uint64_t count, char* out, const std::string& place);
    std::string take(std::uint64_t count, const std::string& place);
    std::uint32_t number32(const std::string& place);
    std::uint64_t number64(const std::string& place);
    /// The length of a text, which follows.
    std::uint64_t length(const std::string& place);
    [[noreturn]] void fail(const std::string& place, const std::string& what) const;

private:
    void checkEnd(std::uint64_t count, const std::string& place) const;

    const ByteSource& m_bytes;
    std::uint64_t m_position = 0;
    std::string m_window; ///< bytes of the file that have been read already
    std::uint64_t m_windowBegin = 0;
};

/// A name from the file in quotes, as it may stand in a message.
std::string ggufQuoted(const std::string& name);

} // namespace headlight
