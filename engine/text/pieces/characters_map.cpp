#include "text/pieces/characters_map.h"

#include "text/unicode.h"

#include <algorithm>

namespace headlight {

namespace {

/// How a unit of the array is read.
std::size_t childrenOf(std::uint32_t unit) {
    return std::size_t(unit >> 10) << ((unit & 0x200) >> 6);
}

bool isOfByte(std::uint32_t unit, std::size_t byte) {
    return (unit & 0x800000FF) == byte;
}

bool hasText(std::uint32_t unit) {
    return (unit & 0x100) != 0;
}

std::size_t textOf(std::uint32_t unit) {
    return unit & 0x7FFFFFFF;
}

std::uint32_t littleEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t k = 4; k > 0; --k)
        value = value << 8 | static_cast<unsigned char>(bytes[k - 1]);
    return value;
}

/// A unit on the way from the root, its children's place and the byte to go on with.
struct UnitOfWay {
    std::size_t unit, children, byte;
};

} // namespace

std::string CharactersMap::read(std::string_view bytes) {
    m_units.clear();
    m_texts.clear();
    if (bytes.empty())
        return {};
    if (bytes.size() > largest)
        return "it has " + std::to_string(bytes.size()) + " bytes, more than the " + std::to_string(largest) +
               " that are read";
    if (bytes.size() < 4)
        return "it is cut off";
    const std::size_t size = littleEndian(bytes);
    if (size == 0 || size % 4 != 0 || size > bytes.size() - 4)
        return "its array has " + std::to_string(size) + " bytes, which does not fit its " +
               std::to_string(bytes.size()) + " bytes";
    m_units.reserve(size / 4);
    for (std::size_t at = 4; at < size + 4; at += 4)
        m_units.push_back(littleEndian(bytes.substr(at)));
    m_texts = bytes.substr(size + 4);
    std::string problem = check();
    if (!problem.empty()) {
        m_units.clear();
        m_texts.clear();
    }
    return problem;
}

std::string CharactersMap::checkText(std::size_t place) const {
    const std::size_t end = place < m_texts.size() ? m_texts.find('\0', place) : std::string::npos;
    if (end == std::string::npos)
        return "it leads to a text at byte " + std::to_string(place) + ", behind its " +
               std::to_string(m_texts.size()) + " bytes of texts";
    if (end - place > longestText)
        return "a text in it has " + std::to_string(end - place) + " bytes, more than the " +
               std::to_string(longestText) + " that are read";
    if (invalidUtf8At(std::string_view(m_texts).substr(place, end - place)))
        return "a text in it is not UTF-8";
    return {};
}

/// Goes every way from the root once; units may be reached on several.
std::string CharactersMap::check() const {
    constexpr std::uint8_t unseen = 0, onTheWay = 0xFF; // else one more than the bytes of the longest way from there
    static_assert(longestKey < 0xFE);
    std::vector<std::uint8_t> seen(m_units.size(), unseen);
    std::vector<UnitOfWay> way;
    std::string problem;
    const auto enter = [&](std::size_t unit) {
        const std::size_t children = unit ^ childrenOf(m_units[unit]);
        if ((children | 0xFF) >= m_units.size())
            problem = "unit " + std::to_string(unit) + " of its array leads to unit " + std::to_string(children) +
                      ", behind its " + std::to_string(m_units.size());
        else if (hasText(m_units[unit]))
            problem = checkText(textOf(m_units[children]));
        seen[unit] = onTheWay;
        way.push_back({unit, children, 0});
    };
    enter(0);
    while (!way.empty() && problem.empty()) {
        UnitOfWay& last = way.back();
        if (last.byte == 0x100) {
            std::uint8_t longest = 0;
            for (std::size_t byte = 0; byte < 0x100; ++byte)
                if (isOfByte(m_units[last.children ^ byte], byte))
                    longest = std::max(longest, seen[last.children ^ byte]);
            seen[last.unit] = std::uint8_t(longest + 1);
            way.pop_back();
            continue;
        }
        const std::size_t byte = last.byte++, unit = last.children ^ byte;
        if (!isOfByte(m_units[unit], byte))
            continue;
        if (seen[unit] == onTheWay)
            problem = "its array leads from unit " + std::to_string(unit) + " back to it";
        else if (way.size() + (seen[unit] == unseen ? 0 : seen[unit] - 1u) > longestKey)
            problem = "a sequence in it has more than " + std::to_string(longestKey) + " bytes";
        else if (seen[unit] == unseen)
            enter(unit);
    }
    return problem;
}

CharactersMap::Match CharactersMap::longest(std::string_view text) const {
    Match match;
    if (m_units.empty())
        return match;
    std::size_t children = childrenOf(m_units[0]);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t byte = static_cast<unsigned char>(text[i]), unit = children ^ byte;
        if (!isOfByte(m_units[unit], byte))
            break;
        children = unit ^ childrenOf(m_units[unit]);
        const bool endsCharacter = i + 1 == text.size() || (static_cast<unsigned char>(text[i + 1]) & 0xC0) != 0x80;
        if (hasText(m_units[unit]) && endsCharacter)
            match = {i + 1, std::string_view(m_texts.c_str() + textOf(m_units[children]))};
    }
    return match;
}

} // namespace headlight
