#include "cli/attend_choice.h"
#include "cli/attend_lens.h"
#include "cli/attend_output.h"
#include "cli/attend_vectors.h"
#include "cli/command.h"
#include "cli/figure_flags.h"
#include "cli/map_progress.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "engine/analysis/combined_map.h"
#include "engine/analysis/query_products.h"
#include "engine/core/error.h"
#include "engine/models/displayed_recording.h"
#include "engine/models/formats.h"
#include "engine/text/read_pieces.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/map_names.h"
#include "views/image_file.h"
#include "wording/memory_size.h"

#include <CLI/CLI.hpp>
#include <QFile>
#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace headlight {

namespace {

enum class Form { Text, Json, Npz, Csv, Page, Picture };

Form formOf(const AttendOptions& options) {
    if (options.out.empty() || options.out == "-")
        return options.json ? Form::Json : Form::Text;
    if (options.json)
        throw UsageError("--json prints to standard output: leave it out, or --out");
    const std::string extension = extensionOf(options.out, {"json", "npz", "csv", "html", "png", "svg", "pdf"});
    return extension == "json"   ? Form::Json
           : extension == "npz"  ? Form::Npz
           : extension == "csv"  ? Form::Csv
           : extension == "html" ? Form::Page
                                 : Form::Picture;
}

/// What a form can show: one number a cell, one map, weights.
void fitTo(Form form, AttendOptions& options) {
    if (form == Form::Json || form == Form::Npz)
        return;
    if (options.feature.empty())
        options.feature = "mean";
    if (options.feature == "all")
        throw UsageError("--features all: a table or a picture shows one number for each pair; give --out FILE.json or "
                         ".npz");
    if (options.stage.empty())
        options.stage = "weight";
    if (form == Form::Text && options.stage != nameOf(MapStage::Weight))
        throw UsageError("--stage " + options.stage +
                         ": the readable table lists weights; give --out FILE for other stages");
}

/// A file of one map shows that of one text: heads that have none of it are left out. Error when that is all of them.
void keepOfSide(AttendChoice& choice, int side) {
    const HeadInfo first = choice.heads.front();
    std::erase_if(choice.heads, [&](const HeadInfo& head) { return head.sequence >= 0 && head.sequence != side - 1; });
    if (choice.heads.empty())
        throw Error("--side " + std::to_string(side) + ": head " + first.address.text() +
                    " has its maps of the other text; give --side " + std::to_string(first.sequence + 1));
}

void checkOneMap(const AttendOptions& options, const AttendChoice& choice) {
    if (choice.heads.size() == 1)
        return;
    std::string list;
    for (const HeadInfo& head : choice.heads)
        list += (list.empty() ? "" : ", ") + head.address.text();
    const std::string what = options.vectors.empty() ? "a CSV file holds one map" : "--vectors is of one head";
    throw Error(what + ": choose it with --layer and --head (layer.head may be " + list + ")");
}

/// Error when no head has the stage that is wanted.
void checkStage(const AttendOptions& options, const AttendChoice& choice) {
    if (choice.heads.empty())
        return;
    std::set<MapStage> there;
    for (const HeadInfo& head : choice.heads) {
        if (!choice.stagesOf(head).empty())
            return;
        there.insert(head.stages.begin(), head.stages.end());
    }
    if (there.size() <= 1)
        throw Error("--stage " + options.stage +
                    ": gates, sensitivities and weights of a file have weights only, leave it out");
    std::string list;
    for (const MapStage stage : allStages())
        if (there.contains(stage))
            list += (list.empty() ? "" : ", ") + nameOf(stage);
    throw Error("--stage " + options.stage + ": the score of these heads has no such part; there are " + list);
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

/// Queries of the maps: what the work of a long text goes by.
double queriesOf(const Recording& recording, const std::vector<MapRequest>& requests) {
    double queries = 0;
    for (const MapRequest& request : requests)
        queries += hasQueries(request.address.part)
                       ? double(recording.sequences()[std::size_t(request.sequence)].tokens.size())
                       : 1;
    return queries;
}

/// For a readable table the maps of a long text are left out, not refused: the prediction is still worth having.
AttendChoice listedOf(AttendChoice choice, std::size_t tokens) {
    constexpr double mostListed = 4e6;
    if (numbersOf(choice, tokens) <= mostListed)
        return choice;
    note("the pairs of " + grouped(std::int64_t(tokens)) + " tokens are too many for a table" +
         (std::int64_t(tokens) <= mostPairTokens
              ? ": --out FILE with " + oneMap + " writes them"
              : " or a file; of up to " + grouped(mostPairTokens) + " tokens they can be written"));
    std::erase_if(choice.heads, [](const HeadInfo& head) { return isOfPairs(head.address.part); });
    return choice;
}

/// Says what of a text the model does not read or know. Error when that is all of it.
void checkKnown(const Sequence& sequence, const std::vector<std::string>& texts) {
    constexpr std::size_t mostNamed = 10;
    const std::size_t read = sequence.tokens.size();
    if (sequence.leftOut > 0)
        note("the text has " + grouped(std::int64_t(read + sequence.leftOut)) + " tokens; the model reads the first " +
             grouped(std::int64_t(read)) + " (max_tokens), the others are left out");
    std::set<std::string> unknown;
    std::string named;
    std::size_t count = 0;
    for (const Token& token : sequence.tokens) {
        if (token.known)
            continue;
        ++count;
        const std::string word = typedText(token, texts);
        if (unknown.insert(word).second && unknown.size() <= mostNamed)
            named += (named.empty() ? "“" : ", “") + printable(word, longestWord) + "”";
    }
    if (unknown.size() > mostNamed)
        named += " and " + std::to_string(unknown.size() - mostNamed) + " more";
    if (count == read)
        throw Error("the model knows none of the words: " + named +
                    ". Type words of its training corpus (vocab.txt lists them)");
    if (count > 0)
        note((sequence.isTarget ? "of how the translation begins, unknown to the model: " : "unknown to the model: ") +
             named);
}

/// Of a passage the words are looked at together: a sentence may hold none that is known.
void checkAllKnown(const Model& model, const std::vector<Sequence>& sequences, const std::vector<std::string>& texts) {
    if (int(sequences.size()) <= 2 || model.inputs().size() != 2) {
        for (const Sequence& sequence : sequences)
            checkKnown(sequence, texts);
        return;
    }
    Sequence words; // of the question and of all sentences; the first sequence repeats these
    for (auto sequence = sequences.rbegin(); sequence + 1 != sequences.rend(); ++sequence) {
        words.tokens.insert(words.tokens.end(), sequence->tokens.begin(), sequence->tokens.end());
        words.leftOut += sequence->leftOut;
    }
    checkKnown(words, texts);
}

/// One map of each sequence that has these heads. Error when they can't be combined.
std::vector<MapRequest> combinedRequests(const HeadCombination& combination, const std::optional<TextPair>& between,
                                         const Recording& recording) {
    std::vector<MapRequest> requests;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence) {
        const auto isThere = [&](const MapAddress& head) { return recording.has(head, sequence); };
        if (std::none_of(combination.heads.begin(), combination.heads.end(), isThere))
            continue; // they are of another text: a decoder's of the translation, a question has its pooling alone
        if (const std::string problem = combinationProblem(recording, combination, sequence); !problem.empty())
            throw Error("--combine " + nameOf(combination.kind) + ": " + problem);
        requests.push_back({combination.heads.front(), sequence, MapStage::Weight, meanOfFeatures, between});
    }
    return requests;
}

std::vector<MapRequest> requestsFor(const AttendChoice& choice, const std::optional<TextPair>& between,
                                    const Recording& recording) {
    std::vector<MapRequest> requests;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence)
        for (const HeadInfo& head : choice.heads)
            if (recording.has(head.address, sequence)) {
                const FeatureChoice features = choiceFor(choice.features, head, recording, sequence, {});
                for (const MapStage stage : choice.stagesOf(head))
                    requests.push_back({head.address, sequence, stage, features, between});
            }
    return requests;
}

