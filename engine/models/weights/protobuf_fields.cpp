#include "models/weights/protobuf_fields.h"

namespace headlight {

std::uint64_t nextVarint(ByteCursor& cursor, const char* what) {
    const std::uint64_t begin = cursor.at();
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = cursor.number<std::uint8_t>(what);
        if (shift == 63 && byte > 1)
            break;
        value |= std::uint64_t(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    cursor.fail("byte " + std::to_string(begin) + ": " + what + " has more than 64 bits; the file is damaged");
}

std::optional<ProtobufField> nextField(ByteCursor& message) {
    if (message.left() == 0)
        return std::nullopt;
    const std::uint64_t tagAt = message.at(), tag = nextVarint(message, "the number of a field");
    ProtobufField field;
    field.number = tag >> 3;
    field.begin = message.at();
    if (field.number == 0 || tag > 0xFFFFFFFF)
        message.fail("byte " + std::to_string(tagAt) + ": there is no field " + std::to_string(field.number) +
                     "; the file is damaged or no protocol buffer");
    switch (tag & 7) {
    case 0:
        field.type = WireType::Varint;
        field.value = nextVarint(message, "a number");
        break;
    case 1:
        field.type = WireType::Fixed64;
        field.value = message.number<std::uint64_t>("a number");
        break;
    case 2: {
        field.type = WireType::Bytes;
        const std::uint64_t length = nextVarint(message, "the length of a field");
        field.begin = message.at();
        message.skip(length, "a field");
        break;
    }
    case 5:
        field.type = WireType::Fixed32;
        field.value = message.number<std::uint32_t>("a number");
        break;
    default:
        message.fail("byte " + std::to_string(tagAt) + ": a field of the kind " + std::to_string(tag & 7) +
                     ", which is not in use; the file is damaged or no protocol buffer");
    }
    field.end = message.at();
    return field;
}

} // namespace headlight
