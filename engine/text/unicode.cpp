#include "text/unicode.h"

#include <algorithm>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

namespace headlight {

namespace {

/// The code point at the position, which moves behind it; negative when the bytes are not UTF-8.
UChar32 nextCodePoint(std::string_view text, std::size_t& position) {
    // ICU counts in 32 bits: a window keeps the offsets small whatever the length of the text.
    const auto length = int32_t(std::min<std::size_t>(text.size() - position, 8));
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data() + position);
    int32_t offset = 0;
    UChar32 codePoint = 0;
    U8_NEXT(bytes, offset, length, codePoint);
    position += std::size_t(offset);
    return codePoint;
}

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void appendUtf8(std::string& text, char32_t codePoint) {
    uint8_t bytes[U8_MAX_LENGTH];
    int32_t length = 0;
    U8_APPEND_UNSAFE(bytes, length, codePoint);
    text.append(reinterpret_cast<const char*>(bytes), std::size_t(length));
}

} // namespace

std::optional<std::size_t> invalidUtf8At(std::string_view text) {
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t start = position;
        if (static_cast<unsigned char>(text[position]) < 0x80)
            ++position;
        else if (nextCodePoint(text, position) < 0)
            return start;
    }
    return std::nullopt;
}

char32_t takeCodePoint(std::string_view utf8, std::size_t& position) {
    if (const auto byte = static_cast<unsigned char>(utf8[position]); byte < 0x80) {
        ++position;
        return byte;
    }
    const UChar32 codePoint = nextCodePoint(utf8, position);
    return codePoint < 0 ? U'\xFFFD' : char32_t(codePoint);
}

void SpannedText::add(char32_t codePoint, ByteSpan span) {
    text.push_back(codePoint);
    spans.push_back(span);
}

SpannedText spannedCodePoints(std::string_view utf8) {
    SpannedText spanned;
    spanned.text.reserve(utf8.size());
    spanned.spans.reserve(utf8.size());
    for (std::size_t position = 0; position < utf8.size();) {
        const std::size_t begin = position;
        const char32_t codePoint = takeCodePoint(utf8, position);
        spanned.add(codePoint, {begin, position});
    }
    return spanned;
}

std::u32string toCodePoints(std::string_view utf8) {
    std::u32string codePoints;
    codePoints.reserve(utf8.size());
    for (std::size_t position = 0; position < utf8.size();)
        codePoints.push_back(takeCodePoint(utf8, position));
    return codePoints;
}

std::string toUtf8(std::u32string_view codePoints) {
    std::string text;
    text.reserve(codePoints.size());
    for (const char32_t codePoint : codePoints)
        appendUtf8(text, codePoint);
    return text;
}

std::optional<std::string> latin1ToUtf8(std::string_view text) {
    // Bytes 0x80 … 0x9F of code page 1252; 0 where nothing is assigned.
    static constexpr char32_t low[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                         0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                         0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                         0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    std::string converted;
    converted.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const char32_t codePoint = byte >= 0x80 && byte < 0xA0 ? low[byte - 0x80] : byte;
        if (codePoint == 0 && byte != 0)
            return std::nullopt;
        appendUtf8(converted, codePoint);
    }
    return converted;
}

HighBytes countHighBytes(std::string_view text) {
    HighBytes counts;
    for (std::size_t position = 0; position < text.size();) {
        if (static_cast<unsigned char>(text[position]) < 0x80)
            ++position;
        else
            ++(nextCodePoint(text, position) < 0 ? counts.invalid : counts.valid);
    }
    return counts;
}

std::string toLower(std::string_view utf8) {
    std::string lower;
    if (isAscii(utf8)) {
        lower = utf8;
        for (char& c : lower)
            if (c >= 'A' && c <= 'Z')
                c = char(c - 'A' + 'a');
        return lower;
    }
    icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data(), int32_t(utf8.size())))
        .toLower(icu::Locale::getRoot())
        .toUTF8String(lower);
    return lower;
}

bool isWhiteSpace(char32_t codePoint) {
    if (codePoint < 0x80)
        return codePoint == ' ' || (codePoint >= '\t' && codePoint <= '\r');
    return u_isUWhiteSpace(UChar32(codePoint));
}

std::vector<std::string_view> splitAtWhiteSpace(std::string_view utf8) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    const auto finish = [&](std::size_t end) {
        if (end > begin)
            parts.push_back(utf8.substr(begin, end - begin));
    };
    for (std::size_t position = 0; position < utf8.size();) {
        const std::size_t start = position;
        if (isWhiteSpace(takeCodePoint(utf8, position))) {
            finish(start);
            begin = position;
        }
    }
    finish(utf8.size());
    return parts;
}

} // namespace headlight