/// Of a long text they are minutes of work.
Effects effectsWithProgress(const Model& model, const std::vector<Sequence>& sequences, const Intervention& changes) {
    std::mutex mutex;
    std::optional<MapProgress> line;
    return effectsOf(model, sequences, changes, {}, {}, [&](int, int all) {
        const std::scoped_lock lock(mutex);
        if (!line)
            line.emplace(all, "effects");
        line->advance();
    });
}

/// To a file, or to standard output.
void writeTo(const AttendOptions& options,
             const std::function<void(const std::function<void(std::string_view)>&)>& produce) {
    if (options.out.empty() || options.out == "-")
        produce(print);
    else
        writeStream(options.out, produce);
}

void write(Form form, const AttendOptions& options, const AttendShown& shown) {
    switch (form) {
    case Form::Text:
        printText(attendText(shown));
        break;
    case Form::Json:
        writeTo(options, [&](const auto& sink) { writeAttendJson(shown, sink); });
        break;
    case Form::Npz:
        mapArchive(shown.recording, shown.combination ? std::vector<MapRequest>() : shown.requests, shown.changes,
                   shown.check, shown.combinedMaps())
            .save(options.out);
        break;
    case Form::Csv:
        writeStream(options.out, [&](const auto& sink) { writeAttendCsv(shown, sink); });
        break;
    case Form::Page:
        writeAttendPage(shown, options.out);
        break;
    case Form::Picture:
        writeAttendPicture(shown, options.out, options.look, options.figure);
        break;
    }
}

