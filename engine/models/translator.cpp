#include "models/translator.h"

#include <algorithm>

namespace headlight {

namespace {

/// The bytes of the text that each piece of a word stands for: as long as the piece without its mark, where the word
/// stands in the text as it is, else all of the word's.
std::vector<Token> piecesOf(const Token& word, const TranslationWords& words) {
    std::vector<Token> tokens;
    Token ofWord = word;
    ofWord.text = {}; // a copy in each piece would keep the word's memory: n² bytes for a word of n pieces
    std::size_t begin = word.begin;
    for (const std::string& piece : words.pairs.pieces(word.text)) {
        Token& token = tokens.emplace_back(ofWord);
        token.text = piece;
        token.id = words.id(piece);
        token.known = token.id != TranslationWords::unknown;
        const bool isLast = !piece.ends_with(BytePairs::mark);
        const std::size_t bytes = piece.size() - (isLast ? 0 : BytePairs::mark.size());
        if (word.end - word.begin != word.text.size())
            continue;
        token.begin = begin;
        token.end = begin + bytes;
        begin = token.end;
    }
    return tokens;
}

std::vector<Token> cutTokens(std::string_view text, const TokenizerOptions& typing, const TranslationWords& words) {
    std::vector<Token> tokens;
    int number = 0;
    for (Token& word : tokenizeWithPlaces(text, typing)) {
        word.word = number++;
        const std::vector<Token> pieces = piecesOf(word, words);
        tokens.insert(tokens.end(), pieces.begin(), pieces.end());
    }
    return tokens;
}

} // namespace

TranslationWords::TranslationWords() {
    for (const char* mark : {"<unk>", "<s>", "</s>"})
        tokens.add(mark, tokens.size());
}

int TranslationWords::id(std::string_view piece) const {
    const std::optional<int> id = tokens.id(piece);
    return id && *id > end ? *id : unknown;
}

std::vector<int> TranslationWords::ids(const std::vector<std::string>& words) const {
    std::vector<int> ids;
    for (const std::string& word : words)
        for (const std::string& piece : pairs.pieces(word))
            ids.push_back(id(piece));
    return ids;
}

TranslationOptions networkOptions(const TranslatorDescription& description) {
    TranslationOptions options;
    options.stack = description.stack;
    options.keep = description.keep;
    options.shared = description.setup.shared;
    options.sourceWords = description.source.tokens.size();
    options.targetWords = description.target.tokens.size();
    options.begin = TranslationWords::begin;
    options.end = TranslationWords::end;
    options.never = {TranslationWords::begin}; // which is in no translation that was learned from
    return options;
}

Translator::Translator(TranslatorDescription description, std::uint64_t seed, Parameters parameters)
    : m_description(std::move(description)), m_network(networkOptions(m_description), seed, std::move(parameters)) {}

std::vector<Token> Translator::source(std::string_view text, SourceText form) const {
    const TokenizerOptions asCut;
    std::vector<Token> tokens =
        cutTokens(text, form == SourceText::Cut ? asCut : m_description.typing, m_description.source);
    if (tokens.empty())
        return tokens;
    Token& end = tokens.emplace_back();
    end.text = m_description.source.tokens.token(TranslationWords::end);
    end.id = TranslationWords::end;
    end.special = true;
    return tokens;
}

std::vector<Token> Translator::targetTokens(std::string_view text) const {
    return cutTokens(text, m_description.typing, m_description.target);
}

std::vector<int> Translator::sourceIds(const std::vector<std::string>& words) const {
    std::vector<int> ids = m_description.source.ids(words);
    ids.push_back(TranslationWords::end);
    checkPositions(ids.size(), mostSourceTokens(), "the source");
    checkTextLength(ids.size(), "the source");
    return ids;
}

std::vector<int> Translator::targetIds(const std::vector<std::string>& words) const {
    std::vector<int> ids = m_description.target.ids(words);
    checkPositions(ids.size() + 1, mostSourceTokens(), "the translation");
    checkTextLength(ids.size() + 1, "the translation");
    return ids;
}

std::string Translator::targetText(const std::vector<int>& ids) const {
    std::vector<std::string> pieces;
    for (const int id : ids)
        if (id != TranslationWords::begin && id != TranslationWords::end)
            pieces.push_back(m_description.target.tokens.token(id));
    std::string text;
    for (const std::string& word : wordsOfPieces(pieces))
        text += (text.empty() ? "" : " ") + word;
    return text;
}

} // namespace headlight
