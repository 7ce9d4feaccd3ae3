#include "cli/command.h"
#include "cli/open_store.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/runs_output.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/store/store_path.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct RunsOptions {
    std::string store, filter, out, text;
    RunId id = 0;
    std::vector<RunId> ids;
    std::vector<std::string> metrics, words;
    bool json = false, csv = false, deleted = false;
};
constexpr int anyNumber = CLI::detail::expected_max_vector_size; ///< so that the help says "ID..."
using Shared = std::shared_ptr<RunsOptions>;

RunList chosen(const Store& store, const RunsOptions& options) {
    RunList runs;
    for (const RunId id : options.ids)
        runs.push_back(store.summary(id));
    return runs;
}

void printTable(const RunsOptions& options, const std::string& csv, const std::string& table) {
    if (options.csv)
        printData(csv);
    else
        printText(table);
}

void list(const RunsOptions& options) {
    const std::filesystem::path path = storePath(options.store);
    if (options.store.empty() && !mayBeStore(path)) {
        note(path.string() + ": no run store yet");
        print(options.json ? "[]\n" : "no runs\n");
        return;
    }
    std::vector<DamagedRow> damaged;
    const RunList runs = filtered(openStore(options.store).runs(options.deleted, &damaged), options.filter);
    if (!damaged.empty())
        note(leftOutText(path, damaged));
    if (options.json) {
        Json document = Json::array();
        for (const RunSummary& run : runs)
            document.push_back(documentOf(run));
        printDocument(document);
    } else {
        printTable(options, runCsv(runs), runTable(runs));
    }
}

void show(const RunsOptions& options) {
    const Store store = openStore(options.store);
    const RunSummary run = store.summary(options.id);
    if (options.json)
        printDocument(detailsOf(store, run));
    else
        printTable(options, runCsv({run}), runText(store, run));
}

void compare(const RunsOptions& options) {
    const Store store = openStore(options.store);
    const RunList runs = chosen(store, options);
    if (options.json)
        printDocument(comparisonOf(runs));
    else
        printTable(options, comparisonCsv(runs), comparisonTable(runs));
}

/// What --json or --csv says, else the ending of the file, else CSV. A file is never of another kind than it says.
bool exportsJson(const RunsOptions& options) {
    if (options.out.empty() || options.out == "-")
        return options.json;
    const std::string extension = extensionOf(options.out, {"csv", "json"});
    if ((options.json && extension != "json") || (options.csv && extension != "csv"))
        throw UsageError(std::string(options.json ? "--json" : "--csv") + ": --out " + options.out + " ends in ." +
                         extension + ", leave one of them out");
    return extension == "json";
}

void exportMetrics(const RunsOptions& options) {
    const bool json = exportsJson(options);
    const Store store = openStore(options.store);
    const RunList runs = chosen(store, options);
    const std::string text = json ? jsonText(metricsDocument(store, runs, options.metrics)) + "\n"
                                  : metricsCsv(store, runs, options.metrics);
    if (options.out.empty() || options.out == "-")
        printData(text);
    else
        writeStream(options.out, [&](const auto& sink) { sink(text); });
}

/// Deleting what is deleted, or restoring what is not, is a mistake in the number.
void checkDeleted(const RunList& runs, bool deleted) {
    for (const RunSummary& summary : runs)
        if (summary.run.deleted != deleted)
            throw Error("run " + std::to_string(summary.run.id) +
                        (deleted ? " is not deleted (headlight-cli runs list --deleted has those that are)"
                                 : " is deleted already"));
}

/// All of them exist before any is changed.
void changeAll(const RunsOptions& options, void (Store::*change)(const std::vector<RunId>&), const std::string& done) {
    Store store = openStore(options.store);
    checkDeleted(chosen(store, options), done == "restored");
    (store.*change)(options.ids);
    std::string numbers;
    for (const RunId id : options.ids)
        numbers += (numbers.empty() ? "" : " ") + std::to_string(id);
    note(
        done + " " + numbers +
        (done == "deleted" ? "; undo with: headlight-cli runs restore " + numbers + storeArgument(options.store) : ""));
}

/// The store, when the run in it can be read: one that is damaged is not written to.
Store storeWithRun(const RunsOptions& options) {
    Store store = openStore(options.store);
    store.summary(options.id);
    return store;
}

