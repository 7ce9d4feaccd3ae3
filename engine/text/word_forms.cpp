#include "text/word_forms.h"

#include "text/unicode.h"

#include <algorithm>

namespace headlight {

namespace {

bool isDigit(const std::string& letter) {
    return letter.size() == 1 && letter[0] >= '0' && letter[0] <= '9';
}

std::vector<std::string> lettersOf(std::string_view word) {
    std::vector<std::string> letters;
    for (const char c : word) {
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
        const bool isLetter = letters[k].size() > 1 || (small[k][0] >= 'a' && small[k][0] <= 'z');
        digits += isDigit(letters[k]);
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

std::vector<std::string> formsOf(std::string_view word) {
    const std::vector<std::string> letters = lettersOf(word);
    std::vector<std::string> small = lettersOf(toLower(word));
    if (letters.size() != small.size() || letters.empty()) // a letter may become two
        return {"<.>"};
    const bool hasHyphen =
        letters.size() > 2 && std::find(letters.begin() + 1, letters.end() - 1, std::string("-")) != letters.end() - 1;
    std::vector<std::string> forms = {"<" + caseOf(letters, small) + (hasHyphen ? "+>" : ">")};
    for (std::string& letter : small)
        if (isDigit(letter))
            letter = "0";
    const std::size_t most = std::min(std::size_t(longestAffix), small.size() - 1);
    std::string ending, beginning;
    for (std::size_t k = 0; k < most; ++k) {
        ending.insert(0, small[small.size() - 1 - k]);
        forms.push_back("<-" + ending + ">");
    }
    for (std::size_t k = 0; k < most; ++k) {
        beginning += small[k];
        forms.push_back("<" + beginning + "->");
    }
    return forms;
}

} // namespace headlight
