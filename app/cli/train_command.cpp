#include "cli/command.h"
#include "cli/open_store.h"
#include "cli/options.h"
#include "cli/run_places.h"
#include "cli/stopping.h"
#include "cli/terminal.h"
#include "cli/train_plan.h"
#include "cli/train_progress.h"
#include "cli/train_report.h"
#include "engine/core/error.h"
#include "engine/core/paths.h"
#include "engine/encoders/registry.h"
#include "engine/store/run_folder.h"
#include "engine/store/run_series.h"
#include "engine/store/store_file.h"
#include "engine/store/store_path.h"
#include "engine/tasks/task.h"
#include "jobs/stop_signals.h"
#include "jobs/stored_run.h"
#include "jobs/train_log.h"
#include "open_data.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace headlight {

namespace {

struct TrainArguments {
    TrainRequest request;
    std::string resume, store, out, name;
    std::vector<std::string> tags;
    int threads = ThreadPool::processors();
    bool json = false;
};

std::string resumeCommand(const TrainArguments& options, RunId run) {
    return "headlight-cli train --resume " + std::to_string(run) + storeArgument(options.store);
}

/// A run that failed before its first step leaves no row.
bool isStored(const TrainArguments& options, RunId run) {
    try {
        Store(storePath(options.store)).run(run);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Makes a failure say how the run can go on, where it can.
template <class Run>
TrainReport watched(const TrainArguments& options, Stopping& stopping, const Run& run) {
    TrainControl control;
    TrainProgressLine line;
    stopping.watch(&control);
    try {
        const RecordedRun recorded = run(control, line);
        stopping.watch(nullptr);
        Store store(storePath(options.store));
        return reportOf(store.run(recorded.id), recorded, store.evaluations(recorded.id));
    } catch (const DivergedError& error) {
        stopping.watch(nullptr);
        throw Error("run " + std::to_string(line.run()) + ": " + error.what());
    } catch (const StoreGone& error) { // what stands there now may have a run of this number
        stopping.watch(nullptr);
        throw Error("run " + std::to_string(line.run()) + ": " + error.what());
    } catch (const Error& error) {
        stopping.watch(nullptr);
        if (line.run() == 0 || !isStored(options, line.run()))
            throw;
        throw Error("run " + std::to_string(line.run()) + ": " + error.what() +
                    ". When the cause is mended, go on with: " + resumeCommand(options, line.run()));
    }
}

std::filesystem::path folderFor(const TrainArguments& options, const RunConfig& config, std::size_t runs) {
    if (options.out.empty() || runs == 1)
        return options.out;
    std::string name = "seed-" + std::to_string(config.train.seed);
    if (config.train.folds > 0)
        name += "-fold-" + std::to_string(config.train.fold);
    return std::filesystem::path(options.out) / name;
}

std::string seedAndFold(const RunConfig& config) {
    return "seed " + std::to_string(config.train.seed) +
           (config.train.folds > 0 ? ", fold " + std::to_string(config.train.fold) : "");
}

/// Runs of one command are told apart in lists by what they differ in.
std::string nameFor(const TrainArguments& options, const RunConfig& config, std::size_t runs) {
    if (options.name.empty() || runs == 1)
        return options.name;
    return options.name + ", " + seedAndFold(config);
}

/// As later, where runs are renamed, and where what is left of a series is read.
void checkLabels(const TrainArguments& options) {
    if (!options.name.empty())
        oneLine("--name", options.name);
    if (!options.out.empty())
        oneLine("--out", options.out);
    for (const std::string& tag : options.tags)
        oneLine("--tag", tag);
}

/// What is wrong with the options, the store or a folder is told in one line, before a large corpus is read or the
/// first of many runs has taken its hours.
TrainPlan checkedPlan(const TrainArguments& options) {
    checkLabels(options);
    checkStoreForTraining(storePath(options.store));
    if (!options.out.empty())
        checkRunFolder(options.out);
    TrainPlan plan = planOf(options.request);
    if (!options.out.empty())
        for (const RunConfig& config : plan.runs)
            checkFreeForRun(folderFor(options, config, plan.runs.size()));
    return plan;
}

/// Which examples train, choose and judge; empty where nothing is held out, which the plan's notes tell.
std::string splitText(const Corpus& corpus, const RunConfig& config) {
    if (config.train.folds == 0 && corpus.dev.empty() && corpus.test.empty())
        return {};
    return splitLine(corpus, config.train).toStdString();
}

/// Of a command that was stopped: the runs that nothing is kept of.
void noteNotBegun(const std::vector<PlannedRun>& runs, std::size_t begun) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t k = begun; k < std::min(runs.size(), begun + most); ++k)
        text += (k > begun ? "; " : "") + seedAndFold(runs[k].config);
    if (!text.empty())
        note("not begun: " + text + (runs.size() > begun + most ? " …" : ""));
}

/// What the runs of one command share.
struct Training {
    const TrainArguments& options;
    Stopping& stopping;
    std::vector<TrainReport>& reports;
    SeriesKeeper series = {};
};

void trainEach(Training& training, const std::vector<PlannedRun>& runs, const Corpus& corpus) {
    const TrainArguments& options = training.options;
    std::string lastSplit;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        if (training.stopping.asked()) {
            noteNotBegun(runs, k);
            return;
        }
        const RunConfig& config = runs[k].config;
        if (runs.size() > 1)
            note("run " + std::to_string(k + 1) + " of " + std::to_string(runs.size()) + ": " + seedAndFold(config));
        const std::string split = splitText(corpus, config);
        training.series.setRest({runs.begin() + std::ptrdiff_t(k) + 1, runs.end()});
        training.reports.push_back(
            watched(options, training.stopping, [&](TrainControl& control, TrainProgressLine& line) {
                line.setSeries(training.series);
                if (split != std::exchange(lastSplit, split))
                    line.announce(split);
                return trainRecorded(storePath(options.store), config, corpus, options.threads, control, line,
                                     runs[k].label);
            }));
        if (!options.json)
            printText(textOf(training.reports.back()));
        flushOutput();
    }
}

