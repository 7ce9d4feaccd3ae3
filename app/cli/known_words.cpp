#include "cli/known_words.h"

#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/grouped.h"

#include <set>

namespace headlight {

/// The same of one text.
static void checkKnown(const Sequence& sequence, const std::vector<std::string>& texts) {
    constexpr std::size_t mostNamed = 10;
    const std::size_t read = sequence.tokens.size();
    if (sequence.leftOut > 0)
        note("the text has " + grouped(std::int64_t(read + sequence.leftOut)) + " tokens; the model reads the first " +
             grouped(std::int64_t(read)) + " (max_tokens), the others are left out");
    std::set<std::string> unknown;
    std::string named;
    std::size_t count = 0;
    for (const Token& token : sequence.tokens) {
        if (token.known)
            continue;
        ++count;
        const std::string word = typedText(token, texts);
        if (unknown.insert(word).second && unknown.size() <= mostNamed)
            named += (named.empty() ? "“" : ", “") + printable(word, longestWord) + "”";
    }
    if (unknown.size() > mostNamed)
        named += " and " + std::to_string(unknown.size() - mostNamed) + " more";
    if (count == read)
        throw Error("the model knows none of the words: " + named + ". Type words that its vocabulary has");
    if (count > 0)
        note((sequence.isTarget ? "of how the translation begins, unknown to the model: " : "unknown to the model: ") +
             named);
}

/// Of a passage the words are looked at together: a sentence may hold none that is known.
void checkAllKnown(const Model& model, const std::vector<Sequence>& sequences, const std::vector<std::string>& texts) {
    if (int(sequences.size()) <= 2 || model.inputs().size() != 2) {
        for (const Sequence& sequence : sequences)
            checkKnown(sequence, texts);
        return;
    }
    Sequence words; // of the question and of all sentences; the first sequence repeats these
    for (auto sequence = sequences.rbegin(); sequence + 1 != sequences.rend(); ++sequence) {
        words.tokens.insert(words.tokens.end(), sequence->tokens.begin(), sequence->tokens.end());
        words.leftOut += sequence->leftOut;
    }
    checkKnown(words, texts);
}

} // namespace headlight
