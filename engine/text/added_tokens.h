#pragma once

#include "text/unicode.h"

#include <bitset>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace headlight {

/// An entry of a vocabulary that typed text is searched for before it is cut into words: [MASK].
struct AddedToken {
    std::string text;
    int id = 0;
    bool special = true;     ///< a mark of the model's own, which decode() leaves out
    bool singleWord = false; ///< only where neither letter, digit nor _ stands beside it
    bool normalized = false; ///< looked for in what the rules make of the text, rather than in what was typed
    bool takesLeft = false;  ///< with the white space before it
    bool takesRight = false; ///< with the white space behind it
};

/// What regular expressions call \\w.
bool isWordCharacter(char32_t c);

/// Finds tokens in a text: the leftmost first, of those that begin at one place the longest. At each place of the text
/// no more steps are made than the longest token has characters.
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
    static std::uint64_t edge(std::size_t node, char32_t c) { return std::uint64_t(node) << 32 | c; }

    std::vector<const AddedToken*> m_ends = {nullptr};      ///< of each node the token that ends there
    std::unordered_map<std::uint64_t, std::size_t> m_edges; ///< from a node by a character
    std::bitset<256> m_begins;                              ///< the last bytes of tokens' first characters
};

} // namespace headlight
