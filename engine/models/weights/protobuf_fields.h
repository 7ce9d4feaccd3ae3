#pragma once

#include "models/weights/byte_cursor.h"

#include <cstdint>
#include <optional>

namespace headlight {

/// How a field of protocol buffers lies in the file.
enum class WireType { Varint, Fixed64, Bytes, Fixed32 };

/// A field of a message: its number, and the content if that is a number, else where it is.
struct ProtobufField {
    std::uint64_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t value = 0;          ///< of a number, as its bits
    std::uint64_t begin = 0, end = 0; ///< of the content in the file
};

/// The next field of the message that the cursor goes through, which then stands behind it; none at the end. Error for
/// a number that is too long, a field that reaches beyond its message, and groups, an old form that nobody writes.
std::optional<ProtobufField> nextField(ByteCursor& message);

/// A number of 1 to 10 bytes, seven bits in each. Error when there are more, or 64 bits do not hold it.
std::uint64_t nextVarint(ByteCursor& cursor, const char* what);

} // namespace headlight
