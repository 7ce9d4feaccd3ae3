#include "text/moses_escapes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headlight {

namespace {

struct MosesEscape {
    std::string_view escape, character;
};

/// In the order in which they are replaced: &amp; last, so that no escape is made of it.
constexpr std::array<MosesEscape, 8> mosesEscapes = {{{"&apos;", "'"},
                                                      {"&quot;", "\""},
                                                      {"&lt;", "<"},
                                                      {"&gt;", ">"},
                                                      {"&#91;", "["},
                                                      {"&#93;", "]"},
                                                      {"&#124;", "|"},
                                                      {"&amp;", "&"}}};

} // namespace

std::string mosesEscaped(std::string_view token) {
    std::string text;
    for (const char c : token) {
        const auto found = std::find_if(mosesEscapes.begin(), mosesEscapes.end(),
                                        [&](const MosesEscape& one) { return one.character.front() == c; });
        if (found == mosesEscapes.end())
            text += c;
        else
            text += found->escape;
    }
    return text;
}

std::string mosesUnescaped(std::string_view token) {
    std::string text(token);
    for (const auto& [escape, character] : mosesEscapes)
        for (std::size_t at = text.find(escape); at != std::string::npos; at = text.find(escape, at + 1))
            text.replace(at, escape.size(), character);
    return text;
}

bool hasMosesEscape(std::string_view token) {
    return std::any_of(mosesEscapes.begin(), mosesEscapes.end(),
                       [&](const MosesEscape& one) { return token.find(one.escape) != std::string_view::npos; });
}

} // namespace headlight
