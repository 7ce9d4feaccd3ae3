#include "data/corpus_kinds.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

const std::vector<CorpusKindRow>& corpusKinds() {
    using Kind = CorpusKind;
    using Labels = CorpusKindRow::Labels;
    static const std::vector<CorpusKindRow> rows = {
        {Kind::Sentences, 1, Labels::OfExamples, "label", Kind::Sentences},
        {Kind::Pairs, 2, Labels::OfExamples, "label", Kind::ScoredPairs},
        {Kind::ScoredPairs, 2, Labels::LevelsOfScores, "level", Kind::ScoredPairs},
        {Kind::TaggedSentences, 1, Labels::OfTokens, "tag", Kind::TaggedSentences},
        {Kind::Propositions, 1, Labels::OfTokens, "role", Kind::Propositions},
        {Kind::Selections, 2, Labels::PlacesOfTexts, "sentence", Kind::Selections},
    };
    return rows;
}

const CorpusKindRow& corpusKindRow(CorpusKind kind) {
    for (const CorpusKindRow& row : corpusKinds())
        if (row.kind == kind)
            return row;
    throw std::invalid_argument("corpusKindRow: this kind has no row");
}

std::span<const int> exampleLabels(const Example& example, CorpusKind kind) {
    if (corpusKindRow(kind).labels == CorpusKindRow::Labels::OfTokens)
        return example.tags;
    return {&example.label, 1};
}

} // namespace headlight
