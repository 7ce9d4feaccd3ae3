#include "data/formats.h"
#include "data/pair_columns.h"
#include "data/score_levels.h"
#include "text/unicode.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace headlight {

namespace fs = std::filesystem;

namespace {

const std::string noConsensus = "-"; ///< SNLI's mark of a pair that its annotators did not agree on

/// Notes down how many pairs bear that mark and are left out.
void noteLeftOut(const SourceFile& file, std::size_t count, Notes& notes) {
    if (count > 0)
        notes.push_back(fs::path(file.path).filename().string() + ": " + std::to_string(count) +
                        (count == 1 ? " pair" : " pairs") + " with the label \"" + noConsensus +
                        "\" left out: the annotators did not agree");
}

/// Notes down, where the columns were guessed, which ones; once, however many parts the corpus has.
void noteGuess(const PairColumns& columns, Notes& notes) {
    if (!columns.isGuessed)
        return;
    const auto number = [](std::size_t column) { return std::to_string(column + 1); };
    const std::string note =
        "read as pairs of sentences: columns " + number(columns.first) + " and " + number(columns.second) + ", the " +
        (columns.isScore ? "score" : "label") + " in column " + number(columns.target) +
        "; if an example is one text, name its columns, as in FILE?text=" + number(columns.second) +
        "&label=" + number(columns.target);
    if (std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(note);
}

bool isBlank(const std::string& text) {
    return text.find_first_not_of(" \t\f\v\r") == std::string::npos;
}

/// Error when it is no number, or lies outside of a scale that is known.
double scoreOf(const SourceFile& file, const TableRow& row, const PairColumns& columns, const TableRow& header) {
    const std::string& text = row.fields[columns.target];
    const std::optional<double> score = numberOf(text);
    const std::string got = ", got \"" + printable(text, 40) + "\"";
    if (!score)
        throw Error(file.at(row.line) + "expected a number as the score" + got);
    if (const auto& scale = columns.scale; scale && (*score < scale->lowest || *score > scale->highest))
        throw Error(file.at(row.line) + "expected a score from " + scoreText(scale->lowest) + " to " +
                    scoreText(scale->highest) + ", as " + scale->corpus + " has them" + got +
                    ": mend the line, or, where all scores are on another scale, name their column: ?score=" +
                    (columns.hasHeader ? header.fields[columns.target] : std::to_string(columns.target + 1)));
    return *score;
}

/// Of a table without a header; error where the row is not as most are.
void checkRow(const SourceFile& file, const TableRow& row, const PairColumns& columns) {
    if (columns.most > 0 && filledColumns(row) > columns.most)
        throw Error(file.at(row.line) + "expected two sentences and a label with a tab between them, " +
                    std::to_string(columns.most) + " columns as on most lines, got " +
                    std::to_string(filledColumns(row)));
    const std::string& label = row.fields[columns.target];
    const std::string column = std::to_string(columns.target + 1);
    if (columns.isWordLabel && !isOneWord(label))
        throw Error(file.at(row.line) + "expected a label in column " + column +
                    ", a single word as on most lines, got \"" + printable(label, 40) +
                    "\": mend the line, or, where it is a label, name the column: ?label=" + column);
}

/// SNLI and MultiNLI have three labels: another one is a slip, and would become a class by itself.
void checkInference(const SourceFile& file, const TableRow& row, const PairColumns& columns, const TableRow& header) {
    const std::vector<std::string> known = {"entailment", "neutral", "contradiction", noConsensus};
    const std::string& label = row.fields[columns.target];
    if (!columns.isInference || columns.isScore || isBlank(label) ||
        std::find(known.begin(), known.end(), label) != known.end())
        return;
    const std::string& name = header.fields[columns.target];
    throw Error(file.at(row.line) + "expected entailment, neutral, contradiction or - in the column " + name +
                ", got \"" + printable(label, 40) +
                "\": mend the line, or, where it is a label, name the column: ?label=" + name);
}

/// Error where a side or the label is missing.
void checkPair(const SourceFile& file, const RawExample& example) {
    if (isBlank(example.text) || isBlank(example.second))
        throw Error(file.at(example.line) + "the " + (isBlank(example.text) ? "first" : "second") +
                    " sentence of the pair is empty");
    if (!example.score && isBlank(example.label))
        throw Error(file.at(example.line) + "the label is empty");
}

} // namespace

bool looksLikePairs(const SourceFile& file, const CorpusOptions& options) {
    const std::string start = file.text.substr(0, file.text.find('\n'));
    if (start.find('\t') == std::string::npos && start.find(',') == std::string::npos)
        return false;
    std::vector<TableRow> rows;
    try {
        rows = tableRows(file);
    } catch (const Error&) {
        return false; // whatever reads it then says what is wrong
    }
    return !rows.empty() && hasPairColumns(file, rows, options);
}

std::vector<RawExample> readPairs(const SourceFile& file, const CorpusOptions& options, Part, Notes& notes) {
    const std::vector<TableRow> rows = tableRows(file);
    if (rows.empty())
        throw Error(file.path + ": the table is empty");
    const PairColumns columns = findPairColumns(file, rows, options);
    noteGuess(columns, notes);
    const std::size_t needed = std::max({columns.first, columns.second, columns.target}) + 1;
    std::vector<RawExample> examples;
    std::size_t leftOut = 0;
    for (std::size_t i = columns.hasHeader ? 1 : 0; i < rows.size(); ++i) {
        const TableRow& row = rows[i];
        checkFields(file, row, columns.hasHeader ? &rows.front() : nullptr, needed);
        checkRow(file, row, columns);
        checkInference(file, row, columns, rows.front());
        const std::string& target = row.fields[columns.target];
        RawExample example{
            columns.isScore ? "" : target, row.fields[columns.first], row.line, row.fields[columns.second], {}};
        if (columns.isScore)
            example.score = scoreOf(file, row, columns, rows.front());
        if (target == noConsensus) {
            ++leftOut;
            continue;
        }
        checkPair(file, example);
        examples.push_back(std::move(example));
    }
    noteLeftOut(file, leftOut, notes);
    return examples;
}

namespace {

/// s1.dev → s2.dev
std::string sibling(const SourceFile& file, const std::string& start) {
    const fs::path path(file.path);
    return (path.parent_path() / (start + path.filename().string().substr(2))).string();
}

struct FileLines {
    const SourceFile& file;
    const std::vector<SourceLine>& lines;
};

/// Error at the first line that one of the files has and another one has not, or has empty.
void checkSameLines(const std::vector<FileLines>& files) {
    constexpr auto none = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0;; ++i) {
        const auto number = [i](const FileLines& one) { return i < one.lines.size() ? one.lines[i].number : none; };
        const auto less = [&](const FileLines& x, const FileLines& y) { return number(x) < number(y); };
        const auto [first, last] = std::minmax_element(files.begin(), files.end(), less);
        if (number(*first) == none)
            return;
        if (number(*first) != number(*last))
            throw Error(last->file.at(number(*first)) + "this line is " +
                        (number(*last) == none ? "missing" : "empty") + ", and in " +
                        fs::path(first->file.path).filename().string() +
                        " it is not: the same line of s1, s2 and labels makes an example");
    }
}

} // namespace