/// A text that is the path of an image means it.
void checkKindOfText(const Model& model, const AttendOptions& options) {
    if (model.inputs().front().isImage)
        return;
    if (isImageFile(QFile::decodeName(options.sentence.c_str())))
        throw Error(options.sentence +
                    ": this is an image, and the model reads texts; ViT, DeiT and DINOv2 see images");
    if (!options.query.empty() && options.vectors.empty())
        throw UsageError("--query: it is of --vectors product, or of models that see images");
}

void run(AttendOptions options) {
    const Form form = formOf(options);
    checkVectorOptions(options);
    const bool isOfVectors = !options.vectors.empty();
    if (isOfVectors && form != Form::Json && form != Form::Csv)
        throw UsageError("--vectors: they are written by --json, and into FILE.json and FILE.csv");
    fitTo(form, options);
    if (options.effects && form != Form::Text && form != Form::Json)
        throw UsageError("--effects: they are in the readable table and in FILE.json");
    if (options.statistics && form != Form::Text && form != Form::Json)
        throw UsageError("--statistics: they are in the readable table and in FILE.json");
    if (options.lens && form != Form::Text && form != Form::Json)
        throw UsageError("--lens: it is in the readable table and in FILE.json");
    lookOf(options.look); // told before the model is opened
    const TokenDisplay display = displayOf(options);
    const auto model = openModel(options.folder, decodedImage);
    if (!options.hasSentence && !model->inputs().front().isChoice)
        throw UsageError("SENTENCE is required");
    const bool writes = model->inputs().back().isBegin;
    if (options.side > (writes ? 2 : 1) && !options.hasSecond)
        throw UsageError("--side " + std::to_string(options.side) + ": there is no second sentence");
    std::vector<std::string> texts = {options.sentence};
    if (options.hasSecond)
        texts.push_back(options.second);
    checkKindOfText(*model, options);
    std::vector<Sequence> sequences = model->read(texts);
    std::optional<int> query;
    if (sequences.front().image && form == Form::Picture) {
        query = queryOf(options, displayed(sequences.front(), display));
        fitToImage(options, model->heads());
    }
    if (std::size_t(options.side) > sequences.size())
        throw UsageError("--side " + std::to_string(options.side) +
                         (sequences.size() == 1 ? ": the model reads both texts as one sequence, leave it out"
                                                : ": there are " + std::to_string(sequences.size())));
    AttendChoice choice = choiceOf(options, headsOf(model->heads(), display));
    const std::optional<TextPair> between = betweenOf(options, sequences);
    Intervention changes = interventionOf(options, model->heads());
    changes.leftOut = leftOutOf(options, sequences);
    std::size_t longest = 0;
    checkAllKnown(*model, sequences, texts);
    for (const Sequence& sequence : sequences)
        longest = std::max(longest, sequence.tokens.size());
    checkCells(changes, sequences);
    const std::optional<HeadCombination> combination = combinationOf(options, choice);
    const bool one = form == Form::Csv || form == Form::Picture || isOfVectors;
    if (one)
        keepOfSide(choice, options.side);
    if ((form == Form::Csv || isOfVectors) && !combination)
        checkOneMap(options, choice);
    if (combination)
        choice.heads.resize(1); // as large as one
    if (form == Form::Text)
        choice = listedOf(choice, longest);
    else
        checkSize(choice, longest);
    checkStage(options, choice);
    const auto read = model->run(std::move(sequences), changes, {});
    const auto recording = displayedAs(read, display);
    AttendShown shown{.folder = options.folder,
                      .texts = texts,
                      .recording = *recording,
                      .requests = combination ? combinedRequests(*combination, between, *recording)
                                              : requestsFor(choice, between, *recording),
                      .combination = combination,
                      .changes = changes,
                      .heads = model->heads(),
                      .statistics = options.statistics,
                      .between = between,
                      .sequence = options.side - 1,
                      .query = query,
                      .answer = AttendAnswer(read)};
    if (options.lens)
        shown.lens = lensOfAll(*model, read->sequences(), changes);
    if (options.effects)
        shown.effects = effectsWithProgress(*model, read->sequences(), changes);
    if (!changes.empty() && (form == Form::Page || form == Form::Text)) {
        const auto unaltered = model->run(model->read(texts), {}, {});
        shown.answer.compareWith(unaltered);
        shown.unaltered = unaltered->answer();
    }
    if (!recording->note().empty())
        note(recording->note());
    if (one) {
        std::erase_if(shown.requests, [&](const MapRequest& request) { return request.sequence != shown.sequence; });
        if (shown.requests.empty())
            throw Error("there is no map of so long a text");
    }
    if (isOfVectors)
        return writeTo(options, [&](const auto& sink) {
            writeVectors(shown, choice.heads.front(), options, form == Form::Csv, sink);
        });
    MapProgress progress(queriesOf(*recording, shown.requests));
    shown.check = [&] { progress.advance(); };
    write(form, options, shown);
}

