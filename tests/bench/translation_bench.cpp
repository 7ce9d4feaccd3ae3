#include "core/thread_pool.h"
#include "data/batching.h"
#include "models/translation_network.h"
#include "models/translation_search.h"
#include "train/optimizer.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>

// Training steps and greedy decoding of a translation model, on pairs drawn as peers/torch_translation.py draws them.
//
//     translation_bench --mode train [--layers 4] [--features 128] [--heads 4] [--feed-forward 256] [--words 9700]
//                       [--tokens 8192] [--steps 7] [--threads 2]
//     translation_bench --mode decode [--together] [--sentences 640]
//
// Prints tokens of targets a second as JSON.

using namespace headlight;
using Clock = std::chrono::steady_clock;

namespace {

struct Arguments {
    std::string mode;
    int layers = 4, features = 128, heads = 4, feedForward = 256, words = 9700, tokens = 8192, steps = 7, threads = 2,
        sentences = 640, pairs = 20000;
    bool together = false;
};

/// A pair of ids; lengths as in torch_translation.lengths().
struct Pair {
    std::vector<int> source, target;
    int longer() const { return int(std::max(source.size(), target.size() + 1)); }
};

std::vector<Pair> pairsOf(int count, int words) {
    std::uint64_t state = 1;
    Random random(RandomKey(1));
    const auto draw = [&] {
        std::uint64_t total = 0;
        for (int k = 0; k < 3; ++k) {
            state = (state * 1103515245 + 12345) % 2147483648;
            total += state / 65536 % 8;
        }
        std::vector<int> ids(5 + total);
        for (int& id : ids)
            id = 3 + int(random.below(std::uint64_t(words) - 3));
        return ids;
    };
    std::vector<Pair> pairs;
    for (int k = 0; k < count; ++k) {
        Pair& pair = pairs.emplace_back();
        pair.source = draw();
        pair.target = draw();
        pair.target.pop_back(); // the end is one of the peer's tokens
    }
    return pairs;
}

TranslationOptions optionsOf(const Arguments& a) {
    TranslationOptions options;
    options.stack.layers = a.layers;
    options.stack.features = a.features;
    options.stack.heads = a.heads;
    options.stack.feedForward = a.feedForward;
    options.stack.norm = TransformerOptions::Norm::Post;
    options.stack.finalNorm = false;
    options.stack.positions = Positions::Sinusoidal;
    options.stack.attentionKeep = options.stack.feedForwardKeep = options.stack.residualKeep = 0.7; // as torch.nn drops
    options.keep = 0.7;
    options.sourceWords = options.targetWords = a.words;
    options.begin = 1;
    options.end = 2;
    return options;
}

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// One step as Trainer makes it; gives the tokens of the targets.
double step(TranslationNetwork& network, const std::vector<Pair>& pairs, Optimizer& optimizer,
            std::vector<Gradients>& gradients, std::vector<std::unique_ptr<Tape>>& tapes, ThreadPool& pool) {
    std::vector<std::vector<TranslationBatch>> shards(tapes.size());
    std::vector<int> ofShard(tapes.size()), ofPiece(tapes.size());
    double tokens = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto s = std::size_t(std::min_element(ofShard.begin(), ofShard.end()) - ofShard.begin());
        if (shards[s].empty() || ofPiece[s] + pairs[k].longer() > pieceTokens) {
            shards[s].emplace_back();
            ofPiece[s] = 0;
        }
        network.add(shards[s].back(), pairs[k].source, pairs[k].target, k);
        ofShard[s] += pairs[k].longer();
        ofPiece[s] += pairs[k].longer();
        tokens += double(pairs[k].target.size()) + 1;
    }
    for (Gradients& gradient : gradients)
        gradient.clear();
    pool.forEach(int(shards.size()), [&](int s) {
        Tape& tape = *tapes[std::size_t(s)];
        for (const TranslationBatch& batch : shards[std::size_t(s)]) {
            tape.reset();
            Context context(tape, batch.sources);
            context.train(RandomKey(1));
            context.setLabelSmoothing(Real(0.1));
            tape.backward(context.withPenalties(network.loss(context, batch, Real(1 / tokens))));
        }
    });
    sumShards(gradients, network.parameters(), 0, pool);
    optimizer.update(network.parameters(), gradients.front(), 1e-4, 1, pool);
    return tokens;
}

