#include "cli/command.h"
#include "cli/csv_row.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/thread_pool.h"
#include "engine/models/formats.h"
#include "engine/models/text_likelihood.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

namespace headlight {

namespace {

struct ScoreArguments {
    std::string path;
    std::vector<std::string> texts;
    int threads = ThreadPool::processors();
    bool json = false, csv = false;
};

using ScoreJson = nlohmann::ordered_json;

ScoreJson numberOrNull(double value) {
    return std::isnan(value) ? ScoreJson() : ScoreJson(value);
}

void printScoreDocument(const ScoreArguments& arguments, const TextLikelihood& found) {
    ScoreJson tokens = ScoreJson::array();
    for (const TextLikelihood::Token& token : found.tokens)
        tokens.push_back({{"token", token.token}, {"log_probability", numberOrNull(token.logProbability)}});
    printDocument({{"model", arguments.path},
                   {"texts", arguments.texts},
                   {"log_probability", found.logProbability()},
                   {"counted", found.counted()},
                   {"perplexity", numberOrNull(found.perplexity())},
                   {"tokens", tokens}});
}

void printScoreCsv(const TextLikelihood& found) {
    printData(csvRow({"token", "log_probability"}));
    for (const TextLikelihood::Token& token : found.tokens) {
        const bool counts = !std::isnan(token.logProbability);
        printData(csvRow({token.token, counts ? ScoreJson(token.logProbability).dump() : std::string()}));
    }
}

void printScoreTable(const TextLikelihood& found) {
    std::vector<std::vector<std::string>> rows = {{"token", "log-probability", "probability"}};
    for (const TextLikelihood::Token& token : found.tokens) {
        const bool counts = !std::isnan(token.logProbability);
        rows.push_back({printable(token.token, longestWord), counts ? brief(token.logProbability) : "—",
                        counts ? brief(std::exp(token.logProbability)) : "—"});
    }
    printText(table(rows, {1, 2}));
    printText("\n" + counted(found.counted(), "token") + ", log-probability " + brief(found.logProbability()) +
              (found.counted() > 0 ? ", perplexity " + brief(found.perplexity()) : std::string()) + "\n");
}

void run(const ScoreArguments& arguments) {
    RunControl control;
    control.threads = arguments.threads;
    const TextLikelihood found = likelihoodOf(*openModel(arguments.path), arguments.texts, control);
    if (arguments.json)
        printScoreDocument(arguments, found);
    else if (arguments.csv)
        printScoreCsv(found);
    else
        printScoreTable(found);
}

void defineScore(CLI::App& app, int&) {
    const auto o = std::make_shared<ScoreArguments>();
    app.add_option("MODEL", o->path, "folder or file of a model that tells what comes next, or translates")->required();
    app.add_option("TEXT", o->texts,
                   "the text, in quotes; of a model that translates the source, and behind it its translation")
        ->required()
        ->expected(1, 2);
    app.add_option("--threads", o->threads, "threads to use; the result does not depend on it")
        ->check(wholeNumbers(1, 1024))
        ->capture_default_str();
    CLI::Option* const json = app.add_flag("--json", o->json, "print a document");
    app.add_flag("--csv", o->csv, "comma-separated values, numbers in full precision")->excludes(json);
    app.callback([o] { run(*o); });
}

} // namespace

Command scoreCommand() {
    return {
        "score", "How likely a model finds a text",
        "\nPrints the log-probability (natural) of each token, given those before it, their sum, and the perplexity. "
        "A first token before\nwhich the model reads nothing has none. Of a translation all tokens are given its "
        "source, too, and its end counts.\n"
        "\nExamples:\n"
        "  headlight-cli score gpt2 \"The sea is blue.\"\n"
        "  headlight-cli score opus-mt-en-de \"The sea is blue.\" \"Das Meer ist blau.\" --json",
        defineScore};
}

} // namespace headlight
