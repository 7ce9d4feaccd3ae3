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
        {Kind::Translations, 2, Labels::None, "", Kind::Translations},
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
    const auto labels = corpusKindRow(kind).labels;
    if (labels == CorpusKindRow::Labels::OfTokens)
        return example.tags;
    if (labels == CorpusKindRow::Labels::None)
        return {};
    return {&example.label, 1};
}

} // namespace headlight
