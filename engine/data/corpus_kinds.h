#pragma once

#include "data/corpus.h"

#include <span>

namespace headlight {

/// What readers, statistics and previews need to know of a kind of example.
struct CorpusKindRow {
    enum class Labels {
        OfExamples,     ///< Example::label; named by alphabet or number (data/label_names.h)
        OfTokens,       ///< Example::tags, one for each token of the first text; in the order in which they occur
        None,           ///< what is wanted is a text of the example
        LevelsOfScores, ///< Example::score, and as its label the level at or below it (data/score_levels.h)
    };
    CorpusKind kind;
    int texts; ///< of an example
    Labels labels;
    std::string labelWord; ///< what one of them is called; empty where there are none
    CorpusKind scored;     ///< what examples are that have a number in place of a label; itself where none may
};

/// One row for each kind. A new one is a row here, beside a format that reads it and a task.
const std::vector<CorpusKindRow>& corpusKinds();
const CorpusKindRow& corpusKindRow(CorpusKind kind);

/// Of an example of that kind: its label, or those of its tokens, or none. They belong to the example.
std::span<const int> exampleLabels(const Example& example, CorpusKind kind);

} // namespace headlight
