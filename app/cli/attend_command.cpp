#include "cli/attend_choice.h"
#include "cli/attend_output.h"
#include "cli/command.h"
#include "cli/map_progress.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "models/map_archive.h"
#include "models/memory_size.h"
#include "models/model_folder.h"
#include "models/sensitivity.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

namespace headlight {

namespace {

enum class Form { Text, Json, Npz, Csv, Picture };

Form formOf(const AttendOptions& options) {
    if (options.out.empty() || options.out == "-")
        return options.json ? Form::Json : Form::Text;
    if (options.json)
        throw UsageError("--json prints to standard output: leave it out, or --out");
    const std::string extension = extensionOf(options.out, {"json", "npz", "csv", "png", "svg", "pdf"});
    return extension == "json"  ? Form::Json
           : extension == "npz" ? Form::Npz
           : extension == "csv" ? Form::Csv
                                : Form::Picture;
}

/// What a form can show: one number a cell, one map, weights.
void fitTo(Form form, AttendOptions& options) {
    if (form == Form::Json || form == Form::Npz)
        return;
    if (options.feature.empty())
        options.feature = "mean";
    if (options.stage.empty())
        options.stage = "weight";
    if (form == Form::Text && (options.stage == "score" || options.stage == "masked"))
        throw UsageError("--stage " + options.stage +
                         ": the readable table lists weights; give --out FILE for other stages");
}

void checkOneMap(const AttendChoice& choice) {
    if (choice.heads.size() == 1)
        return;
    std::string list;
    for (const HeadInfo& head : choice.heads)
        list += (list.empty() ? "" : ", ") + std::to_string(head.layer) + "." + std::to_string(head.head);
    throw Error("a CSV file holds one map: choose it with --layer and --head (layer.head may be " + list + ")");
}

constexpr double manyNumbers = 1e7;
const std::string oneMap = "--layer, --head, --feature mean and --stage weight";
const auto mostPairTokens = std::int64_t(std::sqrt(mostNumbers)); ///< up to which one map of pairs is written

void checkSize(const AttendChoice& choice, std::size_t tokens) {
    const double numbers = numbersOf(choice, tokens);
    if (numbers > manyNumbers && numbers <= mostNumbers)
        note(grouped(std::int64_t(numbers)) + " numbers: this may take minutes");
    if (numbers <= mostNumbers)
        return;
    const std::string choose = "choose with " + oneMap;
    const std::string advice = std::int64_t(tokens) <= mostPairTokens
                                   ? choose + ", or shorten the text"
                                   : "shorten the text to " + grouped(mostPairTokens) + " tokens, and " + choose;
    throw Error("the maps of " + grouped(std::int64_t(tokens)) + " tokens would hold " +
                grouped(std::int64_t(numbers)) + " numbers (" + sizeText(numbers * 4) + " in memory), at most " +
                grouped(std::int64_t(mostNumbers)) + " are written: " + advice);
}

/// Queries of the chosen maps of a text of so many tokens: what the work of a long one goes by.
double queriesOf(const AttendChoice& choice, std::size_t tokens) {
    double queries = 0;
    for (const HeadInfo& head : choice.heads)
        queries += hasQueries(head.kind) ? double(tokens) : 1;
    return queries;
}

/// For a readable table the maps of a long text are left out, not refused: the prediction is still worth having.
std::vector<TraceRequest> listedOf(const AttendChoice& choice, std::size_t tokens) {
    constexpr double mostListed = 4e6;
    if (numbersOf(choice, tokens) <= mostListed)
        return {choice.request};
    note("the pairs of " + grouped(std::int64_t(tokens)) + " tokens are too many for a table" +
         (std::int64_t(tokens) <= mostPairTokens
              ? ": --out FILE with " + oneMap + " writes them"
              : " or a file; of up to " + grouped(mostPairTokens) + " tokens they can be written"));
    std::vector<TraceRequest> requests;
    for (const HeadInfo& head : choice.heads)
        if (!head.ofPairs()) {
            requests.push_back(choice.request);
            requests.back().layer = head.layer;
            requests.back().head = head.head;
        }
    return requests;
}

/// Words that stand outside quotes come as a second sentence.
void checkSentenceCount(const SentenceClassifier& model, const AttendOptions& options) {
    if (model.task().sentences == 1 && !options.second.empty())
        throw Error("the model reads one sentence, and \"" + printable(options.second, 40) +
                    "\" is a second one: put a sentence of several words in quotes");
    if (model.task().sentences == 2 && options.second.empty())
        throw Error("the model compares two sentences: give the second one, too, each in quotes");
}

/// Says what of a text the model does not read or know. Error when that is all of it.
void checkKnown(const SentenceClassifier& model, const std::vector<std::string>& tokens) {
    constexpr std::size_t mostNamed = 10;
    std::set<std::string> unknown;
    std::string named;
    const std::size_t read = model.readLength(tokens.size());
    if (read < tokens.size())
        note("the text has " + grouped(std::int64_t(tokens.size())) + " tokens; the model reads the first " +
             grouped(std::int64_t(read)) + " (max_tokens), the others are left out");
    std::size_t count = 0;
    for (std::size_t t = 0; t < read; ++t) {
        const std::string& token = tokens[t];
        if (model.vocabulary().contains(token))
            continue;
        ++count;
        if (unknown.insert(token).second && unknown.size() <= mostNamed)
            named += (named.empty() ? "“" : ", “") + printable(token, longestWord) + "”";
    }
    if (unknown.size() > mostNamed)
        named += " and " + std::to_string(unknown.size() - mostNamed) + " more";
    if (count == read)
        throw Error("the model knows none of the words: " + named +
                    ". Type words of its training corpus (vocab.txt lists them)");
    if (count > 0)
        note("unknown to the model: " + named);
}

/// What an encoder without attention shows of itself ends before a long text does.
void noteSensitivity(const SentenceClassifier& model, std::size_t longest) {
    if (!model.encoder().attends() && longest > std::size_t(longestSensitivity))
        note("sensitivities are computed up to " + std::to_string(longestSensitivity) + " tokens; this text has " +
             grouped(std::int64_t(longest)) + ". The answer is of the whole text");
}

void write(Form form, const AttendOptions& options, const Analysis& analysis, const Intervention& changes) {
    switch (form) {
    case Form::Text:
        printText(attendText(analysis, changes));
        break;
    case Form::Json:
        if (options.out.empty() || options.out == "-")
            writeAttendJson(options.folder, analysis, changes, print);
        else
            writeStream(options.out,
                        [&](const auto& sink) { writeAttendJson(options.folder, analysis, changes, sink); });
        break;
    case Form::Npz:
        mapArchive(analysis, changes).save(options.out);
        break;
    case Form::Csv:
        writeStream(options.out,
                    [&](const auto& sink) { writeAttendCsv(analysis.maps.front(), analysis.tokens, changes, sink); });
        break;
    case Form::Picture:
        writeAttendPicture(options.folder, analysis, changes, options.side, options.out, options.theme == "dark");
        break;
    }
}

void run(AttendOptions options) {
    const Form form = formOf(options);
    fitTo(form, options);
    if (options.side == 2 && options.second.empty())
        throw UsageError("--side 2: there is no second sentence");
    const auto model = loadModel(options.folder);
    checkSentenceCount(*model, options);
    const std::vector<std::string> tokens = tokensOf(*model, options.sentence);
    const std::vector<HeadInfo> heads = headsOf(*model);
    const AttendChoice choice = choiceOf(options, heads);
    const Intervention changes = interventionOf(options, heads);
    std::vector<std::string> second;
    if (!options.second.empty())
        second = tokensOf(*model, options.second);
    checkKnown(*model, tokens);
    if (!second.empty())
        checkKnown(*model, second);
    if (form == Form::Csv)
        checkOneMap(choice);
    const std::size_t longest = model->readLength(std::max(tokens.size(), second.size()));
    if (form != Form::Text)
        checkSize(choice, longest);
    const auto requests = form == Form::Text ? listedOf(choice, longest) : std::vector<TraceRequest>{choice.request};
    Analysis analysis = [&] {
        MapProgress progress(queriesOf(choice, model->readLength(tokens.size())) +
                             queriesOf(choice, model->readLength(second.size())));
        AttendControl control;
        if (model->encoder().attends()) // sensitivities take their time before the first query
            control.onQuery = [&] { progress.advance(); };
        return attend(*model, tokens, requests, changes, second, control);
    }();
    const bool recorded = !analysis.maps.empty();
    for (auto* maps : {&analysis.maps, &analysis.secondMaps})
        if (choice.stage)
            std::erase_if(*maps, [&](const AttentionMap& map) { return map.stage != *choice.stage; });
    if (analysis.maps.empty() && recorded)
        throw Error("--stage " + options.stage + ": gates and sensitivities have weights only, leave it out");
    if (analysis.maps.empty() && (form == Form::Csv || form == Form::Picture))
        throw Error("there is no map of so long a text: an encoder without attention shows its sensitivity up to " +
                    std::to_string(longestSensitivity) + " tokens");
    noteSensitivity(*model, longest);
    if (options.side == 2 && (form == Form::Csv || form == Form::Picture))
        analysis = analysis.ofSecond();
    if (!options.out.empty() && options.out != "-" && numbersOf(choice, longest) > manyNumbers)
        note("the maps are done, writing " + options.out); // of a large picture that is a while without a word
    write(form, options, analysis, changes);
}

void defineAttend(CLI::App& app, int&) {
    const auto o = std::make_shared<AttendOptions>();
    app.add_option("MODEL_DIR", o->folder, "a model folder")->required();
    app.add_option("SENTENCE", o->sentence, "what the model is to read, in quotes; - starts no option after --")
        ->required();
    app.add_option("SECOND", o->second, "the second sentence, for a model that compares two");
    app.add_option("--side", o->side, "1 or 2: the sentence whose maps CSV and pictures show")
        ->check(wholeNumbers(1, 2))
        ->capture_default_str();
    app.add_option("--layer", o->layer, "attention layer, from 0 (default: all)");
    app.add_option("--head", o->head, "head of the layer, from 0 (default: all)");
    app.add_option(
        "--feature", o->feature,
        "of feature-wise heads: a number from 0, mean, max or std (default: all in JSON and NPZ, else mean)");
    app.add_option("--stage", o->stage,
                   "score, masked (score and mask) or weight (default: all in JSON and NPZ, else weight)")
        ->check(oneOf({"score", "masked", "weight"}));
    addRepeated(app, "--off", o->off, "L.H: switch this head off; may be repeated");
    addRepeated(app, "--scale", o->scale, "L.H=FACTOR: scale this head's output; may be repeated");
    addRepeated(app, "--mask", o->mask,
                "EXPR for every head (a list is spread over them), or L.H=EXPR for one; may be repeated");
    app.add_option("--out", o->out, "FILE.json, .npz, .csv, .png, .svg or .pdf (default: a readable table)");
    app.add_option("--theme", o->theme, "of pictures: light or dark")
        ->check(oneOf({"light", "dark"}))
        ->capture_default_str();
    app.add_flag("--json", o->json, "print the document of --out FILE.json instead of the table");
    app.callback([o] { run(*o); });
}

} // namespace

Command attendCommand() {
    return {"attend", "Show what a model attends to in a sentence, and what it predicts",
            "\nExamples:\n"
            "  headlight-cli attend runs/1/best \"What is the capital of Peru ?\"\n"
            "  headlight-cli attend runs/1/best \"What is it ?\" --layer 0 --head 2 --out head2.csv\n"
            "  headlight-cli attend runs/1/best \"What is it ?\" --off 0.1 --mask \"0.0=fw+window(3)\" --out all.json\n"
            "  headlight-cli attend runs/1/best \"What is it ?\" --out overview.pdf",
            defineAttend};
}

} // namespace headlight
