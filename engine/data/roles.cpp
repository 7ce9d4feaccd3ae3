#include "core/grouped.h"
#include "data/formats.h"
#include "data/role_columns.h"

#include <filesystem>

namespace headlight {

namespace {

std::string shortName(const SourceFile& file) {
    return std::filesystem::path(file.path).filename().string();
}

/// Notes down, where columns are not in the order of their predicates, how many, and the first with its place.
void noteOrder(const SourceFile& file, const std::vector<RoleSentence>& sentences, Notes& notes) {
    std::int64_t count = 0, columns = 0;
    std::string first;
    for (const RoleSentence& sentence : sentences)
        for (const Proposition& proposition : sentence.propositions) {
            ++columns;
            if (!proposition.isInOrder && ++count == 1)
                first = std::to_string(sentence.lines[std::size_t(proposition.predicate)]);
        }
    if (count > 0)
        notes.push_back(shortName(file) + ", line " + first + ": " + grouped(count) + " of " + grouped(columns) +
                        (columns == 1 ? " column of roles" : " columns of roles") +
                        (count == 1 ? " has its predicate (V)" : " have their predicate (V)") +
                        " on another word than that whose column it is by the order of the predicates" +
                        (count == 1 ? "" : ", the first here") + "; it is read as the column of its V");
}

/// An example for each predicate. Notes down how many sentences have none.
std::vector<RawExample> examplesOf(const SourceFile& file, std::vector<RoleSentence> sentences, Notes& notes) {
    noteOrder(file, sentences, notes);
    std::vector<RawExample> examples;
    std::int64_t without = 0;
    for (RoleSentence& sentence : sentences) {
        without += sentence.propositions.empty();
        for (Proposition& proposition : sentence.propositions) {
            RawExample& example = examples.emplace_back();
            example.line = sentence.lines.front();
            example.lines = sentence.lines;
            example.tokens = sentence.tokens;
            example.tags = std::move(proposition.tags);
            example.predicate = proposition.predicate;
        }
    }
    if (without > 0)
        notes.push_back(shortName(file) + ": " + grouped(without) + " of " + grouped(std::int64_t(sentences.size())) +
                        (without == 1 ? " sentences has no predicate and is left out"
                                      : " sentences have no predicate and are left out"));
    return examples;
}

} // namespace

bool looksLikePropBank(const SourceFile& file, const CorpusOptions&) {
    return looksLikePropBankColumns(file);
}

std::vector<RawExample> readPropBank(const SourceFile& file, const CorpusOptions&, Part, Notes& notes) {
    return examplesOf(file, readPropBankColumns(file), notes);
}

bool looksLikeConll2005(const SourceFile& file, const CorpusOptions&) {
    return looksLikeConll2005Columns(file);
}

std::vector<RawExample> readConll2005(const SourceFile& file, const CorpusOptions&, Part, Notes& notes) {
    return examplesOf(file, readConll2005Columns(file), notes);
}

} // namespace headlight
