#pragma once

#include <cstdint>
#include <string_view>

namespace headlight {

/// FNV-1a, 64 bits: the same on every machine, unlike std::hash. No protection against anybody's intent.
class Fnv1a {
public:
    void add(unsigned char byte) { m_value = (m_value ^ byte) * 0x100000001B3u; }
    void add(std::string_view bytes) {
        for (const char byte : bytes)
            add(static_cast<unsigned char>(byte));
    }
    std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xCBF29CE484222325u;
};

/// CRC-32 as zip, PNG and gzip have it.
std::uint32_t crc32Of(std::string_view bytes);

} // namespace headlight
