#pragma once

#include "models/example_text.h"
#include "models/text_writer.h"
#include "models/translation_network.h"
#include "results/token.h"
#include "text/byte_pairs.h"
#include "text/token_table.h"
#include "text/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One language of a translation model: how its words are cut into pieces, and which pieces the model knows.
struct TranslationWords {
    static constexpr int unknown = 0, begin = 1, end = 2; ///< ids of the marks, which come first in every table

    BytePairs pairs;
    TokenTable tokens; ///< with the marks

    TranslationWords(); ///< the marks alone

    /// Id of a piece; `unknown` for one that is not there, and for a mark that occurs in a text.
    int id(std::string_view piece) const;
    std::vector<int> ids(const std::vector<std::string>& words) const;
};

/// Everything that says what a translation model is, apart from its trained numbers.
struct TranslatorDescription {
    TransformerOptions stack;          ///< of encoder and decoder
    double keep = 0.9;                 ///< TranslationOptions::keep
    TranslationSetup setup;            ///< merges, tables, and how it looks for a translation
    TokenizerOptions typing;           ///< how a text that is typed is cut into words
    TranslationWords source, target;   ///< alike where the merges are joint
    std::vector<ExampleText> examples; ///< sources
    std::string from, to;              ///< codes of its languages; empty where they are not known
};

/// A translation model with its words. A source is read with the mark of its end behind it, as in the toolkits of the
/// papers. Reading is safe from several threads at once.
class Translator final : public TextWriter {
public:
    /// First values of all parameters from `seed`. Error when options don't fit together.
    Translator(TranslatorDescription description, std::uint64_t seed, Parameters parameters = Parameters());

    const TranslatorDescription& description() const { return m_description; }
    TranslationNetwork& network() { return m_network; }
    const TranslationNetwork& network() const override { return m_network; }

    std::string kind() const override { return "transformer"; }
    SearchOptions search() const override { return searchOptions(m_description.setup); }
    std::vector<ExampleText> examples() const override { return m_description.examples; }
    /// Pieces with their places and words.
    std::vector<Token> source(std::string_view text, SourceText form = SourceText::Typed) const override;
    Index mostSourceTokens() const override {
        return m_description.stack.positions == Positions::Learned ? m_description.stack.maxLength : 0;
    }
    std::vector<Token> targetTokens(std::string_view text) const override;
    std::string targetText(const std::vector<int>& ids) const override;
    const std::string& targetToken(int id) const override { return m_description.target.tokens.token(id); }
    std::optional<int> targetId(std::string_view token) const override { return m_description.target.tokens.id(token); }
    int unknownTarget() const override { return TranslationWords::unknown; }
    bool continuesWord(int before, int) const override { return targetToken(before).ends_with(BytePairs::mark); }

    /// Ids of a source that is cut into words, the mark of its end included. Error when it is longer than the model can
    /// read, or than what can be translated.
    std::vector<int> sourceIds(const std::vector<std::string>& words) const;
    /// Of a translation, without marks. Error likewise.
    std::vector<int> targetIds(const std::vector<std::string>& words) const;

private:
    TranslatorDescription m_description;
    TranslationNetwork m_network;
};

/// What the network of such a description is.
TranslationOptions networkOptions(const TranslatorDescription& description);

} // namespace headlight
