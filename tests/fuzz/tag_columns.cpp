#include "data/tag_columns.h"
#include "words_of.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "text/unicode.h"

#include <optional>

namespace headlight::fuzz {

namespace {

void checkSentence(const TaggedSentence& sentence, TagScheme scheme) {
    require(!sentence.tokens.empty(), "a sentence has a token");
    require(sentence.tags.size() == sentence.tokens.size(), "a token has a tag");
    require(sentence.lines.size() == sentence.tokens.size(), "a token has a place");
    for (const std::string& token : sentence.tokens)
        require(wordsOf(token) == std::vector<std::string>{token}, "a token holds no white space");
    for (const std::string& tag : sentence.tags)
        require(!tag.empty(), "a tag is not empty");
    int end = 0;
    for (const TagSpan& span : spansOf(sentence.tags)) {
        require(span.begin >= end && span.end > span.begin, "spans are in order and apart");
        end = span.end;
    }
    require(end <= int(sentence.tags.size()), "spans end in the sentence");
    for (const IllFormedTag& tag : illFormedTags(sentence.tags, scheme))
        require(tag.token >= 0 && tag.token < int(sentence.tags.size()), "an ill-formed tag is in the sentence");
}

} // namespace

/// The first line says layout, token and tag, each behind a space.
void readTagFile(std::string_view bytes) {
    const Scratch scratch;
    const auto [line, content] = firstLine(bytes);
    std::vector<std::string> words = wordsOf(line);
    words.resize(3);
    const SourceFile file = readSource(scratch.write("tags.txt", content).string());
    looksLikeTagColumns(file);
    std::vector<std::string> notes;
    std::optional<TagLayout> layout;
    for (const auto& name : tagLayouts())
        if (words[0] == name.text)
            layout = name.value;
    const auto sentences = readTagColumns(file, {layout, words[1], words[2]}, notes);
    require(!sentences.empty(), "there is a sentence");
    const TagScheme scheme = schemeOf(sentences);
    for (const TaggedSentence& sentence : sentences)
        checkSentence(sentence, scheme);
    noteIllFormedTags(file, sentences, scheme, notes);
}

} // namespace headlight::fuzz
