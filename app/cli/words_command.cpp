#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cli/word_weighing.h"
#include "cli/words_output.h"
#include "engine/core/error.h"
#include "engine/data/corpus_part.h"
#include "engine/models/formats.h"
#include "jobs/stop_signals.h"
#include "open_data.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <memory>

namespace headlight {

namespace {

struct WordsOptions {
    std::string folder, data, split, words, heads;
    int top = 10, fewest = 5;
    bool json = false, csv = false;
};

std::vector<std::string> wordsIn(const std::string& list) {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string word = list.substr(begin, end - begin);
        if (word.find_first_not_of(" \t") != std::string::npos)
            words.push_back(word);
        begin = end + 1;
    }
    if (words.empty())
        throw UsageError("--words: expected words between commas, such as good,bad");
    return words;
}

/// A word as the model reads it, which may be in small letters. Error when it reads several tokens.
std::string asRead(const Model& model, const std::string& typed) {
    std::string words;
    std::vector<std::string> tokens;
    for (const Sequence& sequence : model.read({typed}))
        for (const Token& token : sequence.tokens)
            if (!token.special)
                tokens.push_back(token.text);
    if (tokens.size() == 1)
        return tokens.front();
    for (const std::string& token : tokens)
        words += (words.empty() ? "" : ", ") + printable(token, longestWord);
    throw Error("--words: the model reads " + printable(typed, longestWord) + " as several tokens (" + words +
                "); ask for one of them");
}

std::vector<WordShift> shiftsOfNamed(const WordWeights& weights, const std::vector<std::string>& words,
                                     const std::string& where) {
    std::vector<WordShift> shifts;
    std::string missing;
    for (const std::string& word : words)
        if (!weights.weights.contains(word))
            missing += (missing.empty() ? "" : ", ") + printable(word, longestWord);
        else if (std::none_of(shifts.begin(), shifts.end(), [&](const auto& shift) { return shift.word == word; }))
            shifts.push_back(shiftOf(weights, word));
    if (!missing.empty())
        throw Error("--words: " + where + " does not have: " + missing);
    return shifts;
}

void noteLeftOut(const WordWeights& weights) {
    if (weights.cut > 0)
        note(grouped(std::int64_t(weights.cut)) + " of the texts are longer than the model reads, and were cut");
    if (weights.refused > 0)
        note(grouped(std::int64_t(weights.refused)) + " of the texts could not be read, and are not counted");
    if (weights.texts == 0)
        throw Error("the model could read none of the texts");
    if (weights.unknown.size() == weights.weights.size())
        note("the model knows none of the words of these texts: their weights say nothing about it");
}

void run(const WordsOptions& options, int& code) {
    const auto model = openModel(options.folder);
    checkReadsOneText(*model);
    WordsFound found;
    found.model = options.folder;
    found.data = options.data;
    found.heads = wordHeadsNamed(*model, options.heads);
    std::vector<std::string> words = options.words.empty() ? std::vector<std::string>{} : wordsIn(options.words);
    for (std::string& word : words)
        word = asRead(*model, word);
    Corpus corpus = openDataSplit(options.data, options.split);
    for (const std::string& line : corpus.notes)
        note(line);
    const CorpusPart part = partOf(corpus, options.split);
    const ClassCorpus texts = classCorpus(corpus, part.examples);
    std::optional<WordWeights> weights;
    {
        std::atomic<bool> cancelled = false;
        const StopSignals watching([&] { cancelled = true; });
        note("weighing the words of " + counted(std::int64_t(texts.texts.size()), "text") + " of the split " +
             part.name + " of " + corpus.name + " by " +
             (found.heads.size() == 1 ? "the head " : "the mean of the heads ") + addressList(found.heads));
        weights = weighWords(*model, texts, found.heads, cancelled);
    }
    if (!weights) {
        note("stopped; nothing is kept");
        code = exitByUser;
        return;
    }
    found.split = part.name;
    found.labels = texts.labels;
    found.isOrdered = texts.isOrdered;
    found.weights = std::move(*weights);
    found.top = std::size_t(options.top);
    found.fewest = std::size_t(options.fewest);
    noteLeftOut(found.weights);
    found.words = shiftsOfNamed(found.weights, words, "the split " + part.name + " of " + corpus.name);
    options.json ? printWordsDocument(found) : options.csv ? printWordsCsv(found) : printWordsTable(found);
}

void defineWords(CLI::App& app, int& code) {
    const auto o = std::make_shared<WordsOptions>();
    app.add_option("MODEL_DIR", o->folder, "a model folder")->required();
    app.add_option("--data", o->data, "corpus: a file, a folder, or diagnostic:NAME?key=value")->required();
    app.add_option("--split", o->split, "test, dev or train (default: test, else dev, else train)")
        ->check(oneOf({"test", "dev", "train"}));
    CLI::Option* words = app.add_option("--words", o->words, "words between commas, whose weights are compared");
    app.add_option("--top", o->top, "without --words: so many words of each class")
        ->check(wholeNumbers(1, 1'000'000))
        ->capture_default_str()
        ->excludes(words);
    app.add_option("--fewest", o->fewest, "without --words: only words that occur so many times in the class")
        ->check(wholeNumbers(1, 1'000'000'000))
        ->capture_default_str()
        ->excludes(words);
    app.add_option("--heads", o->heads,
                   "heads between commas, of which the mean is taken (default: all of the pooling, else all of the "
                   "self attention)");
    CLI::Option* json = app.add_flag("--json", o->json, "a JSON document");
    app.add_flag("--csv", o->csv, "a table for a spreadsheet")->excludes(json);
    app.callback([o, &code] { run(*o, code); });
}

} // namespace

Command wordsCommand() {
    return {
        "words", "Weigh the words of a corpus by attention, class by class",
        "\nWithout --words the most attended words of each class are listed; of chosen words, whether their weights "
        "shift from class to class (by ranks).\n"
        "\nExamples:\n"
        "  headlight-cli words resources/models/sst2 --data sst2\n"
        "  headlight-cli words runs/1/best --data 'imdb_sample?label=2&text=4' --words good,bad --csv",
        defineWords};
}

} // namespace headlight
