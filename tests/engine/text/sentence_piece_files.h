#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <cstdint>
#include <cstring>
#include <string>

namespace headlight {

/// Bytes of protocol buffers, for models that a test writes by itself.
inline std::string varintBytes(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += char((value & 0x7F) | 0x80);
    return bytes + char(value);
}

inline std::string wholeBytes(std::uint64_t field, std::uint64_t value) {
    return varintBytes(field << 3) + varintBytes(value);
}

inline std::string chunkBytes(std::uint64_t field, const std::string& content) {
    return varintBytes(field << 3 | 2) + varintBytes(content.size()) + content;
}

inline std::string pieceBytes(const std::string& text, float score = 0, int kind = 1) {
    char value[sizeof score];
    std::memcpy(value, &score, sizeof score);
    return chunkBytes(1, chunkBytes(1, text) + varintBytes(2 << 3 | 5) + std::string(value, sizeof score) +
                             wholeBytes(3, std::uint64_t(kind)));
}

/// <unk> <s> </s>, with which most models begin.
inline std::string markBytes() {
    return pieceBytes("<unk>", 0, 2) + pieceBytes("<s>", 0, 3) + pieceBytes("</s>", 0, 3);
}

/// A vocabulary that has a piece of two letters and, of one rule, what it takes for them.
inline std::string smallPieces() {
    return markBytes() + pieceBytes("\u2581a", -1) + pieceBytes("a", -2) + pieceBytes("\u2581", -3) +
           pieceBytes(",", -4);
}

/// A table of characters of the units given, in which everything else is zero.
inline std::string tableBytes(const std::string& units, const std::string& texts) {
    std::string size;
    for (int k = 0; k < 4; ++k)
        size += char(units.size() >> (8 * k) & 0xFF);
    return size + units + texts;
}

/// Units of no label, but for some.
inline std::string unitBytes(std::size_t count, std::initializer_list<std::pair<std::size_t, std::uint32_t>> some) {
    std::string units;
    for (std::size_t i = 0; i < count; ++i)
        units += std::string("\0\0\0\x80", 4);
    for (const auto& [place, unit] : some)
        for (std::size_t k = 0; k < 4; ++k)
            units[place * 4 + k] = char(unit >> (8 * k) & 0xFF);
    return units;
}

} // namespace headlight
