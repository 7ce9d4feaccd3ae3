#include "data/pair_columns.h"

#include "core/error.h"
#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t looked = 200;       ///< rows by which a table without header is recognised
constexpr std::size_t mostGuessed = 20;   ///< different labels of a column that is taken for labels
constexpr std::size_t mostSearched = 100; ///< columns among which one for labels is looked for
const std::string sickScore = "relatedness_score";
const std::string inferenceLabel = "gold_label";
constexpr ScoreScale sickScale{"SICK", 1, 5}, stsBenchmarkScale{"STS-B", 0, 5};

std::string guessFirst(const std::vector<std::string>& header) {
    return guessColumn(header, {"sentence1", "sentence_a", "sentence_1", "premise", "question1", "text_a", "text1",
                                "#1 string", "s1", "q1", "question"});
}

std::string guessSecond(const std::vector<std::string>& header) {
    return guessColumn(header, {"sentence2", "sentence_b", "sentence_2", "hypothesis", "question2", "text_b", "text2",
                                "#2 string", "s2", "q2", "sentence"});
}

std::string guessScore(const std::vector<std::string>& header) {
    return guessColumn(header, {sickScore, "similarity", "score"});
}

std::string guessPairLabel(const std::vector<std::string>& header) {
    return guessColumn(header, {inferenceLabel, "label", "entailment_judgment", "entailment_label", "is_duplicate",
                                "quality", "class", "judgment"});
}

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

bool isWholeNumber(const std::string& text) {
    const auto number = numberOf(text);
    return number && *number == std::floor(*number);
}

/// A single word on every line and on each another one ("17", "dev-17"): it names the example.
bool namesLines(const std::vector<TableRow>& rows, std::size_t column) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < std::min(rows.size(), looked); ++i) {
        const std::string name = column < rows[i].fields.size() ? rows[i].fields[column] : "";
        if (name.empty() || !isOneWord(name) || !names.insert(name).second)
            return false;
    }
    return rows.size() > 1;
}

/// Nothing or a number on most lines, or a single word on all of them: a name, a date, an address.
bool isNoSentence(const std::vector<TableRow>& rows, std::size_t column) {
    const auto bare = mostOf(rows, [&](const TableRow& row) {
        return column >= row.fields.size() || row.fields[column].empty() || numberOf(row.fields[column]);
    });
    const std::size_t count = std::min(rows.size(), looked);
    return !bare.empty() || std::all_of(rows.begin(), rows.begin() + std::ptrdiff_t(count), [&](const TableRow& row) {
        return column >= row.fields.size() || isOneWord(row.fields[column]);
    });
}

/// Of the columns from `begin` to `end` the one that has a single word on the most of such rows, and of two such
/// columns the one with fewer different words, but not with the same everywhere.
template <class Fits>
std::optional<std::size_t> labelColumn(const std::vector<TableRow>& rows, std::size_t begin, std::size_t end,
                                       Fits fits) {
    std::optional<std::size_t> label;
    std::size_t most = 0, fewest = 0;
    for (std::size_t column = begin; column < end; ++column) {
        const auto words = mostOf(rows, [&](const TableRow& row) {
            return fits(row) && column < row.fields.size() && isOneWord(row.fields[column]);
        });
        std::set<std::string> values;
        for (const TableRow* row : words)
            values.insert(row->fields[column]);
        const std::size_t kinds = values.size() == 1 ? mostGuessed + 1 : values.size();
        const bool isBetter = words.size() > most || (words.size() == most && kinds < fewest);
        if (words.empty() || values.size() > mostGuessed || !isBetter)
            continue;
        most = words.size();
        fewest = kinds;
        label = column;
    }
    return label;
}