void trainAll(Training& training) {
    const TrainArguments& options = training.options;
    const TrainPlan plan = checkedPlan(options);
    for (const std::string& line : plan.notes)
        note(line);
    std::vector<PlannedRun> runs;
    for (const RunConfig& config : plan.runs) {
        const std::filesystem::path folder = folderFor(options, config, plan.runs.size());
        runs.push_back(
            {config,
             {nameFor(options, config, plan.runs.size()), options.tags, folder.empty() ? folder : wholePath(folder)}});
    }
    if (runs.size() > 1)
        checkKeepable(runs);
    trainEach(training, runs, plan.corpus);
}

/// The number of the run to go on with.
int resumedRun(const TrainArguments& options) {
    const TrainRequest& r = options.request;
    if (!r.model.empty() || !r.recipe.empty() || !r.preset.empty() || !r.config.empty() || !r.seeds.empty() ||
        !r.folds.empty() || !r.set.empty() || !r.probes.empty() || !options.out.empty())
        throw UsageError(
            "--resume goes on with the configuration that the run was started with: give nothing but --store, "
            "--data, --threads and --json beside it");
    const int id = wholeNumber("--resume", options.resume, 1, std::numeric_limits<int>::max());
    if (const auto path = storePath(options.store); !mayBeStore(path))
        throw Error(path.string() + ": there is no run store, so no run to resume; give another --store");
    return id;
}

/// A run, and what its series has yet to train; of a run that has ended, only that.
void resumeOne(Training& training) {
    const TrainArguments& options = training.options;
    const int id = resumedRun(options);
    waitForEnd(storePath(options.store), id, training.stopping);
    if (training.stopping.asked())
        return note("stopped before run " + std::to_string(id) + " went on; go on with: " + resumeCommand(options, id));
    const RunRecord record = Store(storePath(options.store)).run(id);
    const std::vector<PlannedRun> rest = runsAfter(record);
    const auto open = [&](const std::string& spec) {
        return options.request.data.empty() ? corpusOfRun(spec, ", name it with --data")
                                            : openData(options.request.data);
    };
    if (record.status == RunStatus::Finished)
        training.series.setBefore(record.checkpoint);
    if (record.status != RunStatus::Finished || rest.empty()) {
        training.series.setRest(rest);
        training.reports.push_back(
            watched(options, training.stopping, [&](TrainControl& control, TrainProgressLine& line) {
                line.setSeries(training.series);
                const auto announced = [&](const std::string& spec) {
                    Corpus corpus = open(spec);
                    line.announce(splitText(corpus, configurationOf(record)));
                    return corpus;
                };
                return resumeRecorded(storePath(options.store), id, announced, options.threads, control, line);
            }));
        if (!options.json)
            printText(textOf(training.reports.back()));
    }
    if (training.stopping.asked())
        noteNotBegun(rest, 0);
    else if (!rest.empty())
        trainEach(training, rest, open(configurationOf(record).data));
}

