#pragma once

#include "core/csv.h"
#include "data/corpus.h"
#include "data/source_file.h"
#include "data/table_columns.h"

#include <optional>

namespace headlight {

using TableRow = CsvRow;

/// The rows of a table. A tab anywhere in the first line: tabs separate, and quotes mean nothing. Otherwise readCsv().
std::vector<TableRow> tableRows(const SourceFile& file);

/// A tab in the first line.
bool hasTabs(const SourceFile& file);

/// A column before it is looked for.
struct ColumnName {
    std::string name = {}; ///< or number; texts that are joined have a + between them; empty: not known
    ColumnSource source = ColumnSource::None;
};

/// By a usual name that the header has; not known where it is empty.
ColumnName nameByHeader(const std::string& name);
/// Puts what an option says in place of what is known, when it says something.
void nameByOption(ColumnName& column, const std::string& option);

/// "title+text" as its names.
std::vector<std::string> splitAtPlus(const std::string& text);

/// Error with file and line when the row has another number of fields than the table's header, or, without a header,
/// fewer than are needed.
void checkFields(const SourceFile& file, const TableRow& row, const TableRow* header, std::size_t needed);

/// 1, 2 … as a position from 0; false for a name.
bool columnNumber(const std::string& text, std::size_t& position);

/// The column of that number, or with that name. Error listing the columns when there is none, and when two have the
/// name; `option` is what a user would name it with.
std::size_t findColumn(const SourceFile& file, const TableRow& header, const std::string& name, const char* option);

/// Error when both sides of a pair are one column.
void refuseSameColumn(const SourceFile& file, const TableRow& header, std::size_t first, std::size_t second);

/// The first of the usual names, in lower case, that the header has; empty when it has none.
std::string guessColumn(const std::vector<std::string>& header, const std::vector<std::string>& usual);

/// Whether the first line is a header and no example, as a column shows that is given by its number: what stands there
/// stands on no other line, and is a usual name of such columns, or a word above nothing but numbers. `guess` finds a
/// column with such a name.
bool isHeading(const std::vector<TableRow>& rows, std::size_t column,
               std::string (*guess)(const std::vector<std::string>& header));

/// The number that the whole text is.
std::optional<double> numberOf(const std::string& text);

/// The columns of a table with one text an example.
struct TextNames {
    ColumnName text, label;
};
/// Those that the header names, or, when it names none, that are known by what they hold; the options go first.
TextNames nameTextColumns(const std::vector<TableRow>& rows, const CorpusOptions& options);

struct TextColumns {
    std::size_t label = 0;
    std::vector<std::size_t> text;
    bool hasHeader = true;
    std::size_t needed = 0; ///< fields a row must have
};
/// Where those columns stand. Error where one of them is not known or not there.
TextColumns findTextColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options);

/// A header by whose names one text and its label can be told.
bool namesTextAndLabel(const TableRow& header);
/// One of the two at least.
bool namesTextOrLabel(const TableRow& header);

} // namespace headlight
