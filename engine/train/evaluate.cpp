#include "train/evaluate.h"

#include "data/batching.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace headlight {

namespace {

constexpr Index mostScores = 50'000'000; ///< that are kept at once

/// The sentences of a batch, side by side.
struct Packed {
    Layout layout;
    TokenInput input;
    std::vector<Target> targets; ///< of each answer
};

std::vector<Target> targetsOf(const TaskNetwork& model, const Example& example) {
    return model.task().targets(example, model.readLength(example.texts.front().size()), model.description().labels);
}

Packed pack(const TaskNetwork& model, const std::vector<Example>& examples, const std::vector<int>& batch) {
    Packed packed;
    for (const int position : batch) {
        const Example& example = examples[std::size_t(position)];
        for (std::size_t text = 0; text < example.texts.size(); ++text) {
            const auto& tokens = example.texts[text];
            packed.layout.add(Index(model.readLength(tokens.size())), 0); // without dropout nothing depends on it
            packed.input.append(model.input(tokens, example.predicate, text));
        }
        const auto targets = targetsOf(model, example);
        packed.targets.insert(packed.targets.end(), targets.begin(), targets.end());
    }
    return packed;
}

struct Result {
    Matrix scores; ///< [classes × answers], side by side
    double loss = 0;
};

Result runBatch(const TaskNetwork& model, const std::vector<Example>& examples, const std::vector<int>& batch,
                ThreadPool& pool) {
    const Packed packed = pack(model, examples, batch);
    Tape tape;
    tape.spreadOver(&pool); // within a piece of the pool, ops do their own pieces: with the same bits
    Context context(tape, packed.layout);
    const Var scores = model.scores(context, packed.input);
    const Var loss = model.head().loss(context, scores, packed.targets, 1);
    return {scores.value(), double(loss.value()(0, 0))};
}

/// Batches run side by side, the longest texts first. Of one that is more than a thread's share of all, a long text by
/// itself, the ops are spread over the threads instead: it would outlast the others.
std::vector<Result> runBatches(const TaskNetwork& model, const std::vector<Example>& examples,
                               const std::vector<int>& lengths, const std::vector<std::vector<int>>& batches,
                               ThreadPool& pool, const EvaluationWatch& watch) {
    std::vector<Result> results(batches.size());
    const auto run = [&](std::size_t b) {
        if (watch.check)
            watch.check();
        results[b] = runBatch(model, examples, batches[b], pool);
        if (watch.answered)
            watch.answered(int(batches[b].size()));
    };
    std::vector<std::int64_t> tokens;
    for (const std::vector<int>& batch : batches) {
        tokens.push_back(0);
        for (const int position : batch)
            tokens.back() += lengths[std::size_t(position)];
    }
    std::int64_t rest = std::accumulate(tokens.begin(), tokens.end(), std::int64_t(0));
    std::size_t together = batches.size();
    for (; together > 0 && tokens[together - 1] * pool.threads() > rest; --together) {
        run(together - 1);
        rest -= tokens[together - 1];
    }
    pool.forEach(int(together), [&](int k) { run(together - 1 - std::size_t(k)); });
    return results;
}

/// Batches whose scores are kept together until they are judged: all of them, unless there are many classes.
std::vector<std::vector<std::vector<int>>> slicesOf(std::vector<std::vector<int>> batches, const TaskNetwork& model) {
    const auto most = std::size_t(mostScores / (Index(model.description().labels.size()) * evaluationTokens)) + 1;
    std::vector<std::vector<std::vector<int>>> slices;
    for (std::size_t b = 0; b < batches.size(); ++b) {
        if (b % most == 0)
            slices.emplace_back();
        slices.back().push_back(std::move(batches[b]));
    }
    return slices;
}

} // namespace

Evaluation evaluate(const TaskNetwork& model, const std::vector<Example>& examples, ThreadPool& pool,
                    const EvaluationWatch& watch) {
    std::vector<int> lengths;
    for (const Example& example : examples) {
        lengths.push_back(0);
        for (const auto& tokens : example.texts)
            lengths.back() += int(model.readLength(tokens.size()));
    }
    Evaluation evaluation;
    evaluation.examples = int(examples.size());
    evaluation.cut = countLonger(examples, model.description().classifier.maxTokens);
    const auto judge = model.task().judge(model.description().labels, model.head());
    std::int64_t answers = 0;
    for (const auto& batches : slicesOf(evaluationBatches(lengths, evaluationTokens), model)) {
        const std::vector<Result> results = runBatches(model, examples, lengths, batches, pool, watch);
        for (std::size_t b = 0; b < batches.size(); ++b) {
            const auto& [scores, loss] = results[b];
            evaluation.loss += loss;
            Index column = 0;
            for (const int position : batches[b]) {
                const Example& example = examples[std::size_t(position)];
                const auto own = Index(targetsOf(model, example).size());
                judge->add(example, scores.middleCols(column, own));
                column += own;
            }
            answers += column;
        }
    }
    evaluation.loss /= double(std::max<std::int64_t>(answers, 1));
    judge->sumUp(evaluation);
    return evaluation;
}

const Parameter* firstBadLayer(const TaskNetwork& model, const std::vector<Example>& examples) {
    Gradients gradients(model.parameters());
    Tape tape(&gradients); // only a tape that records knows its results
    for (int e = 0; e < int(examples.size()); ++e) {
        tape.reset();
        const Packed packed = pack(model, examples, {e});
        Context context(tape, packed.layout);
        model.scores(context, packed.input);
        if (const Parameter* layer = tape.firstNotFinite())
            return layer;
    }
    return nullptr;
}

constexpr std::size_t longestLabel = 40; ///< bytes in a message

/// "DESC, ENTY, LOC", shortened where there are many.
static std::string listed(const std::vector<std::string>& labels) {
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t k = 0; k < std::min(labels.size(), most); ++k)
        text += (k ? ", " : "") + printable(labels[k], longestLabel);
    return labels.size() > most ? text + " and " + std::to_string(labels.size() - most) + " more" : text;
}

/// The model's number of a label of the corpus.
static int adoptedLabel(const std::vector<std::string>& known, const Corpus& corpus, std::size_t label) {
    const std::string& name = corpus.labels[label];
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end())
        return int(found - known.begin());
    const std::string place = label < corpus.labelPlaces.size() ? corpus.labelPlaces[label] : std::string();
    throw Error((place.empty() ? corpus.name + ": " : place) + "the label \"" + printable(name, longestLabel) +
                "\" is unknown to the model, which knows " + listed(known) + "." + suggestion(name, known));
}

void adoptLabels(const TaskNetwork& model, const Corpus& corpus, std::vector<Example>& examples) {
    const HeadTask& own = model.task();
    taskFor(corpus, own.id, "the model's task is " + own.id + " (" + own.title + ")");
    const std::vector<std::string>& known = model.description().labels;
    std::map<int, int> numbers;
    own.adopt(examples, corpus, known, [&](int label) {
        const auto [number, isNew] = numbers.try_emplace(label);
        if (isNew)
            number->second = adoptedLabel(known, corpus, std::size_t(label));
        return number->second;
    });
}

} // namespace headlight
