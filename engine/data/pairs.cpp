#include "data/formats.h"
#include "data/score_levels.h"
#include "data/table_rows.h"
#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>

namespace headlight {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t looked = 200;     ///< rows by which a table without header is recognised
constexpr std::size_t mostGuessed = 20; ///< different labels of a column that is taken for labels
const std::string noConsensus = "-";    ///< SNLI's mark of a pair that its annotators did not agree on
const std::string sickScore = "relatedness_score";

std::string guessFirst(const std::vector<std::string>& header) {
    return guessColumn(header, {"sentence1", "sentence_a", "sentence_1", "premise", "question1", "text_a", "text1",
                                "#1 string", "s1", "q1"});
}

std::string guessSecond(const std::vector<std::string>& header) {
    return guessColumn(header, {"sentence2", "sentence_b", "sentence_2", "hypothesis", "question2", "text_b", "text2",
                                "#2 string", "s2", "q2"});
}

std::string guessScore(const std::vector<std::string>& header) {
    return guessColumn(header, {sickScore, "similarity", "score"});
}

std::string guessPairLabel(const std::vector<std::string>& header) {
    return guessColumn(header, {"gold_label", "label", "entailment_judgment", "entailment_label", "is_duplicate",
                                "quality", "class", "judgment"});
}

std::optional<double> numberOf(const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || stop != end || !std::isfinite(number))
        return std::nullopt;
    return number;
}

/// The scale of a corpus that is known by its columns.
struct ScoreScale {
    const char* corpus;
    double lowest, highest;
};
constexpr ScoreScale sickScale{"SICK", 1, 5}, stsBenchmarkScale{"STS-B", 0, 5};

struct PairColumns {
    std::size_t first = 0, second = 0, target = 0; ///< target: label or score
    std::optional<ScoreScale> scale = {};          ///< none of a score column that the options name
    bool isScore = false, hasHeader = true;
    bool isThree = false;     ///< without a header: every row has two sentences and a label
    bool isWordLabel = false; ///< the label was found by being a single word
};

/// The first rows that look as a format wants them, when most do: a row that does not is then told as the mistake it
/// is, instead of making the table another one.
template <class Fits>
std::vector<const TableRow*> mostOf(const std::vector<TableRow>& rows, Fits fits) {
    const std::size_t count = std::min(rows.size(), looked);
    std::vector<const TableRow*> fitting;
    for (std::size_t i = 0; i < count; ++i)
        if (fits(rows[i]))
            fitting.push_back(&rows[i]);
    if (2 * fitting.size() <= count)
        fitting.clear();
    return fitting;
}

/// genre, file, year, id, score, sentence, sentence: STS-B, which has no header.
bool isStsBenchmark(const std::vector<TableRow>& rows) {
    return !mostOf(rows, [](const TableRow& row) { return row.fields.size() >= 7 && numberOf(row.fields[4]); }).empty();
}

bool isOneWord(const std::string& value) {
    return value.find_first_of(" \t") == std::string::npos;
}

/// A tab at the end of a line begins no fourth column.
bool hasThreeColumns(const TableRow& row) {
    return row.fields.size() == 3 || (row.fields.size() == 4 && row.fields.back().empty());
}

/// Two sentences and a label without a header: the label is the column that has a single word on the most lines, and of
/// two such columns the one with fewer different words.
std::optional<PairColumns> threeColumns(const std::vector<TableRow>& rows) {
    std::optional<std::size_t> label;
    std::size_t most = 0, fewest = 0;
    for (std::size_t column = 0; column < 3; ++column) {
        const auto words =
            mostOf(rows, [&](const TableRow& row) { return hasThreeColumns(row) && isOneWord(row.fields[column]); });
        std::set<std::string> values;
        for (const TableRow* row : words)
            values.insert(row->fields[column]);
        const bool isBetter = words.size() > most || (words.size() == most && values.size() < fewest);
        if (words.empty() || values.size() > mostGuessed || !isBetter)
            continue;
        most = words.size();
        fewest = values.size();
        label = column;
    }
    if (!label)
        return std::nullopt;
    return PairColumns{*label == 0 ? 1u : 0u, *label == 2 ? 1u : 2u, *label, {}, false, false, true, true};
}

std::optional<PairColumns> withoutHeader(const std::vector<TableRow>& rows) {
    if (rows.empty())
        return std::nullopt;
    if (isStsBenchmark(rows))
        return PairColumns{5, 6, 4, stsBenchmarkScale, true, false};
    return threeColumns(rows);
}

bool hasPairHeader(const TableRow& row) {
    return !guessFirst(row.fields).empty() && !guessSecond(row.fields).empty();
}

