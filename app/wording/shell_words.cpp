#include "wording/shell_words.h"

#include "engine/core/error.h"
#include "engine/store/store_path.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace headlight {

std::string shellWord(const std::string& text) {
    const auto isPlain = [](unsigned char c) {
        return std::isalnum(c) || c >= 0x80 || std::string_view("/._-+=:,@%").find(char(c)) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), isPlain))
        return text;
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

std::string argumentForStore(const std::string& store) {
    try {
        if (storePath() == store)
            return {};
    } catch (const Error&) {
        // Without a home none is found by itself.
    }
    return " --store " + shellWord(store);
}

} // namespace headlight
