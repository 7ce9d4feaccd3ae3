#include "models/weights/gguf_value.h"

#include <cstring>
#include <limits>
#include <stdexcept>

namespace headlight {

GgufValue GgufValue::ofNumbers(Type type, bool isArray, std::string bytes) {
    const std::optional<std::size_t> each = bytesOf(type);
    if (!each || bytes.size() % *each != 0 || (!isArray && bytes.size() != *each))
        throw std::invalid_argument("GgufValue::ofNumbers: expected whole numbers of bytes");
    GgufValue value;
    value.m_type = type;
    value.m_isArray = isArray;
    value.m_bytes = std::move(bytes);
    return value;
}

GgufValue GgufValue::ofTexts(bool isArray, std::string characters, std::vector<std::uint32_t> ends) {
    std::uint32_t last = 0;
    for (const std::uint32_t end : ends) {
        if (end < last)
            throw std::invalid_argument("GgufValue::ofTexts: expected ends in their order");
        last = end;
    }
    if (last != characters.size() || (!isArray && ends.size() != 1))
        throw std::invalid_argument("GgufValue::ofTexts: expected the end of each text");
    GgufValue value;
    value.m_type = Type::Text;
    value.m_isArray = isArray;
    value.m_bytes = std::move(characters);
    value.m_ends = std::move(ends);
    return value;
}

std::optional<std::size_t> GgufValue::bytesOf(Type type) {
    switch (type) {
    case Type::U8:
    case Type::I8:
    case Type::Bool:
        return 1;
    case Type::U16:
    case Type::I16:
        return 2;
    case Type::U32:
    case Type::I32:
    case Type::F32:
        return 4;
    case Type::U64:
    case Type::I64:
    case Type::F64:
        return 8;
    case Type::Text:
        break;
    }
    return std::nullopt;
}

std::size_t GgufValue::size() const {
    const std::optional<std::size_t> each = bytesOf(m_type);
    return each ? m_bytes.size() / *each : m_ends.size();
}

std::string GgufValue::description() const {
    const auto [one, many] = [this]() -> std::pair<const char*, const char*> {
        switch (m_type) {
        case Type::Bool:
            return {"a truth value", "truth values"};
        case Type::Text:
            return {"a text", "texts"};
        case Type::F32:
        case Type::F64:
            return {"a number", "numbers"};
        default:
            return {"a whole number", "whole numbers"};
        }
    }();
    return m_isArray ? "an array of " + std::to_string(size()) + " " + many : one;
}

template <class Number>
Number GgufValue::load(std::size_t index) const {
    Number number;
    std::memcpy(&number, m_bytes.data() + index * sizeof number, sizeof number);
    return number;
}

std::optional<bool> GgufValue::booleanOf(std::size_t index) const {
    if (m_type != Type::Bool)
        return std::nullopt;
    return m_bytes[index] != 0;
}

std::optional<std::int64_t> GgufValue::integerOf(std::size_t index) const {
    switch (m_type) {
    case Type::U8:
        return load<std::uint8_t>(index);
    case Type::I8:
        return load<std::int8_t>(index);
    case Type::U16:
        return load<std::uint16_t>(index);
    case Type::I16:
        return load<std::int16_t>(index);
    case Type::U32:
        return load<std::uint32_t>(index);
    case Type::I32:
        return load<std::int32_t>(index);
    case Type::I64:
        return load<std::int64_t>(index);
    case Type::U64:
        if (const auto number = load<std::uint64_t>(index); number <= std::numeric_limits<std::int64_t>::max())
            return std::int64_t(number);
        return std::nullopt;
    default:
        return std::nullopt;
    }
}

std::optional<double> GgufValue::numberOf(std::size_t index) const {
    if (m_type == Type::F32)
        return double(load<float>(index));
    if (m_type == Type::F64)
        return load<double>(index);
    if (m_type == Type::U64)
        return double(load<std::uint64_t>(index));
    const std::optional<std::int64_t> whole = integerOf(index);
    return whole ? std::optional(double(*whole)) : std::nullopt;
}

std::optional<std::string_view> GgufValue::textOf(std::size_t index) const {
    if (m_type != Type::Text)
        return std::nullopt;
    const std::size_t begin = index == 0 ? 0 : m_ends[index - 1];
    return std::string_view(m_bytes).substr(begin, m_ends[index] - begin);
}

bool GgufValue::hasEntry(std::size_t index) const {
    if (m_isArray && index >= size())
        throw std::invalid_argument("GgufValue: expected an entry below " + std::to_string(size()) + ", got " +
                                    std::to_string(index));
    return m_isArray;
}

std::optional<bool> GgufValue::boolean() const {
    return m_isArray ? std::nullopt : booleanOf(0);
}

std::optional<std::int64_t> GgufValue::integer() const {
    return m_isArray ? std::nullopt : integerOf(0);
}

std::optional<double> GgufValue::number() const {
    return m_isArray ? std::nullopt : numberOf(0);
}

std::optional<std::string_view> GgufValue::text() const {
    return m_isArray ? std::nullopt : textOf(0);
}

std::optional<bool> GgufValue::booleanAt(std::size_t index) const {
    return hasEntry(index) ? booleanOf(index) : std::nullopt;
}

std::optional<std::int64_t> GgufValue::integerAt(std::size_t index) const {
    return hasEntry(index) ? integerOf(index) : std::nullopt;
}

std::optional<double> GgufValue::numberAt(std::size_t index) const {
    return hasEntry(index) ? numberOf(index) : std::nullopt;
}

std::optional<std::string_view> GgufValue::textAt(std::size_t index) const {
    return hasEntry(index) ? textOf(index) : std::nullopt;
}

} // namespace headlight
