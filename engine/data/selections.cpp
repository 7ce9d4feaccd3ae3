#include "core/error.h"
#include "core/grouped.h"
#include "data/formats.h"
#include "data/squad.h"

namespace headlight {

namespace {

using Sentences = std::shared_ptr<const std::vector<std::string>>;

std::vector<Sentences> sentencesOfPassages(const SelectionData& data, const SourceFile& file) {
    std::vector<Sentences> passages;
    for (const SelectionPassage& passage : data.passages) {
        if (passage.sentences.size() > mostLabels)
            throw Error(file.path + ": a passage of " + printable(passage.title, 80) + " has " +
                        grouped(std::int64_t(passage.sentences.size())) + " sentences; at most " +
                        grouped(std::int64_t(mostLabels)) + " can be chosen from");
        std::vector<std::string> sentences;
        for (const ByteSpan& span : passage.sentences)
            sentences.push_back(passage.text.substr(span.begin, span.end - span.begin));
        passages.push_back(std::make_shared<const std::vector<std::string>>(std::move(sentences)));
    }
    return passages;
}

} // namespace

bool looksLikeSelections(const SourceFile& file, const CorpusOptions&) {
    return looksLikeSquad(file);
}

std::vector<RawExample> readSelections(const SourceFile& file, const CorpusOptions&, Part, Notes& notes) {
    const SelectionData data = readSquad(file);
    const std::vector<Sentences> passages = sentencesOfPassages(data, file);
    for (std::string& note : readingNotes(data, file.path))
        notes.push_back(std::move(note));
    std::vector<RawExample> examples;
    examples.reserve(data.questions.size());
    for (const SelectionQuestion& question : data.questions) {
        RawExample& example = examples.emplace_back();
        example.label = std::to_string(question.label + 1);
        example.text = question.text;
        example.line = 1; // the file is one, as a rule
        example.sentences = passages[std::size_t(question.passage)];
        example.accepted = question.accepted;
        example.group = data.passages[std::size_t(question.passage)].title;
    }
    return examples;
}

} // namespace headlight
