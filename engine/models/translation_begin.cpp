#include "models/translation_begin.h"

#include "text/byte_pairs.h"

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

std::vector<Token> piecesIn(const TextWriter& writer, std::string_view text,
                            const std::vector<std::string_view>& pieces) {
    std::vector<Token> tokens;
    const WritingMarks marks = writer.network().marks();
    for (const std::string_view piece : pieces) {
        Token token;
        token.text = piece;
        token.id = writer.targetId(piece).value_or(writer.unknownTarget()); // also a mark that the model has written
        if (token.id == marks.end)
            token.id = writer.unknownTarget();
        token.begin = std::size_t(piece.data() - text.data());
        token.end = token.begin + piece.size();
        if (!tokens.empty())
            token.word = tokens.back().word + (writer.continuesWord(tokens.back().id, token.id) ? 0 : 1);
        token.known = token.id != writer.unknownTarget();
        tokens.push_back(std::move(token));
    }
    return tokens;
}

} // namespace

TranslationBegin readBegin(const TextWriter& writer, std::string_view text) {
    TranslationBegin begin;
    std::vector<std::string_view> typed = wordsBetweenSpaces(text);
    if (!typed.empty() && typed.back() == writer.targetToken(writer.network().marks().end)) {
        begin.isComplete = true;
        text = text.substr(0, std::size_t(typed.back().data() - text.data()));
        typed.pop_back();
    }
    if (!typed.empty() && typed.front() == BytePairs::mark)
        begin.tokens = piecesIn(writer, text, {typed.begin() + 1, typed.end()});
    else
        begin.tokens = writer.targetTokens(text);
    return begin;
}

std::string beginText(const TextWriter& writer, const std::vector<int>& ids, bool ends) {
    std::string text = writer.targetText(ids);
    const std::vector<Token> read = readBegin(writer, text).tokens;
    if (!std::equal(read.begin(), read.end(), ids.begin(), ids.end(),
                    [](const Token& token, int id) { return token.id == id; })) {
        text = BytePairs::mark;
        for (const int id : ids)
            text += " " + writer.targetToken(id);
    }
    if (ends)
        text += (text.empty() ? "" : " ") + writer.targetToken(writer.network().marks().end);
    return text;
}

} // namespace headlight