/// Two sentences and a label without a header, from the column `from` on.
std::optional<PairColumns> threeColumns(const std::vector<TableRow>& rows, std::size_t from) {
    const auto label = labelColumn(rows, from, from + 3, [&](const TableRow& row) {
        return row.fields.size() >= from + 3 && filledColumns(row) <= from + 3;
    });
    if (!label)
        return std::nullopt;
    const std::size_t first = *label == from ? from + 1 : from, second = *label == from + 2 ? from + 1 : from + 2;
    if (isNoSentence(rows, first) || isNoSentence(rows, second))
        return std::nullopt;
    return PairColumns{first, second, *label, {}, false, false, from + 3, true};
}

/// genre, file, year, id, score, sentence, sentence: STS-B, which has no header.
bool isStsBenchmark(const TableRow& row) {
    return row.fields.size() >= 7 && numberOf(row.fields[4]);
}

/// label, number, number, sentence, sentence: MRPC as GLUE has it, without its header.
bool isParaphrases(const TableRow& row) {
    return filledColumns(row) == 5 && isOneWord(row.fields[0]) && isWholeNumber(row.fields[1]) &&
           isWholeNumber(row.fields[2]) && !isOneWord(row.fields[3]) && !isOneWord(row.fields[4]);
}

std::optional<PairColumns> withoutHeader(const std::vector<TableRow>& rows) {
    if (!mostOf(rows, isStsBenchmark).empty())
        return PairColumns{5, 6, 4, stsBenchmarkScale, true, false};
    if (!mostOf(rows, isParaphrases).empty())
        return PairColumns{3, 4, 0, {}, false, false, 5, true};
    if (const auto columns = threeColumns(rows, 0))
        return columns;
    return namesLines(rows, 0) ? threeColumns(rows, 1) : std::nullopt;
}

/// Positions of the columns that have several words on most rows, which have three columns at least.
std::vector<std::size_t> sentenceColumns(const std::vector<TableRow>& rows) {
    const std::size_t count = std::min(rows.size(), looked);
    std::vector<std::size_t> sentences, columns;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& fields = rows[i].fields;
        if (filledColumns(rows[i]) < 3)
            continue;
        sentences.resize(std::max(sentences.size(), fields.size()));
        for (std::size_t column = 0; column < fields.size(); ++column)
            sentences[column] += !isOneWord(fields[column]);
    }
    for (std::size_t column = 0; column < sentences.size(); ++column)
        if (2 * sentences[column] > count)
            columns.push_back(column);
    return columns;
}

std::size_t charactersIn(const std::vector<TableRow>& rows, std::size_t column) {
    std::size_t characters = 0;
    for (std::size_t i = 0; i < std::min(rows.size(), looked); ++i)
        if (column < rows[i].fields.size())
            characters += rows[i].fields[column].size();
    return characters;
}

/// Which of several sentences make the pair is not guessed: the longest ones are an example only.
void refuseUnknown(const SourceFile& file, const std::vector<TableRow>& rows) {
    constexpr std::size_t mostListed = 8;
    const std::vector<std::size_t> columns = sentenceColumns(rows);
    if (columns.size() < 2)
        return;
    const auto text = [](std::size_t column) { return std::to_string(column + 1); };
    std::string list = text(columns.front());
    for (std::size_t k = 1; k < std::min(columns.size(), mostListed); ++k)
        list += (k + 1 == columns.size() ? " and " : ", ") + text(columns[k]);
    list += columns.size() > mostListed ? " …" : "";
    std::vector<std::pair<std::size_t, std::size_t>> longest; // characters, column
    for (const std::size_t column : columns)
        longest.emplace_back(charactersIn(rows, column), column);
    std::stable_sort(longest.begin(), longest.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    const std::size_t one = longest[0].second, other = longest[1].second;
    const auto label =
        labelColumn(rows, 0, std::min(filledColumns(rows.front()), mostSearched), [](const TableRow&) { return true; });
    const std::string target = "&label=" + (label ? text(*label) : "COLUMN");
    throw Error(file.at(rows.front().line) + "the columns " + list +
                " hold sentences, and no header says what they are: name two of them and the label (or score=), such "
                "as ?text=" +
                text(std::min(one, other)) + "&second=" + text(std::max(one, other)) + target +
                ", or, where an example is one text, ?format=table&text=" + text(one) + target);
}

} // namespace

