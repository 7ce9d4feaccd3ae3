#pragma once

#include "core/config.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How text becomes tokens; a model folder keeps these options in its config.json.
struct TokenizerOptions {
    std::string rule = "whitespace"; ///< a row of tokenizerRules()
    bool lower = false;              ///< lower case, by Unicode's rules
    bool splitMore =
        false; ///< rule `words`: cut at - − — – / ~ " ' “ ” ’ ‘ ° as well (REFERENCE §0.3: SNLI, SC, SQuAD)
    bool pennQuotes = false;   ///< rule `words`: double quotes become `` and '' as in the Penn Treebank
    bool pennBrackets = false; ///< rule `words`: ( ) [ ] { } become -LRB- -RRB- -LSB- …

    bool operator==(const TokenizerOptions&) const = default;
};

const Fields<TokenizerOptions>& tokenizerFields();

struct TokenizerRule {
    std::string id, title, help;
    std::vector<std::string> (*split)(std::string_view utf8, const TokenizerOptions& options);
};

/// `whitespace` for corpora that are cut already, `words` for what a person writes.
const std::vector<TokenizerRule>& tokenizerRules();

/// Tokens of UTF-8 text, in order; none of them empty or with white space in it. Error on an unknown rule.
std::vector<std::string> tokenize(std::string_view utf8, const TokenizerOptions& options);

} // namespace headlight
