#include "models/predicate.h"

#include "core/error.h"
#include "text/unicode.h"

#include <algorithm>
#include <map>

namespace headlight {

namespace {

constexpr char numberSign = '#';

std::string numberText(std::size_t token) {
    return numberSign + std::to_string(token + 1);
}

/// Of "#3" the digits; empty: it is a word.
std::string digitsOf(const std::string& predicate) {
    const std::string digits = predicate.substr(predicate.starts_with(numberSign) ? 1 : predicate.size());
    return digits.find_first_not_of("0123456789") == std::string::npos ? digits : std::string();
}

/// Error unless the sentence has a token of that number.
std::size_t tokenOfNumber(const std::string& digits, std::size_t tokens) {
    constexpr std::size_t mostDigits = 9;
    const std::size_t number = digits.size() <= mostDigits ? std::stoul(digits) : 0;
    if (number < 1 || number > tokens)
        throw Error("predicate #" + printable(digits, 40) +
                    ": the tokens of the sentence that the model reads are #1 to " + numberText(tokens - 1));
    return number - 1;
}

/// Where the word stands, as it was typed or as the model has it.
std::vector<std::size_t> placesOf(const std::string& word, const Sequence& sentence, const std::string& text) {
    std::vector<std::size_t> places;
    for (std::size_t token = 0; token < sentence.tokens.size(); ++token)
        if (const Token& one = sentence.tokens[token]; one.text == word || typedText(one, {text}) == word)
            places.push_back(token);
    return places;
}

std::string listOf(const std::vector<std::size_t>& places) {
    std::string list;
    for (const std::size_t place : places)
        list += (list.empty() ? "" : place == places.back() ? " and " : ", ") + numberText(place);
    return list;
}

} // namespace

std::string predicateText(const std::vector<std::string>& tokens, int predicate) {
    const std::string& word = tokens[std::size_t(predicate)];
    const bool isClear = std::count(tokens.begin(), tokens.end(), word) == 1 && digitsOf(word).empty();
    return isClear ? word : numberText(std::size_t(predicate));
}

std::vector<std::string> predicateWords(const std::vector<Example>& examples) {
    struct Counts {
        std::int64_t words = 0, predicates = 0;
    };
    std::map<std::string, Counts> counts;
    const Example* before = nullptr;
    for (const Example& example : examples) {
        // A sentence with several predicates is an example for each, one behind the other.
        if (!before || before->texts != example.texts)
            for (const std::string& word : example.texts.front())
                ++counts[word].words;
        ++counts[example.texts.front()[std::size_t(example.predicate)]].predicates;
        before = &example;
    }
    std::vector<std::string> words;
    for (const auto& [word, count] : counts)
        if (2 * count.predicates >= count.words)
            words.push_back(word);
    return words;
}

std::vector<int> likelyPredicates(const Sequence& sentence, const std::vector<std::string>& words) {
    std::vector<int> places;
    for (std::size_t token = 0; token < sentence.tokens.size(); ++token)
        if (std::binary_search(words.begin(), words.end(), sentence.tokens[token].text))
            places.push_back(int(token));
    return places;
}

void markPredicate(Sequence& sentence, const std::string& text, const std::string& predicate,
                   const std::vector<std::string>& words) {
    const auto parts = splitAtWhiteSpace(predicate);
    if (parts.empty()) {
        const std::vector<int> likely = likelyPredicates(sentence, words);
        if (likely.empty())
            throw Error("the model tells the roles of one predicate, and knows none of these words as one: name the "
                        "predicate beside the sentence, by its word or, as \"#4\", by the number of its token from 1");
        sentence.tokens[std::size_t(likely.front())].isPredicate = true;
        return;
    }
    const std::string word(parts.front()), shown = "predicate \"" + printable(predicate, 40) + "\": ";
    if (parts.size() > 1)
        throw Error(shown + "it is one token of the sentence: give its word, or its number, as \"#4\"");
    std::size_t place = 0;
    if (const std::string digits = digitsOf(word); !digits.empty()) {
        place = tokenOfNumber(digits, sentence.tokens.size());
    } else {
        const std::vector<std::size_t> places = placesOf(word, sentence, text);
        std::vector<std::string> typed;
        for (const Token& token : sentence.tokens)
            typed.push_back(typedText(token, {text}));
        if (places.empty())
            throw Error(shown + "the sentence has no such token" +
                        (sentence.leftOut > 0 ? " among the " + std::to_string(typed.size()) + " that the model reads"
                                              : std::string()) +
                        "." + advice(word, typed));
        if (places.size() > 1)
            throw Error(shown + "the sentence has it " + std::to_string(places.size()) + " times, as " +
                        listOf(places) + ": give the number of the one that is meant");
        place = places.front();
    }
    sentence.tokens[place].isPredicate = true;
}

} // namespace headlight
