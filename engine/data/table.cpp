#include "data/formats.h"

#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace headlight {

namespace {

struct Row {
    std::vector<std::string> fields;
    std::size_t line;
};

std::string_view firstLine(const SourceFile& file) {
    return std::string_view(file.text).substr(0, file.text.find('\n'));
}

/// A tab anywhere in the first line: tabs separate, and quotes mean nothing. Otherwise commas, with quoting.
bool isTabbed(const SourceFile& file) {
    return firstLine(file).find('\t') != std::string_view::npos;
}

std::vector<Row> readTabbed(const SourceFile& file) {
    std::vector<Row> rows;
    for (const SourceLine& line : linesOf(file)) {
        Row row{{}, line.number};
        for (std::size_t begin = 0; begin <= line.text.size();) {
            const std::size_t end = std::min(line.text.find('\t', begin), line.text.size());
            row.fields.emplace_back(line.text.substr(begin, end - begin));
            begin = end + 1;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// RFC 4180: fields in quotes may hold commas, line breaks and doubled quotes. A backslash becomes a space: such files
/// use it for a line break that was lost.
class CommaReader {
public:
    explicit CommaReader(const SourceFile& file) : m_file(file) {}

    std::vector<Row> read() {
        std::vector<Row> rows;
        while (m_position < m_file.text.size()) {
            Row row{{}, m_line};
            do
                row.fields.push_back(readField());
            while (take(','));
            take('\r');
            if (m_position < m_file.text.size() && !takeLineEnd())
                throw Error(m_file.at(m_line) + "expected a comma or the end of the line after the closing quote");
            if (row.fields.size() > 1 || !row.fields.front().empty())
                rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    std::string readField() {
        if (take('"'))
            return readQuoted();
        std::string field;
        for (; m_position < m_file.text.size() && peek() != ',' && peek() != '\n'; ++m_position)
            field += plain(peek());
        while (!field.empty() && field.back() == '\r')
            field.pop_back();
        return field;
    }

    std::string readQuoted() {
        const std::size_t opened = m_line;
        std::string field;
        while (m_position < m_file.text.size()) {
            const char c = m_file.text[m_position++];
            if (c == '"' && !take('"'))
                return field;
            m_line += c == '\n';
            field += plain(c);
        }
        throw Error(m_file.at(opened) + "the quote that is opened here is never closed");
    }

    static char plain(char c) { return c == '\\' ? ' ' : c; }
    char peek() const { return m_position < m_file.text.size() ? m_file.text[m_position] : '\0'; }

    bool take(char c) {
        if (peek() != c)
            return false;
        ++m_position;
        return true;
    }

    bool takeLineEnd() {
        if (!take('\n'))
            return false;
        ++m_line;
        return true;
    }

    const SourceFile& m_file;
    std::size_t m_position = 0;
    std::size_t m_line = 1;
};

/// The first of the usual names that the header has; empty when it has none.
std::string guess(const std::vector<std::string>& header, const std::vector<std::string>& usual) {
    for (const std::string& name : usual)
        for (const std::string& column : header)
            if (toLower(column) == name)
                return column;
    return {};
}

std::string guessLabel(const std::vector<std::string>& header) {
    return guess(header, {"label", "labels", "class", "category", "sentiment", "polarity", "gold_label", "target",
                          "stars", "rating", "score", "y"});
}

std::string guessText(const std::vector<std::string>& header) {
    const std::string title = guess(header, {"title", "headline", "subject"});
    const std::string text = guess(header, {"text", "sentence", "review", "question", "content", "body", "comment",
                                            "tweet", "message", "utterance", "description", "x"});
    return !title.empty() && !text.empty() ? title + "+" + text : text.empty() ? title : text;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
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

/// 1, 2 … as a position from 0; nothing for a name.
bool columnNumber(const std::string& text, std::size_t& position) {
    int number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || stop != end || number < 1)
        return false;
    position = std::size_t(number - 1);
    return true;
}

struct Columns {
    std::size_t label = 0;
    std::vector<std::size_t> text;
    bool hasHeader = true;
    std::size_t needed = 0; ///< fields a row must have
};

std::size_t findColumn(const SourceFile& file, const Row& header, const std::string& name, const char* option) {
    const auto found = std::find(header.fields.begin(), header.fields.end(), name);
    if (found != header.fields.end())
        return std::size_t(found - header.fields.begin());
    if (std::size_t position = 0; columnNumber(name, position)) {
        if (position < header.fields.size())
            return position;
        throw Error(file.at(header.line) + "there is no column " + name + "; the line has " +
                    std::to_string(header.fields.size()));
    }
    if (name.empty())
        throw Error(file.at(header.line) + "no column is known to be the " + option + " among " +
                    joined(header.fields) + "; name it with ?" + option + "=COLUMN");
    throw Error(file.at(header.line) + "there is no column \"" + name + "\" among " + joined(header.fields) + "." +
                suggestion(name, header.fields));
}

Columns findColumns(const SourceFile& file, const Row& header, const CorpusOptions& options) {
    Columns columns;
    const std::string label = options.label.empty() ? guessLabel(header.fields) : options.label;
    const std::string text = options.text.empty() ? guessText(header.fields) : options.text;
    columns.label = findColumn(file, header, label, "label");
    columns.needed = columns.label + 1;
    // Columns that are all given by number belong to a table without a header.
    std::size_t position = 0;
    columns.hasHeader = !columnNumber(label, position);
    for (const std::string& part : splitAtPlus(text)) {
        columns.text.push_back(findColumn(file, header, part, "text"));
        columns.needed = std::max(columns.needed, columns.text.back() + 1);
        columns.hasHeader = columns.hasHeader || !columnNumber(part, position);
    }
    return columns;
}

} // namespace

bool looksLikeTable(const SourceFile& file) {
    const std::string extension = toLower(std::filesystem::path(file.path).extension().string());
    if (extension == ".csv" || extension == ".tsv")
        return true;
    std::string_view line = firstLine(file);
    if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    const SourceFile header{file.path, std::string(line)};
    if (line.find_first_not_of(" \t\f\v") == std::string_view::npos || line.find('"') != std::string_view::npos)
        return false;
    const Row row = isTabbed(header) ? readTabbed(header).front() : CommaReader(header).read().front();
    return row.fields.size() > 1 && !guessLabel(row.fields).empty() && !guessText(row.fields).empty();
}

std::vector<RawExample> readTable(const SourceFile& file, const CorpusOptions& options, Part) {
    std::vector<Row> rows = isTabbed(file) ? readTabbed(file) : CommaReader(file).read();
    if (rows.empty())
        throw Error(file.path + ": the table is empty");
    const Columns columns = findColumns(file, rows.front(), options);
    std::vector<RawExample> examples;
    for (std::size_t i = columns.hasHeader ? 1 : 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        if (row.fields.size() < columns.needed)
            throw Error(file.at(row.line) + "expected " + std::to_string(columns.needed) + " columns at least, got " +
                        std::to_string(row.fields.size()));
        RawExample example{row.fields[columns.label], {}, row.line};
        if (example.label.find_first_not_of(" \t") == std::string::npos)
            throw Error(file.at(row.line) + "the label is empty");
        for (const std::size_t column : columns.text)
            example.text += (example.text.empty() ? "" : " ") + row.fields[column];
        examples.push_back(std::move(example));
    }
    return examples;
}

} // namespace headlight
