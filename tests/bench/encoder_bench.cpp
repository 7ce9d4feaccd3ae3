// Times one step of one encoder on random input, as peers/torch_peer.py does, and prints the result as one line of
// JSON.

#include "core/thread_pool.h"
#include "encoders/encoder.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <numeric>
#include <sys/resource.h>

using namespace headlight;

namespace {

struct BenchOptions {
    std::string model = "disa", preset, form, mode = "train";
    std::vector<std::string> sets;
    int batch = 64, length = 64, features = 300, threads = 2, shards = 2, steps = 5, warmup = 2;
    double keep = 1;
};

BenchOptions readOptions(int argc, char** argv) {
    BenchOptions options;
    CLI::App app{"Times one step of an encoder on random input; prints one line of JSON."};
    app.add_option("--model", options.model, "encoder");
    app.add_option("--preset", options.preset, "preset of its options; the first one by default");
    app.add_option("--set", options.sets, "option=value, repeatable");
    app.add_option("--form", options.form, "fused or reference, where the encoder has both");
    app.add_option("--mode", options.mode, "train or infer")->check(CLI::IsMember({"train", "infer"}));
    app.add_option("--batch", options.batch, "sequences in a batch");
    app.add_option("--length", options.length, "tokens in a sequence");
    app.add_option("--features", options.features, "features of the input");
    app.add_option("--keep", options.keep, "keep probability of dropout");
    app.add_option("--threads", options.threads, "threads");
    app.add_option("--shards", options.shards, "pieces that a batch is cut into; the trainer uses 2");
    app.add_option("--steps", options.steps, "steps that are timed");
    app.add_option("--warmup", options.warmup, "steps before them");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    return options;
}

std::unique_ptr<Config> configOf(const BenchOptions& options) {
    const EncoderRow& row = encoderRow(options.model);
    auto config = row.makeConfig();
    if (!options.preset.empty())
        applyPreset(row, *config, options.preset);
    for (const std::string& set : options.sets) {
        const auto at = set.find('=');
        if (at == std::string::npos)
            throw Error("--set: expected option=value, got \"" + set + "\"");
        config->set(set.substr(0, at), set.substr(at + 1));
    }
    if (!options.form.empty())
        config->set("form", options.form);
    return config;
}

/// Σ y² / count.
Var meanOfSquares(Var y, Real count) {
    Var loss = y.tape().make(1, 1, true);
    loss.value()(0, 0) = y.value().squaredNorm() / count;
    y.tape().record(loss, [y, loss, count] { y.addGradient(y.value() * (2 / count * loss.gradient()(0, 0))); });
    return loss;
}

/// What one thread works on: some sequences of the batch.
struct Shard {
    Layout layout;
    Matrix x;
    Gradients gradients;
    Tape tape;

    Shard(const Parameters& parameters, bool training) : gradients(parameters), tape(training ? &gradients : nullptr) {}

    void run(const Encoder& encoder, Index tokens, bool training, RandomKey stream) {
        tape.reset();
        Context context(tape, layout);
        if (!training) {
            encoder.forward(context, tape.constant(x));
            return;
        }
        gradients.clear();
        context.train(stream);
        const Var y = encoder.forward(context, tape.input(x));
        tape.backward(meanOfSquares(y, Real(y.rows() * tokens)));
    }
};

class Bench {
public:
    explicit Bench(const BenchOptions& options)
        : m_options(options), m_training(options.mode == "train"), m_pool(options.threads),
          m_encoder(encoderRow(options.model)
                        .make(*configOf(options), Builder(m_parameters, 1), options.features, options.keep)) {
        Random random{RandomKey(1)};
        for (int s = 0; s < options.shards; ++s) {
            auto shard = std::make_unique<Shard>(m_parameters, m_training);
            const int begin = options.batch * s / options.shards, end = options.batch * (s + 1) / options.shards;
            for (int sequence = begin; sequence < end; ++sequence)
                shard->layout.add(options.length, std::uint64_t(sequence));
            shard->x.resize(options.features, shard->layout.tokens());
            for (Index k = 0; k < shard->x.size(); ++k)
                shard->x.data()[k] = Real(random.normal());
            m_shards.push_back(std::move(shard));
        }
    }

    double step(int number) {
        const auto start = std::chrono::steady_clock::now();
        const Index tokens = Index(m_options.batch) * m_options.length;
        m_pool.forEach(int(m_shards.size()), [&](int s) {
            m_shards[std::size_t(s)]->run(*m_encoder, tokens, m_training, RandomKey(1).with(std::uint64_t(number)));
        });
        if (m_training)
            update();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    std::size_t peakBytes() const {
        std::size_t sum = 0;
        for (const auto& shard : m_shards)
            sum += shard->tape.arena().peakBytes();
        return sum;
    }
    Index parameterCount() const { return m_parameters.count(); }

private:
    void update() {
        Gradients& sum = m_shards.front()->gradients;
        for (std::size_t s = 1; s < m_shards.size(); ++s)
            sum.add(m_shards[s]->gradients);
        for (std::size_t p = 0; p < m_parameters.size(); ++p)
            if (sum[p].touched)
                m_parameters[p].value -= Real(1e-3) * sum[p].dense;
    }

    BenchOptions m_options;
    bool m_training;
    ThreadPool m_pool;
    Parameters m_parameters;
    std::unique_ptr<Encoder> m_encoder;
    std::vector<std::unique_ptr<Shard>> m_shards;
};

void run(const BenchOptions& options) {
    Bench bench(options);
    std::vector<double> times;
    for (int step = 0; step < options.warmup + options.steps; ++step) {
        const double seconds = bench.step(step);
        if (step >= options.warmup)
            times.push_back(seconds);
    }
    const double tokens = double(options.batch) * options.length * options.steps;
    const double total = std::accumulate(times.begin(), times.end(), 0.0);
    std::nth_element(times.begin(), times.begin() + options.steps / 2, times.end());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr double mega = 1024 * 1024;
    const nlohmann::ordered_json result = {{"model", options.model},
                                           {"preset", options.preset},
                                           {"form", options.form},
                                           {"mode", options.mode},
                                           {"batch", options.batch},
                                           {"length", options.length},
                                           {"features", options.features},
                                           {"keep", options.keep},
                                           {"threads", options.threads},
                                           {"seconds", times[std::size_t(options.steps / 2)]},
                                           {"tokens_per_s", std::llround(tokens / total)},
                                           {"tape_peak_bytes", bench.peakBytes()},
                                           {"tape_peak_mb", std::round(double(bench.peakBytes()) / mega * 10) / 10},
                                           {"peak_rss_mb", std::llround(double(usage.ru_maxrss) / 1024)},
                                           {"parameters", bench.parameterCount()}};
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
