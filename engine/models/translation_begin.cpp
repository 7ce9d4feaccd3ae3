#include "models/translation_begin.h"

#include <algorithm>

namespace headlight {

namespace {

/// Words between spaces, each a view of the text.
std::vector<std::string_view> wordsBetweenSpaces(std::string_view text) {
    constexpr std::string_view spaces = " \t\n\r\f\v";
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(spaces); at != text.npos; at = text.find_first_not_of(spaces, at)) {
        const std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::vector<Token> piecesIn(std::string_view text, const std::vector<std::string_view>& pieces,
                            const TranslationWords& words) {
    std::vector<Token> tokens;
    int word = 0;
    for (const std::string_view piece : pieces) {
        Token& token = tokens.emplace_back();
        token.text = piece;
        token.id = words.tokens.id(piece).value_or(TranslationWords::unknown); // also a mark that the model has written
        if (token.id == TranslationWords::end)
            token.id = TranslationWords::unknown;
        token.begin = std::size_t(piece.data() - text.data());
        token.end = token.begin + piece.size();
        token.word = word;
        token.known = token.id != TranslationWords::unknown;
        word += piece.ends_with(BytePairs::mark) ? 0 : 1;
    }
    return tokens;
}

} // namespace

TranslationBegin readBegin(const Translator& translator, std::string_view text) {
    const TranslationWords& words = translator.description().target;
    TranslationBegin begin;
    std::vector<std::string_view> typed = wordsBetweenSpaces(text);
    if (!typed.empty() && typed.back() == words.tokens.token(TranslationWords::end)) {
        begin.isComplete = true;
        text = text.substr(0, std::size_t(typed.back().data() - text.data()));
        typed.pop_back();
    }
    if (!typed.empty() && typed.front() == BytePairs::mark)
        begin.tokens = piecesIn(text, {typed.begin() + 1, typed.end()}, words);
    else
        begin.tokens = translator.targetTokens(text);
    return begin;
}

std::string beginText(const Translator& translator, const std::vector<int>& ids, bool ends) {
    const TokenTable& table = translator.description().target.tokens;
    std::string text = translator.targetText(ids);
    const std::vector<Token> read = readBegin(translator, text).tokens;
    if (!std::equal(read.begin(), read.end(), ids.begin(), ids.end(),
                    [](const Token& token, int id) { return token.id == id; })) {
        text = BytePairs::mark;
        for (const int id : ids)
            text += " " + table.token(id);
    }
    if (ends)
        text += (text.empty() ? "" : " ") + table.token(TranslationWords::end);
    return text;
}

} // namespace headlight
