#pragma once

#include "text/added_tokens.h"
#include "text/bert_text.h"
#include "text/token_table.h"
#include "text/tokenizer.h"

#include <unordered_set>

namespace headlight {

/// One of what a model reads side by side.
struct TemplatePart {
    int id = -1;   ///< of a mark; −1: here stand the tokens of the text
    int input = 0; ///< number of the text, or of the one that the mark belongs to
};

/// All that makes a WordPiece tokenizer what it is; readers of files fill it in.
struct WordPieceParts {
    TokenTable tokens;             ///< without a gap, and with `unknown`
    std::string unknown = "[UNK]"; ///< stands for a word that no tokens make up
    std::string prefix = "##";     ///< of a token that continues a word
    int longestWord = 100;         ///< characters; a longer word is unknown
    BertRules rules;
    std::vector<AddedToken> added;          ///< each of them is one of `tokens`
    std::vector<TemplatePart> single, pair; ///< how one text and two are joined: each text is in it once
    bool cleanUp = true;                    ///< decode() takes spaces away before punctuation
};

/// BERT's tokens: words and punctuation, and of a word the longest entries of the vocabulary from its front. Ids, words
/// and decoded texts are those of Hugging Face's fast tokenizers. A token's bytes reach from the first character that
/// it was made of to the last, as typed; what the rules leave out behind that, an accent that is a character of its
/// own, is no part of it. A word is what stands between white space and punctuation. A mark that is typed is found as
/// itself: it is special, and has its bytes and a word.
class WordPieceTokenizer final : public Tokenizer {
public:
    /// Error when the unknown token is not in the vocabulary.
    explicit WordPieceTokenizer(WordPieceParts parts);
    WordPieceTokenizer(const WordPieceTokenizer&) = delete; ///< what finds added tokens refers to m_parts
    WordPieceTokenizer& operator=(const WordPieceTokenizer&) = delete;

    std::vector<Token> encode(std::string_view text) const override;
    /// Of one text or two.
    std::vector<Token> joined(std::vector<std::vector<Token>> texts) const override;
    std::string decode(std::span<const int> ids) const override;
    int size() const override { return m_parts.tokens.size(); }
    const std::string& token(int id) const override { return m_parts.tokens.token(id); }
    std::optional<int> id(std::string_view token) const override { return m_parts.tokens.id(token); }

private:
    struct Encoding;
    void addTyped(Encoding& encoding, std::size_t begin, std::size_t end) const;
    void addWords(Encoding& encoding, const SpannedText& text, std::size_t begin, std::size_t end) const;
    void addWord(Encoding& encoding, const SpannedText& text, std::size_t begin, std::size_t end) const;
    bool addPieces(Encoding& encoding, const SpannedText& text, std::size_t begin, std::size_t end) const;
    void addMark(Encoding& encoding, const AddedToken& mark, ByteSpan span) const;

    WordPieceParts m_parts;
    int m_unknown;
    NumberOfText m_continuing; ///< without the prefix
    std::size_t m_longest = 0; ///< token, in characters
    AddedTokens m_asTyped, m_normalized;
    std::unordered_set<int> m_special, m_extra;
};

} // namespace headlight
