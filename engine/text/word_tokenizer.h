#pragma once

#include "text/tokenizer.h"
#include "text/vocabulary.h"

namespace headlight {

/// Words by a rule and a vocabulary of whole words, as models have them that are trained here. A text has no marks
/// around it; a token that the vocabulary does not have keeps its own text.
class WordTokenizer final : public Tokenizer {
public:
    WordTokenizer(TokenizerOptions options, Vocabulary vocabulary);

    /// `text` as tokenize() has it, `id` as Vocabulary::id(), `word` the piece between white space.
    std::vector<Token> encode(std::string_view text) const override;
    /// As TokenizerRuleRow::write. `<unk>` is written as such.
    std::string decode(std::span<const int> ids) const override;
    int size() const override { return m_vocabulary.size(); }
    const std::string& token(int id) const override { return m_vocabulary.token(id); }
    std::optional<int> id(std::string_view token) const override;

    const TokenizerOptions& options() const { return m_options; }
    const Vocabulary& vocabulary() const { return m_vocabulary; }

private:
    TokenizerOptions m_options;
    Vocabulary m_vocabulary;
};

} // namespace headlight
