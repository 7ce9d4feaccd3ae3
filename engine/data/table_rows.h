#pragma once

#include "core/csv.h"
#include "data/source_file.h"

#include <optional>

namespace headlight {

using TableRow = CsvRow;

/// The rows of a table. A tab anywhere in the first line: tabs separate, and quotes mean nothing. Otherwise readCsv().
std::vector<TableRow> tableRows(const SourceFile& file);

/// Error with file and line when the row has another number of fields than the table's header, or, without a header,
/// fewer than are needed.
void checkFields(const SourceFile& file, const TableRow& row, const TableRow* header, std::size_t needed);

/// 1, 2 … as a position from 0; false for a name.
bool columnNumber(const std::string& text, std::size_t& position);

/// The column of that number, or with that name. Error listing the columns when there is none, and when two have the
/// name; `option` is what a user would name it with.
std::size_t findColumn(const SourceFile& file, const TableRow& header, const std::string& name, const char* option);

/// The first of the usual names, in lower case, that the header has; empty when it has none.
std::string guessColumn(const std::vector<std::string>& header, const std::vector<std::string>& usual);

/// Whether the first line is a header and no example, as a column shows that is given by its number: what stands there
/// stands on no other line, and is a usual name of such columns, or a word above nothing but numbers. `guess` finds a
/// column with such a name.
bool isHeading(const std::vector<TableRow>& rows, std::size_t column,
               std::string (*guess)(const std::vector<std::string>& header));

/// The number that the whole text is.
std::optional<double> numberOf(const std::string& text);

/// A header by whose names one text and its label can be told.
bool namesTextAndLabel(const TableRow& header);
/// One of the two at least.
bool namesTextOrLabel(const TableRow& header);

} // namespace headlight
