#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Where the first byte that is not UTF-8 stands, or nothing when all of the text is.
std::optional<std::size_t> invalidUtf8At(std::string_view text);

/// Code points of UTF-8 text; what is not UTF-8 becomes U+FFFD.
std::u32string toCodePoints(std::string_view utf8);
std::string toUtf8(std::u32string_view codePoints);

/// The code point at the position, which moves behind it; U+FFFD for what is not UTF-8.
char32_t takeCodePoint(std::string_view utf8, std::size_t& position);

/// Bytes of a text, from `begin` up to `end`.
struct ByteSpan {
    std::size_t begin = 0, end = 0;
    bool operator==(const ByteSpan&) const = default;
};

/// Code points that were made of a text, and for each of them the bytes that it stands for.
struct SpannedText {
    std::u32string text;
    std::vector<ByteSpan> spans; ///< as many

    void add(char32_t codePoint, ByteSpan span);
    /// From the first byte of the first to the last byte of the last; `count` is 1 or more.
    ByteSpan span(std::size_t first, std::size_t count) const {
        return {spans[first].begin, spans[first + count - 1].end};
    }
};

SpannedText spannedCodePoints(std::string_view utf8);

/// Latin-1 as UTF-8, in the wider form that Windows writes (code page 1252: curly quotes, dashes and … below 0xA0).
/// Nothing when a byte has no meaning there.
std::optional<std::string> latin1ToUtf8(std::string_view text);

/// Of the places where bytes above ASCII begin: how many are UTF-8 and how many are not.
struct HighBytes {
    std::size_t valid = 0, invalid = 0;
};
HighBytes countHighBytes(std::string_view text);

/// Lower case by the rules of Unicode that hold in every language.
std::string toLower(std::string_view utf8);

/// Unicode's White_Space property: spaces, tabs, line ends, the non-breaking and the ideographic space …
bool isWhiteSpace(char32_t codePoint);

/// The parts of the text between white space, as views of it.
std::vector<std::string_view> splitAtWhiteSpace(std::string_view utf8);

} // namespace headlight
