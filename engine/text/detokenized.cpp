#include "text/detokenized.h"

#include "text/moses_escapes.h"
#include "text/unicode.h"

#include <algorithm>
#include <vector>

namespace headlight {

namespace {

bool isOneOf(std::string_view token, std::initializer_list<std::string_view> tokens) {
    return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
}

/// What hangs on the word before it.
bool isClosing(std::string_view token) {
    return isOneOf(token, {".", ",", "!", "?", ";", ":", ")", "]", "}", "%", "…", "”", "’", "»", "n't", "...", "?!"}) ||
           (token.size() > 1 && token.front() == '\'' && token != "''");
}

/// What the word behind it hangs on.
bool isOpening(std::string_view token) {
    return isOneOf(token, {"(", "[", "{", "¿", "¡", "„", "“", "‘", "«", "$", "£", "#"});
}

} // namespace

std::string detokenized(std::string_view tokens) {
    std::string text;
    bool sticks = true; ///< the next token hangs on what is there
    bool inQuotes = false, inSingle = false, inGerman = false;
    for (const std::string_view part : splitAtWhiteSpace(tokens)) {
        if (part.size() > 2 && part.front() == '@' && part.back() == '@') { // "@-@" within a word
            text += mosesUnescaped(part.substr(1, part.size() - 2));
            sticks = true;
            continue;
        }
        const std::string token = mosesUnescaped(part);
        const bool isQuote = token == "\"" || token == "'";
        bool& quoted = token == "'" ? inSingle : inQuotes;
        const bool endsGerman = token == "“" && inGerman;
        const bool closes = isQuote ? quoted : endsGerman || isClosing(token);
        text += (sticks || closes ? "" : " ") + token;
        sticks = isQuote ? !quoted : !endsGerman && isOpening(token);
        inGerman = token == "„" || (inGerman && !endsGerman);
        if (isQuote)
            quoted = !quoted;
    }
    return text;
}

} // namespace headlight
