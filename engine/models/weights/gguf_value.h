#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a key of a GGUF file has: a truth value, a number, a text, or an array of one of these. What is asked for and
/// is something else is none, so that a reader can say what it expected.
class GgufValue {
public:
    /// Of the value, or of each entry of an array; counted as in the file, where 9 is an array.
    enum class Type : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, Text, U64 = 10, I64, F64 };

    /// The numbers as they lie in the file, each truth value a byte.
    static GgufValue ofNumbers(Type type, bool isArray, std::string bytes);
    /// The texts one after the other, and where each ends.
    static GgufValue ofTexts(bool isArray, std::string characters, std::vector<std::uint32_t> ends);
    /// Bytes of one number; none for texts.
    static std::optional<std::size_t> bytesOf(Type type);

    Type type() const { return m_type; }
    bool isArray() const { return m_isArray; }
    std::size_t size() const; ///< entries; 1 of what is no array
    /// What it is, for a message: "a text", "an array of 32000 whole numbers".
    std::string description() const;

    // Of what is no array.
    std::optional<bool> boolean() const;
    std::optional<std::int64_t> integer() const; ///< any type of whole numbers, as far as they are in the range
    std::optional<double> number() const;        ///< the same rounded, and floats
    std::optional<std::string_view>
    text() const; ///< as in the file, which may be no UTF-8; as long as this object lives

    // Of an array's entry. std::invalid_argument beyond its size.
    std::optional<bool> booleanAt(std::size_t index) const;
    std::optional<std::int64_t> integerAt(std::size_t index) const;
    std::optional<double> numberAt(std::size_t index) const;
    std::optional<std::string_view> textAt(std::size_t index) const;

private:
    std::optional<bool> booleanOf(std::size_t index) const;
    std::optional<std::int64_t> integerOf(std::size_t index) const;
    std::optional<double> numberOf(std::size_t index) const;
    std::optional<std::string_view> textOf(std::size_t index) const;
    bool hasEntry(std::size_t index) const;
    template <class Number>
    Number load(std::size_t index) const;

    Type m_type = Type::U8;
    bool m_isArray = false;
    std::string m_bytes; ///< numbers, or the characters of all texts
    std::vector<std::uint32_t> m_ends;
};

} // namespace headlight
