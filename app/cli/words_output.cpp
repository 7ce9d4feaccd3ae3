#include "cli/words_output.h"

#include "cli/csv_row.h"
#include "cli/terminal.h"
#include "engine/core/error.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using WordsJson = nlohmann::ordered_json;

/// What the model does not know stands in ‹ ›, as everywhere.
std::string shownWord(const WordsFound& found, const std::string& word) {
    const std::string text = printable(word, longestWord);
    return found.weights.unknown.contains(word) ? "‹" + text + "›" : text;
}

std::string probability(double p) {
    return p < 1e-4 ? "<0.0001" : brief(p);
}

std::string spreadText(const WordSpread& spread) {
    return spread.times == 0
               ? "—"
               : brief(spread.median) + " (" + brief(spread.lowQuartile) + " to " + brief(spread.highQuartile) + ")";
}

void printShifts(const WordsFound& found) {
    std::vector<std::vector<std::string>> rows = {{"word", "times"}};
    for (const std::string& label : found.labels)
        rows[0].push_back(printable(label, longestWord));
    rows[0].insert(rows[0].end(), {"H", "p"});
    if (found.isOrdered)
        rows[0].insert(rows[0].end(), {"z", "p"});
    for (const WordShift& word : found.words) {
        std::vector<std::string>& row = rows.emplace_back();
        row = {shownWord(found, word.word), grouped(std::int64_t(word.times))};
        for (const WordSpread& spread : word.classes)
            row.push_back(spreadText(spread));
        row.insert(row.end(), {brief(word.any.statistic), probability(word.any.p)});
        if (found.isOrdered)
            row.insert(row.end(), {brief(word.trend.statistic), probability(word.trend.p)});
    }
    std::vector<std::size_t> right;
    for (std::size_t column = 1; column < rows[0].size(); ++column)
        right.push_back(column);
    printText(table(rows, right));
    print("\nMedian (quartiles) of a word's weights in each class; 1 is what a word of its text has on average. H of "
          "Kruskal and Wallis:\nwhether any class differs" +
          std::string(found.isOrdered ? "; z of Jonckheere and Terpstra: whether weights rise (z > 0) along the classes"
                                      : "") +
          ".\n");
}

void printTop(const WordsFound& found) {
    std::vector<std::vector<std::string>> rows(1);
    std::vector<std::size_t> right;
    for (std::size_t label = 0; label < found.labels.size(); ++label) {
        const std::vector<TopWord> words = found.topOf(label);
        const std::size_t column = rows[0].size();
        rows[0].insert(rows[0].end(), {printable(found.labels[label], longestWord), "mean", "times"});
        right.insert(right.end(), {column + 1, column + 2});
        rows.resize(std::max(rows.size(), words.size() + 1));
        for (std::vector<std::string>& row : rows)
            row.resize(rows[0].size());
        for (std::size_t k = 0; k < words.size(); ++k) {
            rows[k + 1][column] = shownWord(found, words[k].word);
            rows[k + 1][column + 1] = brief(words[k].mean);
            rows[k + 1][column + 2] = grouped(std::int64_t(words[k].times));
        }
    }
    printText(table(rows, right));
    print("\nWords of each class with the largest mean weights, of those that occur at least " +
          counted(std::int64_t(found.fewest), "time") + " in it; 1 is what a word of its text has on average.\n");
}

WordsJson documentOf(const WordShift& word, const WordsFound& found) {
    WordsJson classes = WordsJson::array();
    for (std::size_t label = 0; label < found.labels.size(); ++label) {
        const WordSpread& spread = word.classes[label];
        classes.push_back({{"class", found.labels[label]},
                           {"times", spread.times},
                           {"mean", spread.mean}, // JSON writes what is not a number as null
                           {"low_quartile", spread.lowQuartile},
                           {"median", spread.median},
                           {"high_quartile", spread.highQuartile}});
    }
    WordsJson document = {{"word", word.word},
                          {"known", !found.weights.unknown.contains(word.word)},
                          {"times", word.times},
                          {"classes", classes},
                          {"kruskal_wallis", {{"h", word.any.statistic}, {"p", word.any.p}}}};
    if (found.isOrdered)
        document["jonckheere"] = {{"z", word.trend.statistic}, {"p", word.trend.p}};
    return document;
}

} // namespace

void printWordsTable(const WordsFound& found) {
    found.words.empty() ? printTop(found) : printShifts(found);
}

void printWordsDocument(const WordsFound& found) {
    WordsJson heads = WordsJson::array();
    for (const MapAddress& head : found.heads)
        heads.push_back(head.text());
    WordsJson document = {{"model", found.model},
                          {"data", found.data},
                          {"split", found.split},
                          {"heads", heads},
                          {"labels", found.labels},
                          {"ordered", found.isOrdered},
                          {"texts", found.weights.texts},
                          {"cut", found.weights.cut},
                          {"refused", found.weights.refused}};
    WordsJson words = WordsJson::array();
    for (const WordShift& word : found.words)
        words.push_back(documentOf(word, found));
    for (std::size_t label = 0; found.words.empty() && label < found.labels.size(); ++label) {
        WordsJson top = WordsJson::array();
        for (const TopWord& word : found.topOf(label))
            top.push_back({{"word", word.word},
                           {"known", !found.weights.unknown.contains(word.word)},
                           {"mean", word.mean},
                           {"times", word.times}});
        words.push_back({{"class", found.labels[label]}, {"words", top}});
    }
    document[found.words.empty() ? "top" : "words"] = words;
    printDocument(document);
}

void printWordsCsv(const WordsFound& found) {
    const auto number = [](double value) { return std::isnan(value) ? std::string() : WordsJson(value).dump(); };
    const auto print = [](const std::vector<std::string>& row) { printData(csvRow(row)); };
    if (found.words.empty()) {
        print({"class", "rank", "word", "mean", "times"});
        for (std::size_t label = 0; label < found.labels.size(); ++label) {
            int rank = 0;
            for (const TopWord& word : found.topOf(label))
                print({found.labels[label], std::to_string(++rank), word.word, number(word.mean),
                       std::to_string(word.times)});
        }
        return;
    }
    print({"word", "class", "times", "mean", "low_quartile", "median", "high_quartile", "h", "h_p", "z", "z_p"});
    for (const WordShift& word : found.words)
        for (std::size_t label = 0; label < found.labels.size(); ++label) {
            const WordSpread& spread = word.classes[label];
            const double none = std::nan("");
            print({word.word, found.labels[label], std::to_string(spread.times), number(spread.mean),
                   number(spread.lowQuartile), number(spread.median), number(spread.highQuartile),
                   number(word.any.statistic), number(word.any.p),
                   number(found.isOrdered ? word.trend.statistic : none),
                   number(found.isOrdered ? word.trend.p : none)});
        }
}

} // namespace headlight
