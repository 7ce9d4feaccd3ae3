#include "store/kept_words.h"

#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/json_text.h"
#include "data/corpus.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headlight {

namespace {

using WordsJson = nlohmann::ordered_json;

constexpr std::uint64_t mostWordsBytes = 16u << 20;
constexpr std::int64_t mostTimes = std::int64_t(1) << 53;

/// What the answer is of: another question is another file, and a file of another one is none. Those without "tested"
/// are older: they took each occurrence of a word for itself, and are made anew.
WordsJson documentOf(const WordsPlan& plan) {
    return {{"tested", "texts"},        {"options", plan.options},
            {"split", plan.split},      {"words", plan.question.words},
            {"top", plan.question.top}, {"fewest", plan.question.fewest}};
}

std::filesystem::path fileOf(const std::filesystem::path& folder, const WordsPlan& plan) {
    Fnv1a hash;
    hash.add(jsonText(documentOf(plan)));
    char digits[16];
    const auto [end, failure] = std::to_chars(digits, digits + sizeof digits, hash.value(), 16);
    return folder / ("words-" + std::string(digits, failure == std::errc() ? end : digits) + ".json");
}

/// NaN, of a class that a word does not occur in, is null.
WordsJson documentOf(const WordShift& word) {
    WordsJson classes = WordsJson::array();
    for (const WordSpread& spread : word.classes)
        classes.push_back({spread.times, spread.mean, spread.lowQuartile, spread.median, spread.highQuartile});
    return {word.word, word.any.statistic, word.any.p, word.trend.statistic, word.trend.p, classes};
}

std::string textIn(const WordsJson& entry) {
    if (!entry.is_string())
        throw Error("expected a text");
    return entry.get<std::string>();
}

double numberIn(const WordsJson& entry) {
    if (entry.is_null())
        return std::nan("");
    if (!entry.is_number())
        throw Error("expected a number");
    return entry.get<double>();
}

std::size_t countIn(const WordsJson& entry) {
    const auto count = wholeNumberOf(entry, 0, mostTimes);
    if (!count)
        throw Error("expected a count");
    return std::size_t(*count);
}

const WordsJson& listIn(const WordsJson& entry, std::optional<std::size_t> size = {}) {
    if (!entry.is_array() || (size && entry.size() != *size))
        throw Error("expected a list");
    return entry;
}

/// Of an object that may lack it.
const WordsJson& entryIn(const WordsJson& document, const char* name) {
    const auto entry = document.find(name);
    if (entry == document.end())
        throw Error(std::string("expected \"") + name + "\"");
    return *entry;
}

RankTest testIn(const WordsJson& statistic, const WordsJson& p) {
    const RankTest test{numberIn(statistic), numberIn(p)};
    if (std::isnan(test.statistic) || !(test.p >= 0 && test.p <= 1))
        throw Error("expected a test");
    return test;
}

WordShift shiftIn(const WordsJson& row, std::size_t labels) {
    listIn(row, 6);
    WordShift shift{textIn(row[0]), 0, {}, testIn(row[1], row[2]), testIn(row[3], row[4])};
    for (const WordsJson& one : listIn(row[5], labels)) {
        listIn(one, 5);
        shift.classes.push_back(
            {countIn(one[0]), numberIn(one[1]), numberIn(one[2]), numberIn(one[3]), numberIn(one[4])});
        shift.times += shift.classes.back().times;
    }
    return shift;
}

WordReport reportIn(const WordsJson& document) {
    WordReport report;
    for (const WordsJson& label : listIn(entryIn(document, "labels")))
        report.labels.push_back(textIn(label));
    report.isOrdered = entryIn(document, "ordered") == true;
    report.texts = countIn(entryIn(document, "texts"));
    report.cut = countIn(entryIn(document, "cut"));
    report.refused = countIn(entryIn(document, "refused"));
    for (const WordsJson& word : listIn(entryIn(document, "words")))
        report.words.push_back(shiftIn(word, report.labels.size()));
    for (const WordsJson& words : listIn(entryIn(document, "top"), report.labels.size())) {
        std::vector<TopWord>& top = report.top.emplace_back();
        for (const WordsJson& word : listIn(words)) {
            listIn(word, 3);
            top.push_back({textIn(word[0]), numberIn(word[1]), countIn(word[2])});
        }
    }
    return report;
}

} // namespace

std::string corpusOf(const RunRecord& run, const WordsPlan& plan) {
    return parseSpec(run.datasetSpec).path + (plan.options.empty() ? "" : "?" + plan.options);
}

std::optional<WordReport> keptWords(const std::filesystem::path& folder, const WordsPlan& plan) {
    try {
        const std::filesystem::path file = fileOf(folder, plan);
        const WordsJson document = parseJson(readFile(file, mostWordsBytes), file.string());
        if (!document.is_object() || entryIn(document, "plan") != documentOf(plan))
            return std::nullopt;
        return reportIn(document);
    } catch (const Error&) {
        return std::nullopt;
    }
}

void keepWords(const std::filesystem::path& folder, const WordsPlan& plan, const WordReport& report) {
    WordsJson words = WordsJson::array(), top = WordsJson::array();
    for (const WordShift& word : report.words)
        words.push_back(documentOf(word));
    for (const std::vector<TopWord>& ofClass : report.top) {
        WordsJson& list = top.emplace_back(WordsJson::array());
        for (const TopWord& word : ofClass)
            list.push_back({word.word, word.mean, word.times});
    }
    const WordsJson document = {{"plan", documentOf(plan)},
                                {"labels", report.labels},
                                {"ordered", report.isOrdered},
                                {"texts", report.texts},
                                {"cut", report.cut},
                                {"refused", report.refused},
                                {"words", words},
                                {"top", top}};
    writeFile(fileOf(folder, plan), jsonText(document) + "\n");
}

} // namespace headlight
