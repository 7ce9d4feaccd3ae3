#pragma once

#include <string>
#include <string_view>

namespace headlight {

/// A token as Moses' tokenizer writes it, in which & ' " < > [ ] | are &amp; &apos; &quot; …
std::string mosesEscaped(std::string_view token);

/// The characters that the escapes stand for; of "&amp;lt;" that is "&lt;".
std::string mosesUnescaped(std::string_view token);

bool hasMosesEscape(std::string_view token);

} // namespace headlight
