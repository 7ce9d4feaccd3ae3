#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A field of a message of protocol buffers. It refers to the file's bytes.
struct MessageField {
    enum class Kind { Whole, Float, Bytes, Other };

    std::uint64_t number = 0;
    Kind kind = Kind::Other;
    std::uint64_t whole = 0; ///< of a Whole
    float value = 0;         ///< of a Float
    std::string_view bytes;  ///< of Bytes
    std::size_t begin = 0;   ///< of the content in the file
};

/// Goes through the fields of a message that lies in memory.
class MessageFields {
public:
    /// The message is `message`, whose first byte is byte `begin` of the file `where`.
    MessageFields(std::string_view message, std::size_t begin, std::string where)
        : m_message(message), m_begin(begin), m_where(std::move(where)) {}

    /// None at the end. Error for a number of more than 64 bits, a field that reaches beyond its message, and groups,
    /// an old form that nobody writes.
    std::optional<MessageField> next();

    /// The fields of a message within this one. Error when the field is none.
    MessageFields within(const MessageField& field, const char* what) const;
    std::string_view bytes(const MessageField& field, const char* what) const;
    bool flag(const MessageField& field, const char* what) const;
    std::uint64_t whole(const MessageField& field, const char* what) const;
    float value(const MessageField& field, const char* what) const;

    [[noreturn]] void fail(std::size_t byteOfFile, const std::string& problem) const;

private:
    std::uint64_t varint(const char* what);
    std::string_view take(std::uint64_t count, const char* what);
    void require(const MessageField& field, MessageField::Kind kind, const char* what, const char* expected) const;

    std::string_view m_message;
    std::size_t m_begin;
    std::size_t m_at = 0;
    std::string m_where;
};

} // namespace headlight
