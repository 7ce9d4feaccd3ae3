#include "data/formats.h"
#include "data/table_rows.h"

#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

namespace headlight {

namespace {

std::string guessLabel(const std::vector<std::string>& header) {
    return guessColumn(header, {"label", "labels", "class", "category", "sentiment", "polarity", "gold_label", "target",
                                "stars", "rating", "score", "y"});
}

std::string guessText(const std::vector<std::string>& header) {
    const std::string title = guessColumn(header, {"title", "headline", "subject"});
    const std::string text = guessColumn(header, {"text", "sentence", "review", "question", "content", "body",
                                                  "comment", "tweet", "message", "utterance", "description", "x"});
    return !title.empty() && !text.empty() ? title + "+" + text : text.empty() ? title : text;
}

/// A table without a header: the label is the column of single words with the fewest different ones, two at least,
/// which the first line shares, and the text the column with the most characters, of those with several words in a line
/// if there are any. False when the columns don't say.
bool guessByContent(const std::vector<TableRow>& rows, std::string& label, std::string& text) {
    constexpr std::size_t mostGuessed = 20, fewestRows = 4;
    if (rows.size() < fewestRows)
        return false;
    std::size_t fewest = std::min(mostGuessed, rows.size() / 2) + 1, labelColumn = 0, textColumn = 0;
    std::pair<bool, std::size_t> most{false, 0}; // several words, characters
    for (std::size_t column = 0; column < rows.front().fields.size(); ++column) {
        std::map<std::string, int> values;
        std::size_t characters = 0;
        bool areWords = true;
        for (const TableRow& row : rows) {
            if (column >= row.fields.size())
                continue; // told with its line when the rows are read
            const std::string& value = row.fields[column];
            characters += value.size();
            areWords = areWords && !value.empty() && value.find_first_of(" \t") == std::string::npos;
            if (areWords && values.size() <= mostGuessed)
                ++values[value];
        }
        if (areWords && values.size() > 1 && values.size() < fewest && values[rows.front().fields[column]] > 1) {
            fewest = values.size();
            labelColumn = column + 1;
        }
        if (std::pair(!areWords, characters) > most) {
            most = {!areWords, characters};
            textColumn = column + 1;
        }
    }
    label = std::to_string(labelColumn);
    text = std::to_string(textColumn);
    return labelColumn > 0 && textColumn > 0 && labelColumn != textColumn;
}

} // namespace

TextNames nameTextColumns(const std::vector<TableRow>& rows, const CorpusOptions& options) {
    const std::vector<std::string>& header = rows.front().fields;
    TextNames names{nameByHeader(guessText(header)), nameByHeader(guessLabel(header))};
    std::string label, text;
    if (names.label.name.empty() && names.text.name.empty() && guessByContent(rows, label, text))
        names = {{text, ColumnSource::Guess}, {label, ColumnSource::Guess}};
    nameByOption(names.label, options.label);
    nameByOption(names.text, options.text);
    return names;
}

TextColumns findTextColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options) {
    const TableRow& header = rows.front();
    const TextNames names = nameTextColumns(rows, options);
    const std::string& label = names.label.name;
    TextColumns columns;
    columns.label = findColumn(file, header, label, "label");
    columns.needed = columns.label + 1;
    // Columns that are all given by number belong to a table without a header, unless its first line names two of them
    // or one of those shows that it is a header.
    std::size_t position = 0;
    columns.hasHeader =
        namesTextAndLabel(header) || !columnNumber(label, position) || isHeading(rows, columns.label, guessLabel);
    for (const std::string& part : splitAtPlus(names.text.name)) {
        columns.text.push_back(findColumn(file, header, part, "text"));
        columns.needed = std::max(columns.needed, columns.text.back() + 1);
        columns.hasHeader =
            columns.hasHeader || !columnNumber(part, position) || isHeading(rows, columns.text.back(), guessText);
    }
    return columns;
}

bool namesTextAndLabel(const TableRow& header) {
    return !guessLabel(header.fields).empty() && !guessText(header.fields).empty();
}

bool namesTextOrLabel(const TableRow& header) {
    return !guessLabel(header.fields).empty() || !guessText(header.fields).empty();
}

/// Lines `text<TAB>label` (the UCI sentences), which no header and no ending of the name tells to be a table. What has
/// its label in front is text with labels, and a text of single words is a list of tagged words.
static bool endsInLabels(const SourceFile& file) {
    const std::vector<TableRow> rows = tableRows(file);
    std::string label, text;
    if (!guessByContent(rows, label, text) || label == "1")
        return false;
    std::size_t textColumn = 0;
    columnNumber(text, textColumn);
    const std::size_t columns = rows.front().fields.size();
    const auto sentences = std::count_if(rows.begin(), rows.end(), [&](const TableRow& row) {
        return row.fields.size() == columns && row.fields[textColumn].find(' ') != std::string::npos;
    });
    return std::size_t(sentences) * 2 > rows.size();
}

bool looksLikeTable(const SourceFile& file, const CorpusOptions&) {
    const std::string extension = toLower(std::filesystem::path(file.path).extension().string());
    if (extension == ".csv" || extension == ".tsv")
        return true;
    std::string_view line = std::string_view(file.text).substr(0, file.text.find('\n'));
    if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    if (line.find_first_not_of(" \t\f\v") == std::string_view::npos)
        return false;
    if (line.find('\t') != std::string_view::npos && endsInLabels(file))
        return true;
    if (line.find('"') != std::string_view::npos)
        return false;
    const std::vector<TableRow> header = tableRows({file.path, std::string(line)}); // none in a line of '\r'
    return !header.empty() && header.front().fields.size() > 1 && namesTextAndLabel(header.front());
}

std::vector<RawExample> readTable(const SourceFile& file, const CorpusOptions& options, Part, Notes&) {
    const std::vector<TableRow> rows = tableRows(file);
    if (rows.empty())
        throw Error(file.path + ": the table is empty");
    const TextColumns columns = findTextColumns(file, rows, options);
    std::vector<RawExample> examples;
    for (std::size_t i = columns.hasHeader ? 1 : 0; i < rows.size(); ++i) {
        const TableRow& row = rows[i];
        checkFields(file, row, columns.hasHeader ? &rows.front() : nullptr, columns.needed);
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
