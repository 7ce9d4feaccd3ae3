#include "core/freed_memory.h"
#include "core/thread_pool.h"
#include "models/published/file_model.h"
#include "models/published/load.h"
#include "models/writing_network.h"
#include "nn/trace.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <numeric>

// Passes of a published model over drawn ids, and going on with them by a cache of keys and values. A model is a
// folder without need of a tokenizer, or a file of GGUF.
//
//     published_bench MODEL [--tokens 128] [--steps 7] [--threads 2]   a pass over so many tokens, all scores of words
//     published_bench MODEL --record          by turns with one that is recorded for maps
//     published_bench MODEL --generate 64     so many more tokens, one after the other, behind --tokens of a prompt
//     published_bench MODEL --stream          how fast memory can be read
//
// Prints the median's seconds, and tokens or bytes a second, as JSON.

using namespace headlight;
using Clock = std::chrono::steady_clock;

namespace {

struct Arguments {
    std::string folder;
    int tokens = 128, steps = 7, threads = 2, generate = 0;
    bool record = false, stream = false;
};

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::vector<int> drawn(int count, Index vocabulary) {
    std::vector<int> ids(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k)
        ids[std::size_t(k)] = int((std::uint64_t(k) * 7919 + 13) % std::uint64_t(vocabulary));
    return ids;
}

/// All the model answers for one text: scores of words for its last token where it writes, for every token else.
double pass(const PublishedNetwork& network, const std::vector<int>& ids, Tape& tape, bool record) {
    const Clock::time_point start = Clock::now();
    tape.reset();
    const Layout layout({Index(ids.size())});
    Context context(tape, layout);
    Trace trace;
    if (record)
        context.setTrace(&trace);
    const Var last = network.read(context, ids, std::vector<int>(ids.size())).stack.last;
    if (network.shape().top.kind == TopShape::Kind::Words) {
        const Var asked = network.shape().stack.causal ? last.columns(last.cols() - 1, 1) : last;
        network.tokenScores(context, asked);
    }
    return secondsSince(start);
}

double generate(const PublishedNetwork& network, const std::vector<int>& ids, int count, Tape& tape) {
    const Layout one({1});
    tape.reset();
    DecoderCache cache = [&] {
        Context context(tape, one);
        return network.start(context);
    }();
    std::vector<int> next = ids;
    Clock::time_point start;
    for (int step = 0; step <= count; ++step) {
        tape.reset();
        const Layout layout = cache.next(Index(next.size()));
        Context context(tape, layout);
        const Var last = network.readOn(context, next, cache).stack.last;
        const Matrix scores = network.tokenScores(context, last.columns(last.cols() - 1, 1)).value();
        Index best = 0;
        scores.col(0).maxCoeff(&best);
        next = {int(best)};
        if (step == 0) // the prompt
            start = Clock::now();
    }
    return secondsSince(start);
}

/// Bytes a second that all threads together read of memory that no cache holds.
double streamed(ThreadPool& pool, int threads) {
    constexpr std::size_t bytes = std::size_t(1) << 30;
    std::vector<float> numbers(bytes / sizeof(float), 1.0f);
    std::vector<double> seconds;
    std::vector<float> sums(static_cast<std::size_t>(threads) * 64);
    for (int turn = 0; turn < 5; ++turn) {
        const Clock::time_point start = Clock::now();
        pool.forEach(threads, [&](int thread) {
            const Index each = Index(numbers.size()) / threads;
            sums[std::size_t(thread) * 64] =
                Eigen::Map<const Eigen::ArrayXf>(numbers.data() + thread * each, each).sum();
        });
        seconds.push_back(secondsSince(start));
    }
    return double(bytes) / *std::min_element(seconds.begin(), seconds.end());
}

void tell(const Arguments& a, const char* what, double seconds, double perSecond, const char* unit) {
    std::printf("{\"peer\": \"headlight\", \"what\": \"%s\", \"tokens\": %d, \"threads\": %d, \"seconds\": %.6f, "
                "\"%s_per_s\": %.4g}\n",
                what, a.tokens, a.threads, seconds, unit, perSecond);
}

} // namespace

int main(int count, char** words) try {
    Arguments a;
    CLI::App app("Times of a published model");
    app.add_option("folder", a.folder);
    app.add_option("--tokens", a.tokens);
    app.add_option("--steps", a.steps);
    app.add_option("--threads", a.threads);
    app.add_option("--generate", a.generate);
    app.add_flag("--record", a.record);
    app.add_flag("--stream", a.stream);
    CLI11_PARSE(app, count, words);
    keepFreedMemory(); // as the programs do
    ThreadPool pool(a.threads);
    if (a.stream) {
        const double rate = streamed(pool, a.threads);
        tell(a, "stream", 0, rate, "bytes");
        return 0;
    }
    const auto model = isPublishedFile(a.folder) ? openPublishedFile(a.folder) : nullptr;
    const auto folder = model ? nullptr : loadPublished(a.folder, Values::Stored);
    const PublishedNetwork& network = model ? model->network() : *folder;
    const std::vector<int> ids = drawn(a.tokens, network.shape().embeddings.vocabulary);
    Tape tape;
    tape.spreadOver(&pool);
    if (a.generate > 0) {
        const double seconds = generate(network, ids, a.generate, tape);
        tell(a, "generate", seconds, a.generate / seconds, "tokens");
        return 0;
    }
    std::vector<double> seconds, recorded, ratios;
    for (int step = -2; step < a.steps; ++step) {
        const double own = pass(network, ids, tape, false);
        const double kept = a.record ? pass(network, ids, tape, true) : 0;
        if (step < 0)
            continue;
        seconds.push_back(own);
        recorded.push_back(kept);
        ratios.push_back(kept / own);
    }
    tell(a, "pass", median(seconds), a.tokens / median(seconds), "tokens");
    if (a.record) {
        tell(a, "recorded pass", median(recorded), a.tokens / median(recorded), "tokens");
        std::printf("{\"what\": \"recorded / not, median of turns\", \"ratio\": %.3f}\n", median(ratios));
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "published_bench: %s\n", error.what());
    return 1;
}
