#include "text/tokenizer.h"

#include "text/unicode.h"
#include "text/words.h"

#include <stdexcept>

namespace headlight {

namespace {

std::vector<Token> splitAtSpaces(std::string_view utf8, const TokenizerOptions&) {
    const std::vector<std::string_view> parts = splitAtWhiteSpace(utf8);
    std::vector<Token> tokens(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        tokens[i].text = parts[i];
        tokens[i].begin = std::size_t(parts[i].data() - utf8.data());
        tokens[i].end = tokens[i].begin + parts[i].size();
        tokens[i].word = int(i);
    }
    return tokens;
}

std::string joinWithSpaces(const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens)
        text += (text.empty() ? "" : " ") + token;
    return text;
}

} // namespace

const std::vector<TokenizerRuleRow>& tokenizerRuleRows() {
    using Rule = TokenizerRule;
    static const std::vector<TokenizerRuleRow> rows = {
        {Rule::Whitespace, "whitespace", "White space", splitAtSpaces, joinWithSpaces, joinWithSpaces, Rule::Words},
        {Rule::Words, "words", "Words and marks", splitWords, joinWithSpaces, writeWords, Rule::Words},
    };
    return rows;
}

const TokenizerRuleRow& tokenizerRuleRow(TokenizerRule rule) {
    for (const TokenizerRuleRow& row : tokenizerRuleRows())
        if (row.rule == rule)
            return row;
    throw std::invalid_argument("tokenizerRuleRow: this rule has no row");
}

const ChoiceNames<TokenizerRule>& tokenizerRules() {
    static const auto rules = [] {
        ChoiceNames<TokenizerRule> words;
        for (const TokenizerRuleRow& row : tokenizerRuleRows())
            words.push_back({row.rule, row.word.c_str(), row.label.c_str()});
        return words;
    }();
    return rules;
}

const Fields<TokenizerOptions>& tokenizerFields() {
    using Options = TokenizerOptions;
    static const auto table =
        Fields<Options>()
            .choice("rule", "Cut text by", &Options::rule, tokenizerRules(), "how text is cut into tokens")
            .main()
            .flag("lower", "Lower case", &Options::lower, "lower case")
            .flag("splitMore", "Cut at more marks", &Options::splitMore,
                  "cut at dashes, slashes, tildes, quotes and degree signs as well")
            .flag("pennQuotes", "Penn Treebank quotes", &Options::pennQuotes,
                  "write quotes as in the Penn Treebank: `` and ''")
            .flag("pennBrackets", "Penn Treebank brackets", &Options::pennBrackets,
                  "write brackets as in the Penn Treebank: -LRB- and -RRB-")
            .flag("moses", "Moses' escapes", &Options::moses,
                  "write marks as Moses' tokenizer does: man &apos;s and &quot;");
    return table;
}

std::vector<Token> tokenizeWithPlaces(std::string_view utf8, const TokenizerOptions& options) {
    std::vector<Token> tokens = tokenizerRuleRow(options.rule).cut(utf8, options);
    if (options.lower)
        for (Token& token : tokens)
            token.text = toLower(token.text);
    return tokens;
}

std::vector<std::string> tokenize(std::string_view utf8, const TokenizerOptions& options) {
    std::vector<Token> tokens = tokenizeWithPlaces(utf8, options);
    std::vector<std::string> texts;
    texts.reserve(tokens.size());
    for (Token& token : tokens)
        texts.push_back(std::move(token.text));
    return texts;
}

std::vector<Token> Tokenizer::joined(std::vector<std::vector<Token>> texts) const {
    std::vector<Token> all;
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (Token& token : texts[i]) {
            token.input = int(i);
            all.push_back(std::move(token));
        }
    return all;
}

} // namespace headlight
