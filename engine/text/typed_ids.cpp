#include "text/typed_ids.h"

#include "core/error.h"
#include "text/unicode.h"

#include <charconv>
#include <stdexcept>

namespace headlight {

TypedIds::TypedIds(int size) {
    for (int id = 0; id < size; ++id)
        m_tokens.push_back(std::to_string(id));
}

std::optional<int> TypedIds::id(std::string_view token) const {
    int number = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
    if (error != std::errc() || end != token.data() + token.size() || number < 0 || number >= size())
        return {};
    return number;
}

std::vector<Token> TypedIds::encode(std::string_view text) const {
    std::vector<Token> tokens;
    for (const std::string_view word : splitAtWhiteSpace(text)) {
        const std::optional<int> number = id(word);
        if (!number)
            throw Error("\"" + printable(std::string(word), 40) +
                        "\" is no id of a token; the model has no tokenizer beside it, so type ids from 0 to " +
                        std::to_string(size() - 1) + ", with spaces between them");
        Token& token = tokens.emplace_back();
        token.id = *number;
        token.text = m_tokens[std::size_t(*number)];
        token.begin = std::size_t(word.data() - text.data());
        token.end = token.begin + word.size();
        token.word = int(tokens.size()) - 1;
    }
    return tokens;
}

std::vector<Token> TypedIds::joined(std::vector<std::vector<Token>> texts) const {
    if (texts.size() != 1)
        throw std::invalid_argument("TypedIds::joined: expected 1 text, got " + std::to_string(texts.size()));
    return std::move(texts.front());
}

std::string TypedIds::decode(std::span<const int> ids) const {
    std::string text;
    for (const int id : ids)
        text += (text.empty() ? "" : " ") + token(id);
    return text;
}

} // namespace headlight
