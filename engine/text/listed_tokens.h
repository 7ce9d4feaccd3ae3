#pragma once

#include "text/token_table.h"
#include "text/tokenizer.h"

namespace headlight {

/// A vocabulary without rules of how text is cut. Where all its tokens but the marks, "<s>", are single characters,
/// each character of a text is a token, and white space is left out; else tokens are what stands between white space,
/// as the program that a model comes from has cut it. No marks stand around texts.
class ListedTokens final : public Tokenizer {
public:
    /// The entry "<unk>" is what has no other; there is one behind the others where the table lacks it.
    explicit ListedTokens(TokenTable tokens);

    std::vector<Token> encode(std::string_view text) const override;
    /// Of one text.
    std::vector<Token> joined(std::vector<std::vector<Token>> texts) const override;
    std::string decode(std::span<const int> ids) const override;
    int size() const override { return m_tokens.size(); }
    const std::string& token(int id) const override { return m_tokens.token(id); }
    std::optional<int> id(std::string_view token) const override { return m_tokens.id(token); }

    /// Whether tokens are single characters.
    bool byCharacter() const { return m_byCharacter; }

private:
    TokenTable m_tokens;
    int m_unknown = 0;
    bool m_byCharacter = true;
};

} // namespace headlight
