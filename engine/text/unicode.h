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

/// The parts of the text between white space.
std::vector<std::string> splitAtWhiteSpace(std::string_view utf8);

} // namespace headlight
