#include "cli/command.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/runs_output.h"
#include "cli/terminal.h"
#include "store/store_path.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string store, filter, out, text;
    RunId id = 0;
    std::vector<RunId> ids;
    std::vector<std::string> metrics, words;
    bool json = false, csv = false, deleted = false;
};
using Shared = std::shared_ptr<Options>;

/// Looking at runs makes no store: an empty list is told apart from a mistyped path.
Store openStore(const Options& options) {
    const std::filesystem::path path = storePath(options.store);
    if (!std::filesystem::exists(path))
        throw Error(path.string() + ": there is no run store yet: train something, or give another --store");
    return Store(path);
}

RunList chosen(const Store& store, const Options& options) {
    RunList runs;
    for (const RunId id : options.ids)
        runs.push_back(store.summary(id));
    return runs;
}

void list(const Options& options) {
    const std::filesystem::path path = storePath(options.store);
    if (options.store.empty() && !std::filesystem::exists(path)) {
        note(path.string() + ": no run store yet");
        print(options.json ? "[]\n" : "no runs\n");
        return;
    }
    const RunList runs = filtered(openStore(options).runs(options.deleted), options.filter);
    if (options.json) {
        Json document = Json::array();
        for (const RunSummary& run : runs)
            document.push_back(documentOf(run));
        printDocument(document);
    } else {
        print(options.csv ? runCsv(runs) : runTable(runs));
    }
}

void show(const Options& options) {
    const Store store = openStore(options);
    const RunSummary run = store.summary(options.id);
    if (options.json)
        printDocument(detailsOf(store, run));
    else
        print(options.csv ? runCsv({run}) : runText(run));
}

void compare(const Options& options) {
    const Store store = openStore(options);
    const RunList runs = chosen(store, options);
    if (options.json)
        printDocument(comparisonOf(runs));
    else
        print(options.csv ? comparisonCsv(runs) : comparisonTable(runs));
}

void exportMetrics(const Options& options) {
    const Store store = openStore(options);
    const RunList runs = chosen(store, options);
    const std::string text = options.json ? metricsDocument(store, runs, options.metrics).dump() + "\n"
                                          : metricsCsv(store, runs, options.metrics);
    if (options.out.empty() || options.out == "-")
        print(text);
    else
        writeStream(options.out, [&](const auto& sink) { sink(text); });
}

/// All of them exist before any is changed.
void changeAll(const Options& options, void (Store::*change)(const std::vector<RunId>&), const std::string& done) {
    Store store = openStore(options);
    chosen(store, options);
    (store.*change)(options.ids);
    std::string numbers;
    for (const RunId id : options.ids)
        numbers += (numbers.empty() ? "" : " ") + std::to_string(id);
    note(done + " " + numbers + (done == "deleted" ? "; undo with: headlight-cli runs restore " + numbers : ""));
}

CLI::App* addAction(CLI::App& app, const Shared& o, const std::string& name, const std::string& help,
                    void (*run)(const Options&)) {
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
    shows->add_option("ID", o->id, "number of the run")->required();
    CLI::App* compares = addAction(app, o, "compare", "Runs side by side: options that differ, and metrics", compare);
    addForms(compares, o);
    compares->add_option("ID", o->ids, "numbers of the runs")->required()->expected(2, 1000);
    CLI::App* exports = addAction(app, o, "export", "Every point of a run's metrics, as CSV or JSON", exportMetrics);
    addForms(exports, o);
    exports->add_option("ID", o->ids, "numbers of the runs")->required()->expected(1, 1000);
    addRepeated(*exports, "--metric", o->metrics, "only this one, such as test.accuracy; may be repeated");
    exports->add_option("--out", o->out, "file to write (default: standard output)");
}

void defineChanging(CLI::App& app, const Shared& o) {
    addAction(app, o, "delete", "Hide runs; restore brings them back, and their folders stay",
              [](const Options& options) { changeAll(options, &Store::remove, "deleted"); })
        ->add_option("ID", o->ids, "numbers of the runs")
        ->required()
        ->expected(1, 1000);
    addAction(app, o, "restore", "Bring deleted runs back",
              [](const Options& options) { changeAll(options, &Store::restore, "restored"); })
        ->add_option("ID", o->ids, "numbers of the runs")
        ->required()
        ->expected(1, 1000);
    const auto addId = [&](CLI::App* action) {
        action->add_option("ID", o->id, "number of the run")->required();
        return action;
    };
    addId(addAction(
              app, o, "rename", "Give a run a name",
              [](const Options& options) { openStore(options).setName(options.id, oneLine("NAME", options.text)); }))
        ->add_option("NAME", o->text, "the new name")
        ->required();
    addId(addAction(app, o, "tag", "Give a run these tags instead of those it has; none: no tags",
                    [](const Options& options) {
                        for (const std::string& word : options.words)
                            oneLine("TAG", word);
                        openStore(options).setTags(options.id, options.words);
                    }))
        ->add_option("TAG", o->words, "words to find the run by");
    addId(addAction(app, o, "note", "Give a run a note instead of the one it has",
                    [](const Options& options) { openStore(options).setNotes(options.id, options.text); }))
        ->add_option("TEXT", o->text, "the note; \"\" for none")
        ->required();
}

void define(CLI::App& app, int&) {
    const auto o = std::make_shared<Options>();
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
            define};
}

} // namespace headlight
