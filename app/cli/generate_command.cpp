#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/thread_pool.h"
#include "engine/models/continuing.h"
#include "engine/models/formats.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct GenerateArguments {
    std::string path, text;
    ContinueOptions options;
    int threads = ThreadPool::processors();
    bool json = false;
};

const char* nameOf(ContinuationEnd end) {
    return end == ContinuationEnd::Tokens ? "tokens" : end == ContinuationEnd::EndMark ? "end" : "positions";
}

std::string textOf(ContinuationEnd end) {
    return end == ContinuationEnd::Tokens    ? "as many as were asked for (--tokens)"
           : end == ContinuationEnd::EndMark ? "the model ended the text"
                                             : "the model has no positions for more";
}

/// Writes the text as it grows, or one document.
void run(const GenerateArguments& arguments) {
    const std::shared_ptr<const Model> model = openModel(arguments.path);
    const ContinuingModel* const writer = continuingModel(*model);
    if (!writer)
        throw Error(arguments.path +
                    ": the model does not go on with a text; what one of encoder and decoder writes for "
                    "another text is given by headlight-cli translate");
    RunControl control;
    control.threads = arguments.threads;
    const auto begin = std::chrono::steady_clock::now();
    Json tokens = Json::array();
    double logProbability = 0;
    if (!arguments.json)
        printText(arguments.text);
    const ContinuationEnd end = writer->continueText(
        arguments.text, arguments.options,
        [&](const ContinuedToken& token) {
            logProbability += token.logProbability;
            tokens.push_back({{"token", token.token}, {"text", token.text}, {"log_probability", token.logProbability}});
            if (arguments.json)
                return;
            printText(token.text);
            flushOutput();
        },
        control);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (arguments.json) {
        std::string continuation;
        for (const Json& token : tokens)
            continuation += token["text"].get<std::string>();
        printDocument({{"text", arguments.text},
                       {"continuation", continuation},
                       {"log_probability", logProbability},
                       {"end", nameOf(end)},
                       {"seconds", seconds},
                       {"tokens", tokens}});
        return;
    }
    printText("\n");
    flushOutput();
    note(counted(std::int64_t(tokens.size()), "token") + " in " + duration(seconds) + ", " +
         brief(double(tokens.size()) / std::max(seconds, 1e-9)) + " tokens/s, log-probability " +
         brief(logProbability) + ": " + textOf(end));
}

void defineGenerate(CLI::App& app, int&) {
    const auto o = std::make_shared<GenerateArguments>();
    app.add_option("MODEL", o->path, "folder or file of a model that tells what comes next")->required();
    app.add_option("TEXT", o->text, "how the text begins")->required();
    app.add_option("--tokens", o->options.tokens, "tokens to write, at most")
        ->check(wholeNumbers(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--temperature", o->options.temperature,
                   "draw each token by its probability, of scores divided by this; 0: take the likeliest")
        ->check(CLI::Range(0.0, 100.0))
        ->capture_default_str();
    app.add_option("--top", o->options.top, "draw among so many likeliest; 0: among all")
        ->check(wholeNumbers(0, 10'000'000))
        ->capture_default_str();
    app.add_option("--seed", o->options.seed, "of what is drawn")->capture_default_str();
    app.add_option("--threads", o->threads, "threads to use; the result does not depend on it")
        ->check(wholeNumbers(1, 1024))
        ->capture_default_str();
    app.add_flag("--json", o->json, "print a document with each token's log-probability");
    app.callback([o] { run(*o); });
}

} // namespace

Command generateCommand() {
    return {"generate", "Let a model go on with a text",
            "\nExamples:\n"
            "  headlight-cli generate tinyllm.gguf \"Once upon a time\" --tokens 200\n"
            "  headlight-cli generate gpt2 \"The sea\" --temperature 0.8 --top 40 --seed 3 --json",
            defineGenerate};
}

} // namespace headlight