template <class Display>
std::vector<std::string> displayNames(const std::vector<Display>& displays) {
    std::vector<std::string> names;
    for (const Display display : displays)
        names.push_back(nameOf(display));
    return names;
}

/// Options of pictures say nothing where none is written.
void refuseUnused(const CLI::App& app, const AttendOptions& options) {
    if (formOf(options) == Form::Picture)
        return;
    for (const char* name : {"--range", "--color-scale", "--colors", "--own-range", "--width-mm", "--height-mm",
                             "--font", "--font-size", "--no-title", "--no-labels", "--no-color-bar", "--no-legend",
                             "--values", "--digits", "--theme", "--transparent", "--dpi"})
        if (app.count(name) > 0)
            throw UsageError(std::string(name) + ": it is of pictures: give --out FILE.png, .svg or .pdf with it");
    if (!options.query.empty() && options.vectors.empty())
        throw UsageError(
            "--query: it is of --vectors product, or of a picture: give --out FILE.png, .svg or .pdf with it");
}

void defineAttend(CLI::App& app, int&) {
    const auto o = std::make_shared<AttendOptions>();
    app.add_option("MODEL_DIR", o->folder, "a model folder, or a file of maps (.npz, .npy, .json)")->required();
    app.add_option_function<std::string>(
        "SENTENCE",
        [o](const std::string& text) {
            o->sentence = text;
            o->hasSentence = true;
        },
        "what the model is to read, in quotes; - starts no option after --. Of a file of maps the title of one of its "
        "texts, or its number; it may be missing where there is one. Of a model that sees images the path of an image "
        "file");
    app.add_option_function<std::string>(
        "SECOND",
        [o](const std::string& text) {
            o->second = text;
            o->hasSecond = true;
        },
        "the second sentence, for a model that compares two; of a model of roles the predicate: its word, or the "
        "number of its token from 1, as #4 (default: the first word that mostly is one); of a model that is asked "
        "questions the passage; of a translation model how the translation begins");
    app.add_option(
           "--side", o->side,
           "1 or 2: the sentence whose maps CSV and pictures show; 2 of a translation model: the translation; of a "
           "question with a passage 1: between its sentences, 2: within its first one, and so on, at last the "
           "question")
        ->check(wholeNumbers(1, 20000))
        ->capture_default_str();
    app.add_option("--layer", o->layer, "attention layer, from 0, or several: 0,2-3 (default: all)");
    app.add_option(
        "--head", o->head,
        "head of the layer, from 0, or several: 0,2-3; or gate.0, blocks.0 … of what else has maps; or with their "
        "layers: 0.1,dec.2.cross.3 (default: all)");
    app.add_option(
           "--combine", o->combine,
           "one map of the chosen heads' weights: mean or max of them, or rollout, what reaches a token through "
           "all chosen layers (each layer's mean with half of the token itself)")
        ->check(oneOf({"mean", "max", "rollout"}));
    app.add_option(
        "--query", o->query,
        "a token: of an image the one whose map a picture draws over it, ROW,COLUMN of its patch from 1, or its "
        "number from 0 (default: 0, the class token); of --vectors product whose products, its number");
    app.add_option("--feature,--features", o->feature,
                   "of feature-wise heads: a number from 0, all, mean, max, std, or cluster:K, the mean of the K-th "
                   "largest cluster "
                   "of features that attend alike (of N with cluster:K/N) (default: all in JSON and NPZ, else mean)");
    app.add_option("--stage", o->stage,
                   "score, masked (score and mask) or weight; or where scores are a sum a part of them: content, "
                   "content-position, position-content or bias (default: all in JSON and NPZ, else weight)")
        ->check(oneOf(stageNames()));
    app.add_option(
           "--vectors", o->vectors,
           "in place of maps what the scores of one head are made of, as they meet, behind norms and rotations: "
           "query, key, value, or product, what each feature has of the products of --query N with all keys")
        ->check(oneOf(choiceTexts(vectorKindNames())));
    app.add_option(
           "--between", o->between,
           "of two texts that the model reads as one sequence, the part of the maps in which the tokens of one look "
           "at those of another: " +
               alternativesOf(betweenNames()) + "; rows of a part no longer add up to 1")
        ->check(oneOf(betweenNames()))
        ->capture_default_str();
    app.add_option(
           "--pieces", o->pieces,
           "tokens raw, as the vocabulary has them; pretty, as they are read, · before a piece that continues a "
           "word; or merged to words: weights to a word are summed over its pieces, those from it are their "
           "mean, so that rows still add up to 1")
        ->check(oneOf(displayNames(pieceDisplays())))
        ->capture_default_str();
    app.add_option("--specials", o->specials,
                   "rows and columns of the model's own marks, as [CLS], [SEP], <s>: shown; hidden, the other weights "
                   "as they are; or hidden and renormalised, the other weights of each row divided by their sum")
        ->check(oneOf(displayNames(markDisplays())))
        ->capture_default_str();
    addRepeated(app, "--off", o->off, "L.H: switch this head off, or L.H:3,5-9 these features of it; may be repeated");
    addRepeated(app, "--scale", o->scale,
                "L.H=FACTOR: scale this head's output, behind its gate if it has one; L.H:3,5-9=FACTOR these features "
                "of it; may be repeated");
    addRepeated(app, "--mask", o->mask,
                "EXPR for every head (a list is spread over them), or L.H=EXPR for one; may be repeated");
    addRepeated(app, "--forbid", o->forbid,
                "L.H:QUERY,KEY: hide this cell, by positions from 0, whatever the mask says; may be repeated");
    addRepeated(app, "--force", o->force,
                "L.H:QUERY,KEY=WEIGHT: give this cell a weight from 0 to 1 (without WEIGHT 1) in every feature; the "
                "other keys share the rest in proportion to their own weights; may be repeated");
    addRepeated(app, "--leave-out", o->leaveOut,
                "N,M…: these tokens are not read, as if they had not been typed, from 0; second.N of a pair's second "
                "sentence; may be repeated");
    app.add_option("--out", o->out, "FILE.json, .npz, .csv, .html, .png, .svg or .pdf (default: a readable table)");
    addFigureFlags(app, o->figure);
    app.add_option("--range", o->look.range,
                   "what the colours of a picture span: automatic (0 to 1 while weights are seen in it, else up to a "
                   "quantile), fixed (0 to 1), map (least to largest), row (each to its own maximum) or LOW:HIGH")
        ->capture_default_str();
    app.add_option(
           "--color-scale", o->look.scale,
           "how values are spread over the colours: " + alternativesOf(colorScaleNames()) +
               "; automatic is logarithmic where in most heads the first token takes most of the attention, else "
               "linear")
        ->check(oneOf(colorScaleNames()))
        ->capture_default_str();
    app.add_option("--colors", o->look.colors, alternativesOf(colorMapNames()))
        ->check(oneOf(colorMapNames()))
        ->capture_default_str();
    app.add_flag("--own-range", o->look.eachItsOwn, "each map has a range of its own, else all heads have the same");
    app.add_flag(
        "--effects", o->effects,
        "with the table or the document: how the log-odds of the answer (or the score) change without each head "
        "and without each token");
    app.add_flag("--lens", o->lens,
                 "with the table or the document, of a masked or causal language model: the likeliest words at each "
                 "token behind each layer, by the model's own final norm and scores (logit lens)");
    app.add_flag("--statistics", o->statistics,
                 "with the table or the document: each head's entropy, mean distance, and how much of its attention "
                 "goes to the token itself, the previous, the next, the first and the model's own marks behind it");
    app.add_flag("--json", o->json, "print the document of --out FILE.json instead of the table");
    app.callback([o, &app] {
        refuseUnused(app, *o);
        run(*o);
    });
}

} // namespace

