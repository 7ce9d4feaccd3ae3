#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// By what it is known which column of a table is the text, the label and so on.
enum class ColumnSource {
    None,    ///< it is not known
    Header,  ///< by a usual name in the header
    Options, ///< by the specification's options
    Guess,   ///< by what the columns hold
};

/// What is read as the text, the label or the like. Columns are positions from 0.
struct TakenColumns {
    std::vector<std::size_t> columns = {}; ///< one, or several texts that are joined; empty: none, or not known
    ColumnSource source = ColumnSource::None;
    std::vector<std::size_t> byHeader = {}; ///< what the header's names say, whatever the options say
};

/// The columns of a corpus that is a table, and what they are read as.
struct TableColumns {
    std::string path;          ///< of the specification, without its options
    std::string format;        ///< "table" or "pairs"; "text": lines with tabs that are taken for a label and a text
    bool isPairHeader = false; ///< the header has the usual names of two texts
    bool hasHeader = false;    ///< the first line is one; of unclear columns: looks like one
    std::vector<std::vector<std::string>> lines = {}; ///< the first ones, at least one; the header is among them
    TakenColumns text = {}, second = {}, label = {}, score = {};
};

/// Looks at the training file of a specification, or at the first file of a corpus without one, as openCorpus() would,
/// also where that refuses because nothing says what the columns are. Nothing for a corpus that is no table, and where
/// the file or an option is wrong: openCorpus() says what.
std::optional<TableColumns> tableColumns(const std::string& spec);

} // namespace headlight
