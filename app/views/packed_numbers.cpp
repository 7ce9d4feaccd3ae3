#include "views/packed_numbers.h"

#include <bit>
#include <cstdint>

namespace headlight {

namespace {

constexpr qsizetype planes = sizeof(float);
constexpr int qtHeader = 4; ///< with which qCompress begins, before zlib's own stream

} // namespace

QByteArray packedNumbers(std::span<const float> numbers) {
    const auto count = qsizetype(numbers.size());
    QByteArray bytes(count * planes, Qt::Uninitialized);
    for (qsizetype k = 0; k < count; ++k) {
        const auto bits = std::bit_cast<std::uint32_t>(numbers[std::size_t(k)]);
        for (qsizetype plane = 0; plane < planes; ++plane)
            bytes[plane * count + k] = char(bits >> (8 * plane));
    }
    return qCompress(bytes, 9).mid(qtHeader).toBase64();
}

} // namespace headlight