/// Of a command that was stopped.
void noteHowToGoOn(const TrainArguments& options, const TrainReport& last) {
    const bool isSeries = hasRunsAfter(last.folder);
    if (last.status != "finished" || isSeries)
        note("stopped; go on" + std::string(isSeries ? ", then with those not begun," : "") +
             " with: " + resumeCommand(options, last.id));
}

void run(const TrainArguments& options, int& code) {
    Stopping stopping;
    const StopSignals onSignal([&] { stopping.stop(); });
    std::vector<TrainReport> reports;
    Training training{options, stopping, reports};
    try {
        if (options.resume.empty())
            trainAll(training);
        else
            resumeOne(training);
    } catch (...) {
        if (options.json && !reports.empty()) // of the runs before the one that failed
            printDocument(documentOf(reports));
        flushOutput();
        throw;
    }
    if (options.json)
        printDocument(documentOf(reports));
    else if (reports.size() > 1)
        print(summaryText(reports));
    if (!stopping.asked())
        return;
    code = exitByUser;
    if (!reports.empty())
        noteHowToGoOn(options, reports.back());
}

/// "classify: one label for a sentence; pair: …"
std::string taskTexts() {
    std::string text;
    for (const auto& row : taskRows())
        text += (text.empty() ? "" : "; ") + row->id + ": " + row->title;
    return text;
}

void defineTrain(CLI::App& app, int& code) {
    const auto o = std::make_shared<TrainArguments>();
    TrainRequest& r = o->request;
    app.add_option("--data", r.data, "corpus: a file, a folder with train/dev/test, or diagnostic:NAME?key=value");
    app.add_option("--model", r.model, idsOf(encoderRows()) + " (default: mtsa)");
    app.add_option("--task", r.task, taskTexts() + " (default: automatic, from the corpus)")->check(oneOf(taskIds()));
    app.add_option("--recipe", r.recipe,
                   "published hyper-parameters: " + idsOf(recipes()) +
                       ", or none (default: automatic, from the corpus)");
    app.add_option("--preset", r.preset, "form of the model; headlight-cli models ID lists them");
    addRepeated(app, "--set", r.set, "key=value: any option that headlight-cli models ID lists; may be repeated");
    app.add_option("--config", r.config, "a run's configuration as JSON (configuration of runs show --json)");
    app.add_option("--seeds", r.seeds, "1,2,3: a run for each, then mean and standard deviation");
    app.add_option("--folds", r.folds, "all, or 0,3: these parts of a cross-validation (parts: --set folds=10)");
    addRepeated(app, "--probe", r.probes,
                "a sentence whose attention is kept after every epoch, or the two of a pair with a tab between them: "
                "$'FIRST\\tSECOND' in a shell; may be repeated");
    app.add_option("--resume", o->resume,
                   "number of a stopped, failed or killed run: goes on from its checkpoint, then with "
                   "the seeds and folds of its command that had not begun")
        ->check(wholeNumbers(1, largestId));
    app.add_option("--threads", o->threads, "threads to use; the result does not depend on it")
        ->check(wholeNumbers(1, 1024))
        ->capture_default_str();
    app.add_option("--name", o->name,
                   "of the run in lists (default: model, corpus, seed); of several runs, seed and fold are added");
    addRepeated(app, "--tag", o->tags, "a word to find the run by; may be repeated");
    app.add_option("--store", o->store, "run store (default: $HEADLIGHT_STORE, else in $XDG_DATA_HOME/headlight)");
    app.add_option("--out", o->out, "folder for best/, last/ and resume/ (default: runs/ID beside the store)");
    app.add_flag("--json", o->json, "print a JSON document when all runs have ended");
    app.callback([o, &code] { run(*o, code); });
}

} // namespace

Command trainCommand() {
    return {"train", "Train a model, and keep the run in the store",
            "\nWhen a run ends, its number and folder are printed: best/ is the model of the best evaluation, last/ "
            "the one\n"
            "of the end; both figures are given. Ctrl+C stops after the running step and keeps a checkpoint (exit code "
            "130);\n--resume goes on from it, also after a power cut, to the same result as an undisturbed run.\n"
            "\nExamples:\n"
            "  headlight-cli train --data trec\n"
            "  headlight-cli train --model disa --data sst --set epochs=2 --seeds 1,2,3\n"
            "  headlight-cli train --data cr --folds all --tag baseline\n"
            "  headlight-cli train --data \"diagnostic:back?length=12\" --recipe none --set hidden=64\n"
            "  headlight-cli train --resume 7",
            defineTrain};
}

} // namespace headlight