/// What the options name goes before what is usual. With a score and a label in the table the score is taken.
PairColumns findPairColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options) {
    const TableRow& header = rows.front();
    PairColumns columns;
    std::string first, second, score, label;
    if (hasPairHeader(header)) {
        first = guessFirst(header.fields);
        second = guessSecond(header.fields);
        score = options.label.empty() ? guessScore(header.fields) : "";
        label = guessPairLabel(header.fields);
        if (toLower(score) == sickScore)
            columns.scale = sickScale;
    } else if (const auto found = withoutHeader(rows)) {
        first = std::to_string(found->first + 1);
        second = std::to_string(found->second + 1);
        (found->isScore ? score : label) = std::to_string(found->target + 1);
        columns.isThree = found->isThree;
        columns.isWordLabel = found->isWordLabel && options.label.empty() && options.score.empty();
        columns.scale = found->scale;
    }
    if (!options.text.empty())
        first = options.text;
    if (!options.second.empty())
        second = options.second;
    if (!options.label.empty()) {
        label = options.label;
        score.clear();
    }
    if (!options.score.empty()) {
        score = options.score;
        columns.scale.reset();
    }
    columns.isScore = !score.empty();
    columns.first = findColumn(file, header, first, "text");
    columns.second = findColumn(file, header, second, "second");
    const std::string& target = columns.isScore ? score : label;
    columns.target = findColumn(file, header, target, columns.isScore ? "score" : "label");
    std::size_t ignored = 0;
    columns.hasHeader =
        !(columnNumber(first, ignored) && columnNumber(second, ignored) && columnNumber(target, ignored));
    return columns;
}

bool isBlank(const std::string& text) {
    return text.find_first_not_of(" \t\f\v\r") == std::string::npos;
}

/// Error when it is no number, or lies outside of a scale that is known.
double scoreOf(const SourceFile& file, const TableRow& row, const PairColumns& columns) {
    const std::string& text = row.fields[columns.target];
    const std::optional<double> score = numberOf(text);
    const std::string got = ", got \"" + printable(text, 40) + "\"";
    if (!score)
        throw Error(file.at(row.line) + "expected a number as the score" + got);
    if (const auto& scale = columns.scale; scale && (*score < scale->lowest || *score > scale->highest))
        throw Error(file.at(row.line) + "expected a score from " + scoreText(scale->lowest) + " to " +
                    scoreText(scale->highest) + ", as " + scale->corpus + " has them" + got +
                    ": mend the line, or, where all scores are on another scale, name their column: ?score=" +
                    std::to_string(columns.target + 1));
    return *score;
}

/// Of a table without a header; error where the row is not as most are.
void checkThree(const SourceFile& file, const TableRow& row, const PairColumns& columns) {
    if (!hasThreeColumns(row))
        throw Error(file.at(row.line) + "expected two sentences and a label with a tab between them, got " +
                    std::to_string(row.fields.size()) + " columns");
    const std::string& label = row.fields[columns.target];
    const std::string column = std::to_string(columns.target + 1);
    if (columns.isWordLabel && !isOneWord(label))
        throw Error(file.at(row.line) + "expected a label in column " + column +
                    ", a single word as on most lines, got \"" + printable(label, 40) +
                    "\": mend the line, or, where it is a label, name the column: ?label=" + column);
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

bool looksLikePairs(const SourceFile& file) {
    const std::string start = file.text.substr(0, file.text.find('\n'));
    if (start.find('\t') == std::string::npos && start.find(',') == std::string::npos)
        return false;
    std::vector<TableRow> rows;
    try {
        rows = tableRows(file);
    } catch (const Error&) {
        return false; // whatever reads it then says what is wrong
    }
    if (rows.empty())
        return false;
    return hasPairHeader(rows.front()) ||
           (start.find('\t') != std::string::npos && !namesTextAndLabel(rows.front()) && withoutHeader(rows));
}

std::vector<RawExample> readPairs(const SourceFile& file, const CorpusOptions& options, Part, Notes&) {
    const std::vector<TableRow> rows = tableRows(file);
    if (rows.empty())
        throw Error(file.path + ": the table is empty");
    const PairColumns columns = findPairColumns(file, rows, options);
    const std::size_t needed = std::max({columns.first, columns.second, columns.target}) + 1;
    std::vector<RawExample> examples;
    for (std::size_t i = columns.hasHeader ? 1 : 0; i < rows.size(); ++i) {
        const TableRow& row = rows[i];
        checkFields(file, row, columns.hasHeader ? &rows.front() : nullptr, needed);
        if (columns.isThree)
            checkThree(file, row, columns);
        const std::string& target = row.fields[columns.target];
        RawExample example{
            columns.isScore ? "" : target, row.fields[columns.first], row.line, row.fields[columns.second], {}};
        if (columns.isScore)
            example.score = scoreOf(file, row, columns);
        if (target == noConsensus)
            continue;
        checkPair(file, example);
        examples.push_back(std::move(example));
    }
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

bool looksLikeParallel(const SourceFile& file) {
    std::error_code code;
    return fs::path(file.path).filename().string().starts_with("s1.") && fs::exists(sibling(file, "s2"), code) &&
           fs::exists(sibling(file, "labels"), code);
}

std::vector<RawExample> readParallel(const SourceFile& file, const CorpusOptions&, Part, Notes& notes) {
    const SourceFile second = readSource(sibling(file, "s2")), labels = readSource(sibling(file, "labels"));
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
    return examples;
}

} // namespace headlight