bool looksLikeParallel(const SourceFile& file, const CorpusOptions&) {
    std::error_code code;
    return fs::path(file.path).filename().string().starts_with("s1.") && fs::exists(sibling(file, "s2"), code) &&
           fs::exists(sibling(file, "labels"), code);
}

std::vector<RawExample> readParallel(const SourceFile& file, const CorpusOptions& options, Part, Notes& notes) {
    const SourceFile second = readSource(sibling(file, "s2"), options.lineBreaks),
                     labels = readSource(sibling(file, "labels"), options.lineBreaks);
    noteLatin1(second, notes);
    noteLatin1(labels, notes);
    const auto a = linesOf(file), b = linesOf(second), c = linesOf(labels);
    checkSameLines({{file, a}, {second, b}, {labels, c}});
    std::vector<RawExample> examples;
    for (std::size_t i = 0; i < a.size(); ++i) {
        RawExample example{
            std::string(c[i].text), std::string(a[i].text), a[i].number, std::string(b[i].text), {}, labels.path};
        while (!example.label.empty() && (example.label.back() == ' ' || example.label.back() == '\t'))
            example.label.pop_back();
        if (example.label != noConsensus)
            examples.push_back(std::move(example));
    }
    noteLeftOut(labels, c.size() - examples.size(), notes);
    return examples;
}

} // namespace headlight
