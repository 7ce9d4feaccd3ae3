// Times one step of one encoder on random input, as peers/torch_peer.py does, and prints the result as one line of
// JSON.

#include "engine/analysis/scale_plan.h"
#include "engine/analysis/step_bench.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <sys/resource.h>

using namespace headlight;

namespace {

struct BenchOptions {
    std::string model = "disa", mode = "train", ragged;
    int batch = 64, length = 64, features = 300, threads = 2, steps = 5, warmup = 2;
};

BenchOptions readOptions(int argc, char** argv) {
    BenchOptions options;
    CLI::App app{"Times one step of an encoder on random input; prints one line of JSON."};
    app.add_option("--model", options.model, "encoder with its options: mtsa:preset=paper:heads=4");
    app.add_option("--mode", options.mode, "train or infer")->check(CLI::IsMember({"train", "infer"}));
    app.add_option("--batch", options.batch, "sequences in a batch");
    app.add_option("--length", options.length, "tokens in a sequence");
    app.add_option("--ragged", options.ragged, "FILE with one length a line: its batches in turn instead of --length");
    app.add_option("--features", options.features, "features of the input");
    app.add_option("--threads", options.threads, "threads");
    app.add_option("--steps", options.steps, "steps that are timed");
    app.add_option("--warmup", options.warmup, "steps before them");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    return options;
}

/// The lengths of one batch after the other, as many as there are steps; of equal ones only the first.
std::vector<std::vector<Index>> batchesOf(const BenchOptions& options) {
    if (options.ragged.empty())
        return {std::vector<Index>(std::size_t(options.batch), options.length)};
    std::ifstream file(options.ragged);
    std::vector<std::vector<Index>> batches(1);
    for (Index length = 0; file >> length && int(batches.size()) <= options.warmup + options.steps;) {
        if (int(batches.back().size()) == options.batch)
            batches.emplace_back();
        batches.back().push_back(length);
    }
    while (!batches.empty() &&
           (int(batches.back().size()) < options.batch || int(batches.size()) > options.warmup + options.steps))
        batches.pop_back();
    if (int(batches.size()) <= options.warmup)
        throw Error("--ragged: " + options.ragged + " has too few lengths for " + std::to_string(options.warmup + 1) +
                    " batches of " + std::to_string(options.batch));
    return batches;
}

void run(const BenchOptions& options) {
    ThreadPool pool(options.threads);
    const ScaledModel model = parseScaledModels(options.model).front();
    const auto batches = batchesOf(options);
    std::vector<double> times;
    double tokens = 0, total = 0;
    std::unique_ptr<StepBench> bench;
    for (int step = 0; step < options.warmup + options.steps; ++step) {
        const std::size_t number = std::size_t(step) % batches.size();
        if (!bench)
            bench = std::make_unique<StepBench>(
                StepSpec{model.encoder, model.config.get(), options.mode == "train", batches[number], options.features,
                         "sgd", model.form() == AttentionForm::Reference ? Sequences::Whole : Sequences::Pieces},
                pool);
        else if (batches.size() > 1)
            bench->setBatch(batches[number]);
        const double seconds = bench->step();
        if (step < options.warmup)
            continue;
        times.push_back(seconds);
        total += seconds;
        for (const Index length : batches[number])
            tokens += double(length);
    }
    std::nth_element(times.begin(), times.begin() + options.steps / 2, times.end());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const StepMemory memory = bench->memory();
    const nlohmann::ordered_json result = {{"model", options.model},
                                           {"mode", options.mode},
                                           {"batch", options.batch},
                                           {"length", options.ragged.empty() ? options.length : 0},
                                           {"features", options.features},
                                           {"threads", options.threads},
                                           {"seconds", times[std::size_t(options.steps / 2)]},
                                           {"tokens_per_s", std::llround(tokens / total)},
                                           {"product_gflop", 2e-9 * bench->multiplyAdds()},
                                           {"peak_bytes", memory.total()},
                                           {"attention_bytes", memory.attention},
                                           {"peak_rss_mb", std::llround(double(usage.ru_maxrss) / 1024)},
                                           {"parameters", bench->parameterCount()}};
    std::cout << result.dump() << '\n';
}

} // namespace

int main(int argc, char** argv) {
    try {
        run(readOptions(argc, argv));
    } catch (const std::exception& error) {
        std::cerr << "encoder_bench: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
