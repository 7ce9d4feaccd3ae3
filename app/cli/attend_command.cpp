#include "cli/attend_choice.h"
#include "cli/attend_flags.h"
#include "cli/attend_form.h"
#include "cli/attend_lens.h"
#include "cli/attend_output.h"
#include "cli/attend_vectors.h"
#include "cli/command.h"
#include "cli/known_words.h"
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

void write(AttendForm form, const AttendOptions& options, const AttendShown& shown) {
    switch (form) {
    case AttendForm::Text:
        printText(attendText(shown));
        break;
    case AttendForm::Json:
        writeTo(options, [&](const auto& sink) { writeAttendJson(shown, sink); });
        break;
    case AttendForm::Npz:
        mapArchive(shown.recording, shown.combination ? std::vector<MapRequest>() : shown.requests, shown.changes,
                   shown.check, shown.combinedMaps())
            .save(options.out);
        break;
    case AttendForm::Csv:
        writeStream(options.out, [&](const auto& sink) { writeAttendCsv(shown, sink); });
        break;
    case AttendForm::Page:
        writeAttendPage(shown, options.out);
        break;
    case AttendForm::Picture:
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
    const AttendForm form = formOf(options);
    checkVectorOptions(options);
    const bool isOfVectors = !options.vectors.empty();
    if (isOfVectors && form != AttendForm::Json && form != AttendForm::Csv)
        throw UsageError("--vectors: they are written by --json, and into FILE.json and FILE.csv");
    fitTo(form, options);
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
    if (sequences.front().image && form == AttendForm::Picture) {
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
    const bool one = form == AttendForm::Csv || form == AttendForm::Picture || isOfVectors;
    if (one)
        keepOfSide(choice, options.side);
    if ((form == AttendForm::Csv || isOfVectors) && !combination)
        checkOneMap(options, choice);
    if (combination)
        choice.heads.resize(1); // as large as one
    if (form == AttendForm::Text)
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
    if (!changes.empty() && (form == AttendForm::Page || form == AttendForm::Text)) {
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
            writeVectors(shown, choice.heads.front(), options, form == AttendForm::Csv, sink);
        });
    MapProgress progress(queriesOf(*recording, shown.requests));
    shown.check = [&] { progress.advance(); };
    write(form, options, shown);
}

void defineAttend(CLI::App& app, int&) {
    const auto options = std::make_shared<AttendOptions>();
    addAttendFlags(app, options);
    app.callback([options, &app] {
        refuseUnused(app, *options);
        run(*options);
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
