#include "text/listed_tokens.h"

#include "text/unicode.h"

#include <stdexcept>

namespace headlight {

namespace {

bool isMark(std::string_view token) {
    return token.size() > 2 && token.starts_with('<') && token.ends_with('>');
}

} // namespace

ListedTokens::ListedTokens(TokenTable tokens) : m_tokens(std::move(tokens)) {
    for (const std::string& token : m_tokens.tokens())
        m_byCharacter = m_byCharacter && (isMark(token) || toCodePoints(token).size() == 1);
    const std::string unknown = "<unk>";
    if (!m_tokens.id(unknown))
        m_tokens.add(unknown, m_tokens.size());
    m_unknown = *m_tokens.id(unknown);
}

std::vector<Token> ListedTokens::encode(std::string_view text) const {
    std::vector<Token> tokens;
    int word = -1;
    bool inWord = false;
    const SpannedText typed = spannedCodePoints(text);
    for (std::size_t at = 0; at < typed.text.size(); ++at) {
        if (isWhiteSpace(typed.text[at])) {
            inWord = false;
            continue;
        }
        const bool goesOn = inWord && !m_byCharacter;
        word += inWord ? 0 : 1;
        inWord = true;
        Token& token = goesOn ? tokens.back() : tokens.emplace_back();
        if (!goesOn)
            token.begin = typed.spans[at].begin;
        token.end = typed.spans[at].end;
        token.text += toUtf8(typed.text.substr(at, 1));
        token.word = word;
    }
    for (Token& token : tokens) {
        const std::optional<int> id = m_tokens.id(token.text);
        token.id = id && !isMark(token.text) ? *id : m_unknown;
        token.known = token.id != m_unknown;
    }
    return tokens;
}

std::vector<Token> ListedTokens::joined(std::vector<std::vector<Token>> texts) const {
    if (texts.size() != 1)
        throw std::invalid_argument("ListedTokens::joined: expected 1 text, got " + std::to_string(texts.size()));
    return std::move(texts.front());
}

std::string ListedTokens::decode(std::span<const int> ids) const {
    std::string text;
    for (const int id : ids) {
        if (isMark(token(id)))
            continue;
        if (!m_byCharacter && !text.empty())
            text += ' ';
        text += token(id);
    }
    return text;
}

} // namespace headlight
