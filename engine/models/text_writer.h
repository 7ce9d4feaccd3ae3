#pragma once

#include "models/example_text.h"
#include "models/translation_search.h"
#include "models/writing_network.h"
#include "results/token.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How a source is given.
enum class SourceText {
    Typed, ///< as a person writes it
    Cut    ///< words between white space, as in the model's corpus; of models that read plain text the same as typed
};

/// A network that writes, with what it takes to read and to show texts. A source is read with its marks around it.
/// Reading is safe from several threads at once.
class TextWriter {
public:
    virtual ~TextWriter() = default;

    virtual std::string kind() const = 0; ///< Model::kind()
    virtual const WritingNetwork& network() const = 0;
    /// How it looks for what it writes, unless one says otherwise.
    virtual SearchOptions search() const = 0;
    virtual std::vector<ExampleText> examples() const = 0;

    /// Tokens of a source, with its marks; none of a text without words.
    virtual std::vector<Token> source(std::string_view text, SourceText form = SourceText::Typed) const = 0;
    virtual Index mostSourceTokens() const = 0; ///< with its marks; 0: any number

    // The text that is written, without marks.

    /// Of one that is typed.
    virtual std::vector<Token> targetTokens(std::string_view text) const = 0;
    /// As a person would read it; marks are left out.
    virtual std::string targetText(const std::vector<int>& ids) const = 0;
    virtual const std::string& targetToken(int id) const = 0; ///< also of a mark
    virtual std::optional<int> targetId(std::string_view token) const = 0;
    virtual int unknownTarget() const = 0; ///< the id of what has none
    /// Whether a word of a text goes on with the second token.
    virtual bool continuesWord(int before, int id) const = 0;
};

/// Error where a text with its marks has more tokens than the model has positions for. `what`: "the source".
void checkPositions(std::size_t tokens, Index most, const std::string& what);
/// Error where it has more than can be translated (longestSentence), whatever positions the model has.
void checkTextLength(std::size_t tokens, const std::string& what);

} // namespace headlight
