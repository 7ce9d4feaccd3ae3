#pragma once

#include "text/unicode.h"

#include <unordered_map>
#include <vector>

namespace headlight {

/// An entry of a vocabulary that typed text is searched for before it is cut into words: [MASK].
struct AddedToken {
    std::string text;
    int id = 0;
    bool special = true;     ///< a mark of the model's own, which decode() leaves out
    bool singleWord = false; ///< only where neither letter, digit nor _ stands beside it
    bool isExtra = false;    ///< the model's own vocabulary lacks it, so it is no part of any other word
    bool normalized = false; ///< looked for in what the rules make of the text, rather than in what was typed
};

/// Finds tokens in a text: the leftmost first, of those that begin at one place the longest.
class AddedTokens {
public:
    struct Match {
        std::size_t begin = 0, end = 0; ///< code points
        const AddedToken* token = nullptr;
    };

    /// `spelt` is how the token stands in texts; an empty one is never found. The token is referred to.
    void add(const AddedToken& token, std::u32string spelt);
    std::vector<Match> in(std::u32string_view text) const;

private:
    struct Spelling {
        std::u32string text;
        const AddedToken* token;
    };
    std::unordered_map<char32_t, std::vector<Spelling>> m_spellings; ///< by their first character, the longest first
};

} // namespace headlight