bool hasPairHeader(const TableRow& header) {
    return !guessFirst(header.fields).empty() && !guessSecond(header.fields).empty();
}

bool isOneWord(const std::string& value) {
    return value.find_first_of(" \t") == std::string::npos;
}

std::size_t filledColumns(const TableRow& row) {
    std::size_t count = row.fields.size();
    while (count > 0 && row.fields[count - 1].empty())
        --count;
    return count;
}

bool hasPairColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options) {
    if (hasPairHeader(rows.front()))
        return true;
    if (!options.text.empty() && options.second.empty())
        return false;
    if (hasTabs(file) && !namesTextAndLabel(rows.front()) && withoutHeader(rows))
        return true;
    const bool isTable = hasTabs(file) || toLower(std::filesystem::path(file.path).extension().string()) == ".csv";
    return isTable && !namesTextOrLabel(rows.front()) && sentenceColumns(rows).size() > 1;
}

/// With a score and a label in the table the score is taken.
PairNames namePairColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options) {
    const std::vector<std::string>& header = rows.front().fields;
    PairNames names;
    if (hasPairHeader(rows.front())) {
        names.first = nameByHeader(guessFirst(header));
        names.second = nameByHeader(guessSecond(header));
        names.score = nameByHeader(guessScore(header));
        names.label = nameByHeader(guessPairLabel(header));
    } else if (hasTabs(file) || options.format != autoFormat) { // between commas a title and a text are as usual
        const auto guessed = [](std::size_t column) {
            return ColumnName{std::to_string(column + 1), ColumnSource::Guess};
        };
        if (names.withoutHeader = withoutHeader(rows); names.withoutHeader) {
            names.first = guessed(names.withoutHeader->first);
            names.second = guessed(names.withoutHeader->second);
            (names.withoutHeader->isScore ? names.score : names.label) = guessed(names.withoutHeader->target);
        }
    }
    nameByOption(names.first, options.text);
    nameByOption(names.second, options.second);
    nameByOption(names.label, options.label);
    if (!options.label.empty())
        names.score = {};
    nameByOption(names.score, options.score);
    return names;
}

PairColumns findPairColumns(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options) {
    const TableRow& header = rows.front();
    const PairNames names = namePairColumns(file, rows, options);
    const bool allNamed =
        !options.text.empty() && !options.second.empty() && !(options.label.empty() && options.score.empty());
    PairColumns columns;
    if (const auto& found = names.withoutHeader) {
        columns.most = found->most;
        columns.isWordLabel = found->isWordLabel && options.label.empty() && options.score.empty();
        columns.scale = names.score.source == ColumnSource::Guess ? found->scale : std::nullopt;
        columns.isGuessed = options.format == autoFormat && !allNamed;
    } else if (!hasPairHeader(header) && !allNamed) {
        refuseUnknown(file, rows);
    }
    if (names.score.source == ColumnSource::Header && toLower(names.score.name) == sickScore)
        columns.scale = sickScale;
    columns.isInference = names.label.source == ColumnSource::Header && toLower(names.label.name) == inferenceLabel;
    columns.isScore = !names.score.name.empty();
    const std::string &first = names.first.name, &second = names.second.name;
    const std::string& target = columns.isScore ? names.score.name : names.label.name;
    columns.first = findColumn(file, header, first, "text");
    columns.second = findColumn(file, header, second, "second");
    refuseSameColumn(file, header, columns.first, columns.second);
    columns.target = findColumn(file, header, target, columns.isScore ? "score" : "label");
    std::size_t ignored = 0;
    columns.hasHeader =
        hasPairHeader(header) || namesTextAndLabel(header) ||
        !(columnNumber(first, ignored) && columnNumber(second, ignored) && columnNumber(target, ignored)) ||
        isHeading(rows, columns.first, guessFirst) || isHeading(rows, columns.second, guessSecond) ||
        isHeading(rows, columns.target, columns.isScore ? guessScore : guessPairLabel);
    return columns;
}

} // namespace headlight
