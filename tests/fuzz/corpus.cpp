#include "data/corpus.h"

#include "data/corpus_kinds.h"
#include "data/statistics.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"

namespace headlight::fuzz {

namespace {

/// Options as they stand behind a path; without a word of more files or a NUL.
std::string optionsOf(std::string_view line) {
    const std::string text(line.substr(0, line.find('\0')));
    return text.empty() ? "" : "?" + text;
}

void checkCorpus(const Corpus& corpus) {
    for (const auto* part : {&corpus.train, &corpus.dev, &corpus.test})
        for (const Example& example : *part) {
            const CorpusKindRow& kind = corpusKindRow(corpus.kind);
            const bool isPlace = kind.labels == CorpusKindRow::Labels::PlacesOfTexts;
            require(isPlace ? example.texts.size() >= std::size_t(kind.texts)
                            : example.texts.size() == std::size_t(kind.texts),
                    "an example has the texts of its kind");
            for (const int sentence : example.accepted)
                require(sentence >= 0 && std::size_t(sentence) + 1 < example.texts.size(), "a sentence is there");
            require(!isPlace || std::size_t(example.label) + 1 < example.texts.size(), "the right sentence is there");
            for (const auto& tokens : example.texts)
                require(!tokens.empty(), "a text has a token");
            const bool tagged = kind.labels == CorpusKindRow::Labels::OfTokens;
            require(example.tags.size() == (tagged ? example.texts.front().size() : 0), "each token has a tag");
            for (const int label : exampleLabels(example, corpus.kind))
                require(label >= 0 && std::size_t(label) < corpus.labels.size(), "a label has a name");
        }
    require(corpus.labelPlaces.size() == corpus.labels.size(), "a label has a place");
    fingerprint(corpus);
    typedTokenizer(corpus);
    punctuatedToken(corpus);
}

} // namespace

void readCorpusFile(std::string_view bytes) {
    const Scratch scratch;
    const auto [options, content] = firstLine(bytes);
    checkCorpus(openCorpus(scratch.write("data.txt", content).string() + optionsOf(options)));
}

void readCorpusFolder(std::string_view bytes) {
    const Scratch scratch;
    const auto [options, files] = firstLine(bytes);
    for (const auto& [name, content] : filesOf(files))
        scratch.write(name, content);
    const std::string spec = scratch.folder().string() + optionsOf(options);
    attempt([&] { openSplit(spec, ""); });
    checkCorpus(openCorpus(spec));
}

} // namespace headlight::fuzz
