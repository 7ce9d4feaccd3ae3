#pragma once

#include <string_view>

namespace headlight {

/// Whether it is the two-letter code of a language (ISO 639-1), in lower case: en, de.
bool isLanguageCode(std::string_view text);

} // namespace headlight
