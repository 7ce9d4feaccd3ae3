#pragma once

#include <QByteArray>
#include <span>

namespace headlight {

/// Numbers as text for a page, without loss: the first bytes of all, then the second ones …, least significant first,
/// compressed (zlib) and in base64. Sign and exponent of neighbours are much alike, which is where it saves.
QByteArray packedNumbers(std::span<const float> numbers);

} // namespace headlight
