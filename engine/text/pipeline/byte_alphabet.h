#pragma once

#include "text/unicode.h"

#include <optional>
#include <string>

namespace headlight {

/// GPT-2's alphabet: each byte as a character that can be seen. Printable ones of Latin-1 stand for themselves, the
/// others for U+0100 and up, a space for Ġ (U+0120).
char32_t letterOfByte(unsigned char byte);
/// None for a character that stands for no byte.
std::optional<unsigned char> byteOfLetter(char32_t letter);

/// The text as the letters of its bytes in UTF-8; each has the bytes of the character that it is a part of.
SpannedText asByteLetters(const SpannedText& text);

} // namespace headlight
