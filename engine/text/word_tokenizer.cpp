#include "text/word_tokenizer.h"

namespace headlight {

WordTokenizer::WordTokenizer(TokenizerOptions options, Vocabulary vocabulary)
    : m_options(options), m_vocabulary(std::move(vocabulary)) {}

std::vector<Token> WordTokenizer::encode(std::string_view text) const {
    std::vector<Token> tokens = tokenizeWithPlaces(text, m_options);
    for (Token& token : tokens) {
        token.id = m_vocabulary.id(token.text);
        token.known = token.id != Vocabulary::unknown;
    }
    return tokens;
}

std::string WordTokenizer::decode(std::span<const int> ids) const {
    std::vector<std::string> tokens;
    for (const int id : ids)
        if (const std::string& token = m_vocabulary.token(id); id != Vocabulary::pad)
            tokens.push_back(token);
    return tokenizerRuleRow(m_options.rule).write(tokens);
}

std::optional<int> WordTokenizer::id(std::string_view token) const {
    if (!m_vocabulary.contains(token))
        return std::nullopt;
    return token == Vocabulary::padToken ? Vocabulary::pad : m_vocabulary.id(token);
}

} // namespace headlight
