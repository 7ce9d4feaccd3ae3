#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a SentencePiece model makes of characters before it cuts text: a table from sequences of characters to texts,
/// as the model's file has it (a double array as Darts-clone writes it, with the texts behind it).
class CharactersMap {
public:
    static constexpr std::size_t largest = 8 << 20; ///< bytes of the table in the file; published ones have 240,000
    static constexpr std::size_t longestKey = 128;  ///< bytes; each place of a text takes as many steps
    static constexpr std::size_t longestText = 64;  ///< bytes; published ones have 33

    /// Takes a table over. What is wrong with it, for a message: sizes that don't fit, a place out of range or a key
    /// without an end that any text could lead to, a text that is too long or no UTF-8. It is empty then; and what is
    /// returned is empty when all is well. A table of no bytes maps nothing.
    std::string read(std::string_view bytes);

    /// The longest sequence at the beginning of a text, which is UTF-8: how many bytes it has, 0 when there is none,
    /// and what stands for it.
    struct Match {
        std::size_t bytes = 0;
        std::string_view text;
    };
    Match longest(std::string_view text) const;

private:
    std::string check() const;
    std::string checkText(std::size_t place) const;

    std::vector<std::uint32_t> m_units;
    std::string m_texts; ///< each ends with a zero
};

} // namespace headlight