Command attendCommand() {
    return {"attend", "Show what a model attends to in a sentence, and what it predicts",
            "\nExamples:\n"
            "  headlight-cli attend runs/1/best \"What is the capital of Peru ?\"\n"
            "  headlight-cli attend runs/1/best \"What is it ?\" --layer 0 --head 2 --out head2.csv\n"
            "  headlight-cli attend runs/1/best \"What is it ?\" --off 0.1 --mask \"0.0=fw+window(3)\" --out all.json\n"
            "  headlight-cli attend runs/1/best \"What is it ?\" --out overview.pdf --width-mm 180\n"
            "  headlight-cli attend runs/1/best \"What is it ?\" --off 0.1 --out page.html\n"
            "  headlight-cli attend roles \"She gave him a book .\" gave\n"
            "  headlight-cli attend bert \"The cat sat on the [MASK] .\" --combine rollout --out rollout.png\n"
            "  headlight-cli attend bert \"The cat sat .\" --head 0.1 --vectors product --query 2 --out cat.csv\n"
            "  headlight-cli attend vit cat.jpg --layer 11 --head 3 --query 4,7 --out patches.png\n"
            "  headlight-cli attend nli \"It rains.\" \"It is wet.\" --between first-second --out across.png\n"
            "  headlight-cli attend bert \"Unbelievable!\" --pieces words --specials renormalised --json",
            defineAttend};
}

} // namespace headlight
