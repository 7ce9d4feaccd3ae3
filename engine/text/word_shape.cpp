#include "text/word_shape.h"

#include "text/unicode.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t longestEnding = 3; ///< letters
constexpr std::size_t shortestStem = 2;  ///< letters in front of an ending

/// The letters of the word one by one, in small letters.
std::vector<std::string> lettersOf(const std::string& lower) {
    std::vector<std::string> letters;
    for (const char c : lower) {
        const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
        if (continues && !letters.empty())
            letters.back() += c;
        else
            letters.emplace_back(1, c);
    }
    return letters;
}

std::string caseOf(const std::vector<std::string>& letters, const std::vector<std::string>& small) {
    std::size_t capitals = 0, lowers = 0, digits = 0;
    for (std::size_t k = 0; k < letters.size(); ++k) {
        const bool isDigit = letters[k].size() == 1 && letters[k][0] >= '0' && letters[k][0] <= '9';
        const bool isLetter = letters[k].size() > 1 || (small[k][0] >= 'a' && small[k][0] <= 'z');
        digits += isDigit;
        capitals += isLetter && letters[k] != small[k];
        lowers += isLetter && letters[k] == small[k];
    }
    if (digits > 0)
        return capitals + lowers > 0 ? "a0" : "0";
    if (capitals + lowers == 0)
        return ".";
    if (capitals == 0)
        return "a";
    if (lowers == 0)
        return capitals == 1 ? "Aa" : "AA";
    return capitals == 1 && letters.front() != small.front() ? "Aa" : "aA";
}

} // namespace

std::vector<std::string> shapesOf(std::string_view word) {
    const std::vector<std::string> letters = lettersOf(std::string(word)), small = lettersOf(toLower(word));
    if (letters.size() != small.size() || letters.empty()) // a letter may become two
        return {"<.>"};
    std::string shape = caseOf(letters, small);
    const bool hasHyphen =
        letters.size() > 2 && std::find(letters.begin() + 1, letters.end() - 1, std::string("-")) != letters.end() - 1;
    if (hasHyphen)
        shape += "+";
    std::vector<std::string> shapes;
    const bool isWord = shape.find('0') == std::string::npos && shape != ".";
    const std::size_t most =
        isWord && small.size() > shortestStem ? std::min(longestEnding, small.size() - shortestStem) : 0;
    for (std::size_t length = most; length > 0; --length) {
        std::string ending;
        for (std::size_t k = small.size() - length; k < small.size(); ++k)
            ending += small[k];
        shapes.push_back("<" + shape + "-" + ending + ">");
    }
    shapes.push_back("<" + shape + ">");
    return shapes;
}

} // namespace headlight
