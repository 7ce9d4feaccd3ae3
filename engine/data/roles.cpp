#include "core/grouped.h"
#include "data/formats.h"
#include "data/role_columns.h"

#include <filesystem>

namespace headlight {

namespace {

/// An example for each predicate. Notes down how many sentences have none.
std::vector<RawExample> examplesOf(const SourceFile& file, std::vector<RoleSentence> sentences, Notes& notes) {
    std::vector<RawExample> examples;
    std::int64_t without = 0;
    for (RoleSentence& sentence : sentences) {
        without += sentence.propositions.empty();
        for (Proposition& proposition : sentence.propositions) {
            RawExample& example = examples.emplace_back();
            example.line = sentence.line;
            example.tokens = sentence.tokens;
            example.tags = std::move(proposition.tags);
            example.predicate = proposition.predicate;
        }
    }
    if (without > 0)
        notes.push_back(std::filesystem::path(file.path).filename().string() + ": " + grouped(without) + " of " +
                        grouped(std::int64_t(sentences.size())) +
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