double trainingRate(const Arguments& a, TranslationNetwork& network, ThreadPool& pool) {
    std::vector<Pair> pairs = pairsOf(a.pairs, a.words);
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) { return x.longer() < y.longer(); });
    TrainOptions options;
    options.optimizer = "adam98";
    Optimizer optimizer(network.parameters(), options);
    std::vector<Gradients> gradients;
    std::vector<std::unique_ptr<Tape>> tapes;
    for (int s = 0; s < a.threads; ++s)
        gradients.emplace_back(network.parameters());
    for (Gradients& gradient : gradients)
        tapes.push_back(std::make_unique<Tape>(&gradient));
    std::vector<double> rates;
    std::size_t place = 0;
    for (int k = 0; int(rates.size()) < a.steps && place < pairs.size(); ++k) {
        std::vector<Pair> batch;
        for (int tokens = 0; place < pairs.size() && tokens + pairs[place].longer() <= a.tokens; ++place) {
            batch.push_back(pairs[place]);
            tokens += pairs[place].longer();
        }
        const auto begin = Clock::now();
        const double tokens = step(network, batch, optimizer, gradients, tapes, pool);
        if (k >= 2)
            rates.push_back(tokens / secondsSince(begin));
    }
    return median(rates);
}

/// As `headlight-cli translate` does it, or sentence by sentence as the window does, on as many threads as there are.
/// The end is never likely in a model that learned nothing, so each is cut at the length of its source; those of the
/// peer's targets are drawn from the same lengths.
double decodingRate(const Arguments& a, const TranslationNetwork& network, ThreadPool& pool) {
    SearchOptions search;
    search.beams = 1;
    search.extraTokens = 0;
    std::vector<std::vector<int>> sources;
    for (const Pair& pair : pairsOf(a.sentences, a.words))
        sources.push_back(pair.source);
    double tokens = 0;
    for (const std::vector<int>& source : sources)
        tokens += double(source.size());
    translate(network, sources.front(), search);
    const auto begin = Clock::now();
    if (a.together)
        translateAll(network, sources, search, pool, [](std::size_t, const std::vector<Translation>&) {});
    else
        pool.forEach(int(sources.size()), [&](int k) { translate(network, sources[std::size_t(k)], search); });
    return tokens / secondsSince(begin);
}

} // namespace

int main(int argc, char** argv) {
    Arguments a;
    CLI::App app("Times training and decoding of translation models");
    app.add_option("--mode", a.mode)->required()->check(CLI::IsMember({"train", "decode"}));
    for (const auto& [name, value] : {std::pair("--layers", &a.layers),
                                      {"--features", &a.features},
                                      {"--heads", &a.heads},
                                      {"--feed-forward", &a.feedForward},
                                      {"--words", &a.words},
                                      {"--tokens", &a.tokens},
                                      {"--steps", &a.steps},
                                      {"--threads", &a.threads},
                                      {"--sentences", &a.sentences},
                                      {"--pairs", &a.pairs}})
        app.add_option(name, *value);
    app.add_flag("--together", a.together);
    CLI11_PARSE(app, argc, argv);
    TranslationNetwork network(optionsOf(a), 1);
    ThreadPool pool(a.threads);
    const double rate = a.mode == "train" ? trainingRate(a, network, pool) : decodingRate(a, network, pool);
    std::printf("{\"mode\": \"%s\", \"tokens_per_s\": %.6g}\n", a.mode.c_str(), rate);
    return 0;
}
