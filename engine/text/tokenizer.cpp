#include "text/tokenizer.h"

#include "text/unicode.h"
#include "text/words.h"

namespace headlight {

namespace {

std::vector<Token> whitespace(std::string_view utf8, const TokenizerOptions&) {
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

std::vector<std::string> ruleIds() {
    std::vector<std::string> ids;
    for (const TokenizerRule& rule : tokenizerRules())
        ids.push_back(rule.id);
    return ids;
}

} // namespace

const std::vector<TokenizerRule>& tokenizerRules() {
    static const std::vector<TokenizerRule> rules = {
        {"whitespace", "White space", "For corpora that are cut already: tokens are what stands between white space.",
         whitespace},
        {"words", "Words",
         "For sentences as a person writes them: punctuation and clitics are cut off as in the Penn Treebank "
         "(What's → What 's, don't → do n't).",
         splitWords},
    };
    return rules;
}

const Fields<TokenizerOptions>& tokenizerFields() {
    using Options = TokenizerOptions;
    static const auto table =
        Fields<Options>()
            .choice("rule", &Options::rule, ruleIds(), "how text is cut into tokens")
            .flag("lower", &Options::lower, "lower case")
            .flag("splitMore", &Options::splitMore, "cut at dashes, slashes, tildes, quotes and degree signs as well")
            .flag("pennQuotes", &Options::pennQuotes, "write quotes as in the Penn Treebank: `` and ''")
            .flag("pennBrackets", &Options::pennBrackets, "write brackets as in the Penn Treebank: -LRB- and -RRB-");
    return table;
}

std::vector<Token> tokenizeWithPlaces(std::string_view utf8, const TokenizerOptions& options) {
    for (const TokenizerRule& rule : tokenizerRules()) {
        if (rule.id != options.rule)
            continue;
        std::vector<Token> tokens = rule.split(utf8, options);
        if (options.lower)
            for (Token& token : tokens)
                token.text = toLower(token.text);
        return tokens;
    }
    throw Error("unknown tokenizer rule \"" + printable(options.rule, 80) + "\"." +
                suggestion(options.rule, ruleIds()));
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
