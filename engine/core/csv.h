#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A record of a table in a text file.
struct CsvRow {
    std::vector<std::string> fields;
    std::size_t line = 0; ///< where it begins, from 1
};

/// The records of comma-separated text, RFC 4180: a field in double quotes may hold commas, line breaks and doubled
/// quotes; a backslash is a character like others. An apostrophe that keeps a spreadsheet from running a text as a
/// formula is left out ('=1+1, '@name, '-LRB-). Lines end in LF or CR LF, and an empty one is no record. Error with
/// `path` and line for a quote that is never closed, or text behind a closing one.
std::vector<CsvRow> readCsv(std::string_view text, const std::string& path);

} // namespace headlight
