#include "text/pieces/message_fields.h"

#include "core/error.h"

#include <bit>

namespace headlight {

void MessageFields::fail(std::size_t byteOfFile, const std::string& problem) const {
    throw Error(m_where + ": byte " + std::to_string(byteOfFile) + ": " + problem);
}

std::string_view MessageFields::take(std::uint64_t count, const char* what) {
    if (count > m_message.size() - m_at)
        fail(m_begin + m_at, std::string(what) + " reaches beyond its end; the file is cut off or damaged");
    const std::string_view taken = m_message.substr(m_at, std::size_t(count));
    m_at += taken.size();
    return taken;
}

std::uint64_t MessageFields::varint(const char* what) {
    const std::size_t begin = m_at;
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = static_cast<unsigned char>(take(1, what)[0]);
        if (shift == 63 && byte > 1)
            break;
        value |= std::uint64_t(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    fail(m_begin + begin, std::string(what) + " has more than 64 bits; the file is damaged");
}

std::optional<MessageField> MessageFields::next() {
    if (m_at == m_message.size())
        return std::nullopt;
    const std::size_t tagAt = m_begin + m_at;
    const std::uint64_t tag = varint("the number of a field");
    MessageField field;
    field.number = tag >> 3;
    if (field.number == 0 || tag > 0xFFFFFFFF)
        fail(tagAt,
             "there is no field " + std::to_string(field.number) + "; the file is damaged or no SentencePiece model");
    std::uint64_t length = 0;
    switch (tag & 7) {
    case 0:
        field.kind = MessageField::Kind::Whole;
        field.begin = m_begin + m_at;
        field.whole = varint("a number");
        return field;
    case 1:
        length = 8;
        break;
    case 2:
        field.kind = MessageField::Kind::Bytes;
        length = varint("the length of a field");
        break;
    case 5:
        field.kind = MessageField::Kind::Float;
        length = 4;
        break;
    default:
        fail(tagAt, "a field of the kind " + std::to_string(tag & 7) +
                        ", which is not in use; the file is damaged or no SentencePiece model");
    }
    field.begin = m_begin + m_at;
    field.bytes = take(length, "a field");
    if (field.kind == MessageField::Kind::Float) {
        std::uint32_t bits = 0;
        for (int k = 3; k >= 0; --k)
            bits = bits << 8 | static_cast<unsigned char>(field.bytes[std::size_t(k)]);
        field.value = std::bit_cast<float>(bits);
    }
    return field;
}

void MessageFields::require(const MessageField& field, MessageField::Kind kind, const char* what,
                            const char* expected) const {
    if (field.kind != kind)
        fail(field.begin, std::string(what) + " is no " + expected + "; the file is damaged or no SentencePiece model");
}

MessageFields MessageFields::within(const MessageField& field, const char* what) const {
    return {bytes(field, what), field.begin, m_where};
}

std::string_view MessageFields::bytes(const MessageField& field, const char* what) const {
    require(field, MessageField::Kind::Bytes, what, "text or message");
    return field.bytes;
}

std::uint64_t MessageFields::whole(const MessageField& field, const char* what) const {
    require(field, MessageField::Kind::Whole, what, "whole number");
    return field.whole;
}

bool MessageFields::flag(const MessageField& field, const char* what) const {
    if (whole(field, what) > 1)
        fail(field.begin, std::string(what) + " is neither yes nor no; the file is damaged");
    return field.whole == 1;
}

float MessageFields::value(const MessageField& field, const char* what) const {
    require(field, MessageField::Kind::Float, what, "number");
    return field.value;
}

} // namespace headlight
