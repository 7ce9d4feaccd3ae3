#include "cli/command.h"
#include "cli/open_store.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/scale_output.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/thread_pool.h"
#include "engine/store/store_path.h"
#include "engine/store/sweep_recorder.h"
#include "engine/store/sweep_records.h"
#include "engine/train/optimizer.h"
#include "jobs/stop_signals.h"
#include "wording/memory_size.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

namespace headlight {

namespace {

struct ScaleOptions {
    std::string models, lengths, preset, optimizer, limit, name, store, out;
    std::vector<std::string> forms, modes, sequences;
    Index batch = 0, features = 0;
    int threads = 0, repetitions = 0;
    SweepId sweep = 0;
    bool list = false;
};

/// What is given replaces what the plan has.
void apply(const ScaleOptions& options, ScalePlan& plan) {
    for (const ScalePreset& preset : scalePresets())
        if (preset.id == options.preset) {
            plan.lengths = parseLengths(preset.lengths);
            plan.batch = preset.batch;
            plan.features = preset.features;
        }
    if (!options.models.empty())
        plan.models = parseScaledModels(options.models);
    if (!options.lengths.empty())
        plan.lengths = asUsage([&] { return parseLengths(options.lengths); });
    if (!options.forms.empty())
        plan.forms = choicesOf(attentionForms(), options.forms);
    if (!options.modes.empty())
        plan.modes = choicesOf(stepModes(), options.modes);
    if (!options.sequences.empty())
        plan.sequences = choicesOf(sequencesNames(), options.sequences);
    if (!options.optimizer.empty())
        plan.optimizer = options.optimizer;
    if (options.batch > 0)
        plan.batch = options.batch;
    if (options.features > 0)
        plan.features = options.features;
    if (options.threads > 0)
        plan.threads = options.threads;
    if (options.repetitions > 0)
        plan.repetitions = options.repetitions;
}

ScalePlan planOfSweep(const Store& store, SweepId id) {
    const SweepRecord sweep = store.sweep(id);
    try {
        return headlight::planOf(sweep);
    } catch (const Error& error) {
        throw Error(store.path().string() + ": " + error.what());
    }
}

ScalePlan planOf(const ScaleOptions& options) {
    ScalePlan plan;
    plan.threads = ThreadPool::processors();
    if (options.sweep > 0)
        plan = planOfSweep(openStore(options.store), options.sweep);
    apply(options, plan);
    if (plan.models.empty())
        throw UsageError("--models: which encoders are to be measured? For example --models mtsa,disa:features=300");
    if (plan.lengths.empty())
        throw UsageError(
            "--lengths: which lengths are to be measured? For example --lengths 16:384:16, or --preset paper");
    return ScalePlan::fromJson(plan.toJson(), "scale"); // checks the names
}

std::string pointText(const ScalePoint& point) {
    return curveName(point) + ", length " + std::to_string(point.length);
}

void showProgress(const ScaleProgress& progress) {
    note("point " + std::to_string(progress.done + 1) + " of " + std::to_string(progress.points) + ": " +
         pointText(progress.next) +
         (progress.secondsRemaining > 0 ? "; about " + duration(progress.secondsRemaining) + " left" : ""));
}

void listSweeps(const ScaleOptions& options) {
    std::vector<std::vector<std::string>> rows = {
        {"id", "name", "models", "points", "threads", "processor", "version"}};
    const std::filesystem::path path = storePath(options.store);
    std::vector<DamagedRow> damaged;
    const auto sweeps = mayBeStore(path) ? Store(path).sweeps(&damaged) : std::vector<SweepRecord>();
    for (const SweepRecord& sweep : sweeps) {
        try {
            const ScalePlan plan = headlight::planOf(sweep);
            rows.push_back({std::to_string(sweep.id), sweep.name, plan.toJson()["models"].get<std::string>(),
                            std::to_string(sweep.points) + " of " + std::to_string(plan.points().size()),
                            std::to_string(plan.threads), sweep.machine.processor, sweep.programVersion});
        } catch (const Error& error) {
            damaged.push_back({sweep.id, error.what()});
        }
    }
    if (!damaged.empty())
        note(leftOutText(path, damaged));
    printText(table(rows, {0, 4}));
}

/// Points that are too large are no failures: that they are was to be found out.
void checkMeasured(const std::vector<ScaleMeasurement>& found) {
    using Status = ScaleMeasurement::Status;
    const auto has = [](Status status) {
        return [status](const ScaleMeasurement& one) { return one.status == status; };
    };
    const auto failed = std::find_if(found.begin(), found.end(), has(Status::Failed));
    if (failed != found.end() && std::none_of(found.begin(), found.end(), has(Status::Measured)))
        throw Error("no point could be measured; " + pointText(failed->point) + ": " + failed->message);
}

void measure(const ScaleOptions& options, int& code) {
    const ScalePlan plan = planOf(options);
    const double limit = options.limit.empty()
                             ? usualMemoryLimit()
                             : asUsage([&] { return parseMemorySize(printable(options.limit, 40), "--memory"); });
    if (const std::string text = plan.note(); !text.empty())
        note(text);
    const std::filesystem::path path = storePath(options.store);
    std::atomic<bool> cancelled = false;
    SweepId id = options.sweep;
    bool complete = false;
    {
        const StopSignals watching([&] { cancelled = true; });
        SweepListener listener;
        listener.recorded = [&](SweepId sweep) {
            id = sweep;
            note("sweep " + std::to_string(id) + "; points that need more than " + sizeText(limit) + " are left out");
        };
        listener.points.progressed = showProgress;
        complete = options.sweep > 0 ? continueRecorded(path, id, plan, limit, cancelled, listener)
                                     : measureRecorded(path, options.name, plan, limit, cancelled, listener);
    }
    const std::vector<ScaleMeasurement> found = Store(path).measurements(id);
    if (options.out.empty())
        printText(textOf(found));
    else
        writeStream(options.out, [&](const auto& sink) { sink(csvOf(found)); });
    if (!complete) {
        note("stopped; go on with: headlight-cli scale --sweep " + std::to_string(id) + storeArgument(options.store));
        code = exitByUser;
        return;
    }
    checkMeasured(found);
}

void run(const ScaleOptions& options, int& code) {
    if (options.list)
        return listSweeps(options);
    if (!options.out.empty()) {
        extensionOf(options.out, {"csv"});
        checkWritable(options.out); // before measuring, which may take hours
    }
    measure(options, code);
}

void defineScale(CLI::App& app, int& code) {
    const auto options = std::make_shared<ScaleOptions>();
    app.add_option("--models", options->models, "encoders, with options: mtsa:preset=paper:heads=8,disa");
    app.add_option("--lengths", options->lengths,
                   "from:to:step, from:to:xFACTOR and lists: 16:384:16, 256:16384:x2, 64,128");
    std::vector<std::string> presets;
    std::string help;
    for (const ScalePreset& preset : scalePresets()) {
        presets.push_back(preset.id);
        help += (help.empty() ? "" : "; ") + preset.id + ": " + preset.help;
    }
    app.add_option("--preset", options->preset, help)->check(oneOf(presets));
    app.add_option("--form", options->forms, "fused, reference or both: fused,reference (fused)")
        ->delimiter(',')
        ->check(oneOf(choiceTexts(attentionForms())));
    app.add_option("--mode", options->modes, "infer, train or both (infer,train)")
        ->delimiter(',')
        ->check(oneOf(choiceTexts(stepModes())));
    app.add_option("--sequences", options->sequences,
                   "in memory at once: pieces as models run (768 tokens for each half of the batch), single, or both "
                   "(pieces); a reference form takes the batch whole")
        ->delimiter(',')
        ->check(oneOf(choiceTexts(onlyChoices(sequencesNames(), {Sequences::Pieces, Sequences::Single}))));
    app.add_option("--batch", options->batch, "sequences of a batch (64)")->check(wholeNumbers(1, 65536));
    app.add_option("--features", options->features, "features of the input (300)")->check(wholeNumbers(1, 16384));
    app.add_option("--threads", options->threads, "threads (all processors)")->check(wholeNumbers(1, 1024));
    app.add_option("--repetitions", options->repetitions, "steps that are timed at each point (5)")
        ->check(wholeNumbers(1, 10000));
    app.add_option("--optimizer", options->optimizer,
                   "of training steps: " + alternativesOf(optimizerIds()) + " (" + ScalePlan().optimizer + ")")
        ->check(oneOf(optimizerIds()));
    app.add_option("--memory", options->limit, "leave out points that need more, such as 8GB (3/4 of what is free)");
    app.add_option("--sweep", options->sweep, "go on with a sweep, or extend it by further lengths or models")
        ->check(wholeNumbers(1, largestId));
    app.add_option("--name", options->name, "what the sweep is called");
    app.add_option("--store", options->store, "run store");
    app.add_option("--out", options->out, "FILE.csv (default: tables)");
    app.add_flag("--list", options->list, "list the sweeps in the store");
    app.callback([options, &code] { run(*options, code); });
}

} // namespace

Command scaleCommand() {
    return {
        "scale", "Measure time and memory of encoders against the length of their input",
        "\nMemory is predicted before a point is tried; one that does not fit is reported, not run.\n"
        "\nExamples:\n"
        "  headlight-cli scale --models mtsa,disa --preset paper\n"
        "  headlight-cli scale --models disa --form fused,reference --lengths 16:128:x2 --mode train --out disa.csv\n"
        "  headlight-cli scale --models multihead,mtsa --preset long --mode infer\n"
        "  headlight-cli scale --models mtsa,disa --preset paper --sequences single,pieces\n"
        "  headlight-cli scale --sweep 3 --lengths 16:512:16",
        defineScale};
}

} // namespace headlight
