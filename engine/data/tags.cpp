#include "data/formats.h"
#include "data/tag_columns.h"

#include <filesystem>

namespace headlight {

namespace {

/// The same spans in BIO.
std::vector<std::string> asBio(const std::vector<std::string>& tags) {
    std::vector<std::string> bio(tags.size(), "O");
    for (const TagSpan& span : spansOf(tags))
        for (int t = span.begin; t < span.end; ++t)
            bio[std::size_t(t)] =
                std::string(t == span.begin ? "B" : "I") + (span.label.empty() ? "" : "-") + span.label;
    return bio;
}

} // namespace

bool looksLikeTags(const SourceFile& file, const CorpusOptions&) {
    return looksLikeTagColumns(file);
}

std::vector<RawExample> readTags(const SourceFile& file, const CorpusOptions& options, Part, Notes& notes) {
    std::vector<TaggedSentence> sentences = readTagColumns(file, {options.layout, options.token, options.tag}, notes);
    const TagScheme scheme = schemeOf(sentences);
    if (scheme == TagScheme::Plain)
        refuseOddTag(file, sentences);
    noteIllFormedTags(file, sentences, scheme, notes);
    if (scheme == TagScheme::Iob1)
        notes.push_back(std::filesystem::path(file.path).filename().string() +
                        ": its tags are IOB1 and are read as BIO, with the same spans");
    std::vector<RawExample> examples;
    for (TaggedSentence& sentence : sentences) {
        RawExample& example = examples.emplace_back();
        example.line = sentence.lines.front();
        example.lines = std::move(sentence.lines);
        example.tokens = std::move(sentence.tokens);
        example.tags = scheme == TagScheme::Iob1 ? asBio(sentence.tags) : std::move(sentence.tags);
    }
    return examples;
}

} // namespace headlight
