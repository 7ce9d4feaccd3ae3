#pragma once

#include "text/tokenizer.h"

#include <QString>
#include <QStringList>
#include <algorithm>

namespace headlight {

/// "▁t3" for every id; texts are such names with spaces between them, "t3 t5", with `end` behind them where there is
/// one.
class NumberedTokens final : public Tokenizer {
public:
    NumberedTokens(int count, std::optional<int> end) : m_end(end) {
        for (int id = 0; id < count; ++id)
            m_tokens.push_back("▁t" + std::to_string(id));
    }
    std::vector<Token> encode(std::string_view text) const override {
        std::vector<Token> tokens;
        for (const QString& word :
             QString::fromUtf8(text.data(), qsizetype(text.size())).split(' ', Qt::SkipEmptyParts)) {
            Token& token = tokens.emplace_back();
            token.id = word.mid(1).toInt();
            token.text = m_tokens[std::size_t(token.id)];
            token.word = int(tokens.size()) - 1;
        }
        return tokens;
    }
    std::vector<Token> joined(std::vector<std::vector<Token>> texts) const override {
        if (m_end) {
            Token& end = texts.front().emplace_back();
            end.id = *m_end;
            end.special = true;
        }
        return texts.front();
    }
    std::string decode(std::span<const int> ids) const override {
        std::string text;
        for (const int id : ids)
            text += (text.empty() ? "t" : " t") + std::to_string(id);
        return text;
    }
    int size() const override { return int(m_tokens.size()); }
    const std::string& token(int id) const override { return m_tokens.at(std::size_t(id)); }
    std::optional<int> id(std::string_view token) const override {
        const auto found = std::find(m_tokens.begin(), m_tokens.end(), token);
        return found == m_tokens.end() ? std::nullopt : std::optional(int(found - m_tokens.begin()));
    }

private:
    std::vector<std::string> m_tokens;
    std::optional<int> m_end;
};

} // namespace headlight
