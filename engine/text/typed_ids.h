#pragma once

#include "text/tokenizer.h"

namespace headlight {

/// For a model whose tokenizer is missing: texts are ids of its tokens, with spaces between them, "101 7592 102". No
/// marks stand around them.
class TypedIds final : public Tokenizer {
public:
    /// Ids are less than `size`, which is at least 1.
    explicit TypedIds(int size);

    /// Error for what is no id of the model's.
    std::vector<Token> encode(std::string_view text) const override;
    /// Of one text.
    std::vector<Token> joined(std::vector<std::vector<Token>> texts) const override;
    std::string decode(std::span<const int> ids) const override;
    int size() const override { return int(m_tokens.size()); }
    bool readsIds() const override { return true; }
    std::string example() const override { return size() > 2 ? "0 1 2" : "0"; }
    const std::string& token(int id) const override { return m_tokens.at(std::size_t(id)); }
    std::optional<int> id(std::string_view token) const override;

private:
    std::vector<std::string> m_tokens;
};

} // namespace headlight
