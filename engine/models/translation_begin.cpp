#include "models/translation_begin.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

struct TypedWord {
    std::string_view text;
    std::size_t begin = 0; ///< byte
    std::size_t end() const { return begin + text.size(); }
};

std::vector<TypedWord> wordsBetweenSpaces(std::string_view text) {
    constexpr std::string_view spaces = " \t\n\r\f\v";
    std::vector<TypedWord> words;
    for (std::size_t at = text.find_first_not_of(spaces); at != text.npos; at = text.find_first_not_of(spaces, at)) {
        const std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
        words.push_back({text.substr(at, end - at), at});
        at = end;
    }
    return words;
}

class BeginReader {
public:
    BeginReader(const Translator& translator, std::string_view text)
        : m_translator(translator), m_table(translator.description().target.tokens), m_text(text) {}

    TranslationBegin read() {
        std::vector<TypedWord> words = wordsBetweenSpaces(m_text);
        if (!words.empty() && words.back().text == m_table.token(TranslationWords::end)) {
            m_result.isComplete = true;
            words.pop_back();
        }
        for (std::size_t word = 0; word < words.size(); ++word)
            if (const int id = pieceOf(words[word].text); id >= 0) {
                addTyped(words, word);
                addPiece(words[word], id);
            }
        addTyped(words, words.size());
        return std::move(m_result);
    }

private:
    /// −1: the word is none, but to be cut.
    int pieceOf(std::string_view word) {
        const bool behindPiece = std::exchange(m_isInside, false);
        const int id = m_translator.description().target.id(word);
        if (id == TranslationWords::unknown)
            return word == m_table.token(TranslationWords::unknown) ? id : -1;
        m_isInside = word.ends_with(BytePairs::mark);
        return m_isInside || behindPiece ? id : -1;
    }

    /// What was typed since the last piece, up to this word: cut as one text.
    void addTyped(const std::vector<TypedWord>& words, std::size_t end) {
        if (m_done < end) {
            const std::size_t from = words[m_done].begin;
            const int firstWord = m_words;
            for (Token& token : m_translator.targetTokens(m_text.substr(from, words[end - 1].end() - from))) {
                token.begin += from;
                token.end += from;
                token.word += firstWord;
                m_words = token.word + 1;
                m_result.tokens.push_back(std::move(token));
            }
        }
        m_done = end + 1;
    }

    void addPiece(const TypedWord& word, int id) {
        Token& token = m_result.tokens.emplace_back();
        token.text = word.text;
        token.id = id;
        token.begin = word.begin;
        token.end = word.end();
        token.word = m_words;
        token.known = id != TranslationWords::unknown;
        m_words += m_isInside ? 0 : 1;
    }

    const Translator& m_translator;
    const TokenTable& m_table;
    std::string_view m_text;
    TranslationBegin m_result;
    std::size_t m_done = 0; ///< typed words that have become tokens
    int m_words = 0;        ///< of the tokens
    bool m_isInside = false;
};

} // namespace

TranslationBegin readBegin(const Translator& translator, std::string_view text) {
    return BeginReader(translator, text).read();
}

std::string beginText(const Translator& translator, const std::vector<int>& ids, bool ends) {
    const TokenTable& table = translator.description().target.tokens;
    std::string text = translator.targetText(ids);
    const std::vector<Token> read = readBegin(translator, text).tokens;
    if (!std::equal(read.begin(), read.end(), ids.begin(), ids.end(),
                    [](const Token& token, int id) { return token.id == id; })) {
        text.clear();
        for (const int id : ids)
            text += (text.empty() ? "" : " ") + table.token(id);
    }
    if (ends)
        text += (text.empty() ? "" : " ") + table.token(TranslationWords::end);
    return text;
}

} // namespace headlight
