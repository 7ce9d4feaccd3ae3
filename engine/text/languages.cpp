#include "text/languages.h"

#include <unicode/uloc.h>

namespace headlight {

bool isLanguageCode(std::string_view text) {
    if (text.size() != 2)
        return false;
    for (const char* const* code = uloc_getISOLanguages(); *code; ++code)
        if (text == *code)
            return true;
    return false;
}

} // namespace headlight
