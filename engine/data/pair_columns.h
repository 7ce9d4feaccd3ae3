#pragma once

#include "data/corpus.h"
#include "data/table_rows.h"

#include <optional>

namespace headlight {

/// The scale of a corpus that is known by its columns.
struct ScoreScale {
    const char* corpus;
    double lowest, highest;
};

/// Where the sentences of a table of pairs stand, and what is to be learnt.
struct PairColumns {
    std::size_t first = 0, second = 0, target = 0; ///< target: label or score
    std::optional<ScoreScale> scale = {};          ///< none of a score column that the options name
    bool isScore = false, hasHeader = true;
    std::size_t most = 0;     ///< columns that a row may fill; 0: any number, or as many as the header has
    bool isWordLabel = false; ///< the label was found by being a single word
    bool isInference = false; ///< SNLI's and MultiNLI's header: the labels are known
    bool isGuessed = false;   ///< neither a header nor the options say that there are pairs
};

/// The columns that a pair is read from, before they are looked for.
struct PairNames {
    ColumnName first, second, label, score;        ///< a score goes before a label
    std::optional<PairColumns> withoutHeader = {}; ///< those that were known by what they hold
};
/// Those that the header names, or, without one, that are known by what they hold; the options go first.
PairNames namePairColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options);

/// Where those columns stand. Error where they are not known: naming those that hold sentences when there are several.
PairColumns findPairColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options);

/// Whether the table is one of pairs, or one that holds several sentences a row of which nothing says what they are.
bool hasPairColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options);

/// Whether it has the usual names of two texts.
bool hasPairHeader(const TableRow& header);

bool isOneWord(const std::string& value);

/// Up to the last one that is not empty: tabs at the end of a line begin no columns.
std::size_t filledColumns(const TableRow& row);

} // namespace headlight