CLI::App* addAction(CLI::App& app, const Shared& o, const std::string& name, const std::string& help,
                    void (*run)(const RunsOptions&)) {
    CLI::App* action = app.add_subcommand(name, help);
    action->add_option("--store", o->store, "run store (default: $HEADLIGHT_STORE, else in $XDG_DATA_HOME/headlight)");
    action->callback([o, run] { run(*o); });
    return action;
}

void addForms(CLI::App* action, const Shared& o) {
    CLI::Option* json = action->add_flag("--json", o->json, "a JSON document");
    action->add_flag("--csv", o->csv, "comma-separated values, numbers in full precision")->excludes(json);
}

void defineReading(CLI::App& app, const Shared& o) {
    CLI::App* lists = addAction(app, o, "list", "All runs", list);
    addForms(lists, o);
    lists->add_option("--filter", o->filter,
                      "words that must occur, or comparisons: \"trec accuracy > 0.9 and model = mtsa\"");
    lists->add_flag("--deleted", o->deleted, "those that were deleted and can be restored");
    CLI::App* shows = addAction(app, o, "show", "Everything about one run", show);
    addForms(shows, o);
    shows->add_option("ID", o->id, "number of the run")->required()->check(wholeNumbers(1, largestId));
    CLI::App* compares = addAction(app, o, "compare", "Runs side by side: options that differ, and metrics", compare);
    addForms(compares, o);
    compares->add_option("ID", o->ids, "numbers of the runs")
        ->required()
        ->expected(2, anyNumber)
        ->check(wholeNumbers(1, largestId));
    CLI::App* exports = addAction(app, o, "export", "Every point of a run's metrics, as CSV or JSON", exportMetrics);
    addForms(exports, o);
    exports->add_option("ID", o->ids, "numbers of the runs")
        ->required()
        ->expected(1, anyNumber)
        ->check(wholeNumbers(1, largestId));
    addRepeated(*exports, "--metric", o->metrics, "only this one, such as test.accuracy; may be repeated");
    exports->add_option("--out", o->out, "FILE.csv or .json (default: standard output)");
}

void defineChanging(CLI::App& app, const Shared& o) {
    addAction(app, o, "delete", "Hide runs; restore brings them back, and their folders stay",
              [](const RunsOptions& options) { changeAll(options, &Store::remove, "deleted"); })
        ->add_option("ID", o->ids, "numbers of the runs")
        ->required()
        ->expected(1, anyNumber)
        ->check(wholeNumbers(1, largestId));
    addAction(app, o, "restore", "Bring deleted runs back",
              [](const RunsOptions& options) { changeAll(options, &Store::restore, "restored"); })
        ->add_option("ID", o->ids, "numbers of the runs")
        ->required()
        ->expected(1, anyNumber)
        ->check(wholeNumbers(1, largestId));
    const auto addId = [&](CLI::App* action) {
        action->add_option("ID", o->id, "number of the run")->required()->check(wholeNumbers(1, largestId));
        return action;
    };
    addId(addAction(app, o, "rename", "Give a run a name",
                    [](const RunsOptions& options) {
                        storeWithRun(options).setName(options.id, oneLine("NAME", options.text));
                    }))
        ->add_option("NAME", o->text, "the new name")
        ->required();
    addId(addAction(app, o, "tag", "Give a run these tags instead of those it has; none: no tags",
                    [](const RunsOptions& options) {
                        for (const std::string& word : options.words)
                            oneLine("TAG", word);
                        storeWithRun(options).setTags(options.id, options.words);
                    }))
        ->add_option("TAG", o->words, "words to find the run by");
    addId(addAction(app, o, "note", "Give a run a note instead of the one it has",
                    [](const RunsOptions& options) { storeWithRun(options).setNotes(options.id, options.text); }))
        ->add_option("TEXT", o->text, "the note; \"\" for none")
        ->required();
}

void defineRuns(CLI::App& app, int&) {
    const auto o = std::make_shared<RunsOptions>();
    app.require_subcommand(1);
    defineReading(app, o);
    defineChanging(app, o);
}

} // namespace

Command runsCommand() {
    return {"runs", "List, compare, export and tidy the runs in the store",
            "\nExamples:\n"
            "  headlight-cli runs list --filter \"model = mtsa and accuracy > 0.9\"\n"
            "  headlight-cli runs compare 3 5 8\n"
            "  headlight-cli runs export 3 --metric train.loss --out loss.csv\n"
            "  headlight-cli runs tag 3 baseline paper",
            defineRuns};
}

} // namespace headlight
