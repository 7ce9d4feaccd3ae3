#include "text/tokenizer.h"

#include "text/unicode.h"
#include "text/words.h"

namespace headlight {

namespace {

std::vector<std::string> whitespace(std::string_view utf8, const TokenizerOptions&) {
    return splitAtWhiteSpace(utf8);
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

std::vector<std::string> tokenize(std::string_view utf8, const TokenizerOptions& options) {
    for (const TokenizerRule& rule : tokenizerRules()) {
        if (rule.id != options.rule)
            continue;
        std::vector<std::string> tokens = rule.split(utf8, options);
        if (options.lower)
            for (std::string& token : tokens)
                token = toLower(token);
        return tokens;
    }
    throw Error("unknown tokenizer rule \"" + printable(options.rule, 80) + "\"." +
                suggestion(options.rule, ruleIds()));
}

} // namespace headlight
