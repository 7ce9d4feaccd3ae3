#include "data/table_rows.h"

#include "core/error.h"
#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace headlight {

namespace {

std::vector<TableRow> readTabbed(const SourceFile& file) {
    std::vector<TableRow> rows;
    for (const SourceLine& line : linesOf(file)) {
        TableRow row{{}, line.number};
        for (std::size_t begin = 0; begin <= line.text.size();) {
            const std::size_t end = std::min(line.text.find('\t', begin), line.text.size());
            row.fields.emplace_back(line.text.substr(begin, end - begin));
            begin = end + 1;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// In a table without a header the "names" of columns may be whole texts.
std::string joinedNames(const std::vector<std::string>& names) {
    constexpr std::size_t mostNames = 20, longestName = 30;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), mostNames); ++i) {
        std::size_t end = std::min(names[i].size(), longestName);
        while (end < names[i].size() && (static_cast<unsigned char>(names[i][end]) & 0xC0) == 0x80)
            --end; // never inside a character
        text += (i ? ", " : "") + names[i].substr(0, end) + (end < names[i].size() ? "…" : "");
    }
    return names.size() > mostNames ? text + " …" : text;
}

} // namespace

std::vector<TableRow> tableRows(const SourceFile& file) {
    return hasTabs(file) ? readTabbed(file) : readCsv(file.text, file.path);
}

bool hasTabs(const SourceFile& file) {
    return std::string_view(file.text).substr(0, file.text.find('\n')).find('\t') != std::string_view::npos;
}

ColumnName nameByHeader(const std::string& name) {
    return {name, name.empty() ? ColumnSource::None : ColumnSource::Header};
}

void nameByOption(ColumnName& column, const std::string& option) {
    if (!option.empty())
        column = {option, ColumnSource::Options};
}

std::vector<std::string> splitAtPlus(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('+', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

void checkFields(const SourceFile& file, const TableRow& row, const TableRow* header, std::size_t needed) {
    const std::size_t expected = header ? header->fields.size() : needed, got = row.fields.size();
    if (header ? got == expected : got >= expected)
        return;
    throw Error(file.at(row.line) + "expected " + std::to_string(expected) + " columns" +
                (header ? ", as the header has" : " at least") + ", got " + std::to_string(got) +
                (got > expected && !hasTabs(file) ? ": a text with commas belongs in quotes" : ""));
}

bool columnNumber(const std::string& text, std::size_t& position) {
    int number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || stop != end || number < 1)
        return false;
    position = std::size_t(number - 1);
    return true;
}

std::size_t findColumn(const SourceFile& file, const TableRow& header, const std::string& name, const char* option) {
    // Numbers first: what is named by number as a rule has no header, and its first line may hold the same digits.
    if (std::size_t position = 0; columnNumber(name, position)) {
        if (position < header.fields.size())
            return position;
        throw Error(file.at(header.line) + "there is no column " + name + "; the line has " +
                    std::to_string(header.fields.size()));
    }
    const auto found = std::find(header.fields.begin(), header.fields.end(), name);
    if (found != header.fields.end()) {
        const auto again = std::find(found + 1, header.fields.end(), name);
        if (again == header.fields.end())
            return std::size_t(found - header.fields.begin());
        const auto number = [&](auto column) { return std::to_string(column - header.fields.begin() + 1); };
        throw Error(file.at(header.line) + "the columns " + number(found) + " and " + number(again) +
                    " are both named \"" + printable(name, 40) + "\"; say which one is meant: ?" + option + "=" +
                    number(found));
    }
    if (name.empty())
        throw Error(file.at(header.line) + "no column is known to be the " + option + " among " +
                    joinedNames(header.fields) + "; name it with ?" + option +
                    "=COLUMN, by its number, from 1, where the table has no header");
    throw Error(file.at(header.line) + "there is no column \"" + name + "\" among " + joinedNames(header.fields) + "." +
                suggestion(name, header.fields));
}

void refuseSameColumn(const SourceFile& file, const TableRow& header, std::size_t first, std::size_t second) {
    if (first == second)
        throw Error(file.at(header.line) + "text and second are both column " + std::to_string(first + 1) +
                    ": name another column for one of them");
}

std::optional<double> numberOf(const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || stop != end || !std::isfinite(number))
        return std::nullopt;
    return number;
}

bool isHeading(const std::vector<TableRow>& rows, std::size_t column,
               std::string (*guess)(const std::vector<std::string>& header)) {
    const std::string& name = rows.front().fields[column];
    const auto all = [&](auto holds) {
        return std::all_of(std::next(rows.begin()), rows.end(), [&](const TableRow& row) {
            return column >= row.fields.size() || holds(row.fields[column]);
        });
    };
    if (name.empty() || rows.size() < 2 || !all([&](const std::string& value) { return value != name; }))
        return false;
    return !guess({name}).empty() ||
           (!numberOf(name) && all([](const std::string& value) { return numberOf(value).has_value(); }));
}

std::string guessColumn(const std::vector<std::string>& header, const std::vector<std::string>& usual) {
    for (const std::string& name : usual)
        for (const std::string& column : header)
            if (toLower(column) == name)
                return column;
    return {};
}

} // namespace headlight
