#include "models/selection_texts.h"

#include "core/error.h"
#include "core/grouped.h"
#include "models/record.h"
#include "text/sentences.h"

namespace headlight {

namespace {

constexpr std::size_t nameLength = 22; ///< code points of a sentence in its name, about

std::size_t codePoints(const std::string& utf8) {
    std::size_t count = 0;
    for (std::size_t position = 0; position < utf8.size(); ++count)
        takeCodePoint(utf8, position);
    return count;
}

/// "2: the red bridge…": by whole words, so that no letter loses its marks.
std::string nameOf(std::size_t number, const std::vector<Token>& words) {
    std::string name = std::to_string(number) + ":";
    std::size_t length = 0, used = 0;
    for (; used < words.size() && length < nameLength; ++used) {
        length += codePoints(words[used].text) + 1;
        if (used > 0 && length > nameLength)
            break;
        name += ' ' + words[used].text;
    }
    return used < words.size() ? name + "…" : name;
}

/// Of sentences, whose tokens know their places, and a question.
std::vector<Sequence> assembled(std::vector<Sequence> sentences, Sequence question) {
    std::vector<Sequence> all(1);
    all.front().name = "sentences";
    for (Sequence& sentence : sentences) {
        const auto number = int(all.size());
        sentence.name = "sentence " + std::to_string(number);
        for (Token& word : sentence.tokens)
            word.input = 1;
        Token& token = all.front().tokens.emplace_back();
        token.text = nameOf(std::size_t(number), sentence.tokens);
        token.begin = sentence.tokens.front().begin;
        token.end = sentence.tokens.back().end;
        token.word = number - 1;
        token.input = 1;
        all.push_back(std::move(sentence));
    }
    question.name = "question";
    all.push_back(std::move(question));
    return all;
}

Tokens textsOf(const Sequence& sequence) {
    Tokens texts;
    for (const Token& token : sequence.tokens)
        texts.push_back(token.text);
    return texts;
}

} // namespace

std::vector<Sequence> selectionSequences(const TaskNetwork& model, const std::string& question,
                                         const std::string& passage) {
    if (splitAtWhiteSpace(question).empty())
        throw Error("the question is empty: type at least one word");
    const std::vector<ByteSpan> spans = sentencesOf(passage);
    if (spans.empty())
        throw Error("the passage is empty: type at least one sentence");
    std::vector<Sequence> sentences;
    std::size_t tokens = 0;
    for (const ByteSpan& span : spans) {
        Sequence& sentence =
            sentences.emplace_back(sequenceOf(model, passage.substr(span.begin, span.end - span.begin)));
        for (Token& token : sentence.tokens) {
            token.begin += span.begin;
            token.end += span.begin;
        }
        tokens += sentence.tokens.size();
        if (Index(tokens) > longestSentence)
            throw Error("the passage has more than " + grouped(longestSentence) +
                        " tokens, and no more can be looked at: shorten it");
    }
    return assembled(std::move(sentences), sequenceOf(model, question));
}

std::vector<Sequence> selectionSequences(const TaskNetwork& model, const std::vector<std::string>& question,
                                         const std::vector<std::vector<std::string>>& sentences) {
    std::vector<Sequence> sequences;
    for (const std::vector<std::string>& sentence : sentences)
        sequences.push_back(sequenceOf(model, sentence));
    return assembled(std::move(sequences), sequenceOf(model, question));
}

std::vector<Tokens> selectionTexts(const std::vector<Sequence>& sequences) {
    std::vector<Tokens> texts = {textsOf(sequences.back())};
    for (const Token& sentence : sequences.front().tokens)
        texts.push_back(textsOf(sequences[std::size_t(sentence.word) + 1]));
    return texts;
}

void describeSelection(SelectionAnswer& answer, const std::vector<Sequence>& sequences, const SentenceCounts& counts) {
    answer.places.labels.clear();
    answer.sentences.clear();
    for (const Token& sentence : sequences.front().tokens) {
        answer.places.labels.push_back(sentence.text);
        answer.sentences.push_back({sentence.begin, sentence.end});
    }
    const std::vector<int> choices = baselineChoices(selectionTexts(sequences), counts);
    for (std::size_t k = 0; k < choices.size(); ++k) {
        const SelectionBaselineRow& row = selectionBaselineRows()[k];
        answer.choices.push_back({row.id, row.title, std::size_t(choices[k])});
    }
}

} // namespace headlight
