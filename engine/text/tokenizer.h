#pragma once

#include "core/config.h"
#include "results/token.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How text is cut into tokens.
enum class TokenizerRule {
    Whitespace, ///< for corpora that are cut already: tokens are what stands between white space
    Words ///< for what a person writes: punctuation and clitics are cut off as in the Penn Treebank (What's → What 's,
          ///< don't → do n't)
};

/// How text becomes tokens; a model folder keeps these options in its config.json.
struct TokenizerOptions {
    TokenizerRule rule = TokenizerRule::Whitespace;
    bool lower = false; ///< lower case, by Unicode's rules
    bool splitMore =
        false; ///< rule `words`: cut at - − — – / ~ " ' “ ” ’ ‘ ° as well (REFERENCE §0.3: SNLI, SC, SQuAD)
    bool pennQuotes = false;   ///< rule `words`: double quotes become `` and '' as in the Penn Treebank
    bool pennBrackets = false; ///< rule `words`: ( ) [ ] { } become -LRB- -RRB- -LSB- …
    /// rule `words`: as Moses' tokenizer writes English: man &apos;s, doesn &apos;t, &quot;; what has such escapes
    /// already is left as it is
    bool moses = false;

    bool operator==(const TokenizerOptions&) const = default;
};

const Fields<TokenizerOptions>& tokenizerFields();

/// What a rule is.
struct TokenizerRuleRow {
    TokenizerRule rule;
    std::string word;  ///< in config.json and in specifications
    std::string label; ///< for people
    /// Before `lower`.
    std::vector<Token> (*cut)(std::string_view utf8, const TokenizerOptions& options);
    /// A text that `cut` makes the same tokens of.
    std::string (*join)(const std::vector<std::string>& tokens);
    /// A text as a person would write it; it may be cut in another way.
    std::string (*write)(const std::vector<std::string>& tokens);
    /// What cuts typed text into tokens as a corpus has them that was cut by this rule and sets punctuation apart. It
    /// makes the same tokens of their `join`, too.
    TokenizerRule typed;
};

/// One row for each rule.
const std::vector<TokenizerRuleRow>& tokenizerRuleRows();
const TokenizerRuleRow& tokenizerRuleRow(TokenizerRule rule);

/// The words of the rows.
const ChoiceNames<TokenizerRule>& tokenizerRules();

/// Tokens of UTF-8 text, in order; none of them empty or with white space in it.
std::vector<std::string> tokenize(std::string_view utf8, const TokenizerOptions& options);

/// The same with the bytes of the text that each was made of, and as its word the number of the piece between white
/// space that it was cut from. Ids are not set.
std::vector<Token> tokenizeWithPlaces(std::string_view utf8, const TokenizerOptions& options);

/// Text to tokens and back; belongs to a model. It never changes, so several threads may use it at once.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    /// Tokens of UTF-8 text in order, without the marks that a model reads around them. What is no UTF-8 is replaced
    /// or left out. Error only of what can't be cut at all (text/typed_ids.h).
    virtual std::vector<Token> encode(std::string_view text) const = 0;

    /// One list of the tokens of one or more texts, each from encode(), with the model's marks around them, such as
    /// [CLS] a [SEP] b [SEP]; `input` of each says which text it belongs to. std::invalid_argument for a number of
    /// texts that the model has no form for.
    virtual std::vector<Token> joined(std::vector<std::vector<Token>> texts) const;

    /// The text of ids as a person would write it; special tokens are left out. std::invalid_argument for an id that
    /// is none.
    virtual std::string decode(std::span<const int> ids) const = 0;

    virtual int size() const = 0; ///< entries of the vocabulary
    /// Texts are ids of tokens, since there is nothing to cut others by.
    virtual bool readsIds() const { return false; }
    /// A text to begin with, where texts are in no language that people speak; else empty.
    virtual std::string example() const { return {}; }
    /// std::invalid_argument when there is no such number.
    virtual const std::string& token(int id) const = 0;
    /// Number of an entry of the vocabulary, "[MASK]"; none for any other text.
    virtual std::optional<int> id(std::string_view token) const = 0;
};

} // namespace headlight
