#include "data/corpus.h"

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
            const bool pair = corpus.kind == CorpusKind::Pairs || corpus.kind == CorpusKind::ScoredPairs;
            require(example.texts.size() == (pair ? 2u : 1u), "a pair has two sentences");
            for (const auto& tokens : example.texts)
                require(!tokens.empty(), "a text has a token");
            const bool tagged = corpus.kind == CorpusKind::TaggedSentences;
            require(example.tags.size() == (tagged ? example.texts.front().size() : 0), "each token has a tag");
            for (const int tag : example.tags)
                require(tag >= 0 && std::size_t(tag) < corpus.labels.size(), "a tag has a name");
            require(example.label >= 0 && std::size_t(example.label) < corpus.labels.size(), "a label has a name");
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
