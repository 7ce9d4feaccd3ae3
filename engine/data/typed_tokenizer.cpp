#include "data/corpus.h"
#include "text/unicode.h"

namespace headlight {

TokenizerOptions typedTokenizer(const Corpus& corpus) {
    TokenizerOptions options = corpus.tokenizer;
    const TokenizerRule typed = tokenizerRuleRow(options.rule).typed;
    if (typed == options.rule)
        return options;
    if (punctuatedToken(corpus).empty())
        options.rule = typed;
    bool hasCapitals = false;
    for (const Example& example : corpus.train)
        for (const auto& tokens : example.texts)
            for (const std::string& token : tokens) {
                const std::string lower = toLower(token);
                hasCapitals = hasCapitals || lower != token;
                options.pennQuotes = options.pennQuotes || token == "``";
                options.pennBrackets = options.pennBrackets || lower == "-lrb-";
                options.moses = options.moses || token == "&quot;" || token.starts_with("&apos;");
            }
    options.lower = !hasCapitals;
    return options;
}

} // namespace headlight
