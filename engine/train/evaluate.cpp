#include "train/evaluate.h"

#include "data/batching.h"
#include "data/score_levels.h"
#include "train/run_config.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace headlight {

namespace {

constexpr int tokensPerBatch = 2048;

/// What one batch adds to the sums.
struct BatchResult {
    double loss = 0;
    std::vector<int> predicted;
    std::vector<double> scores;
};

/// The sentences of a batch, side by side.
struct Packed {
    Layout layout;
    std::vector<int> ids;
};

Packed pack(const SentenceClassifier& model, const std::vector<Example>& examples, const std::vector<int>& batch) {
    Packed packed;
    for (const int position : batch) {
        const Example& example = examples[std::size_t(position)];
        for (const auto* tokens : {&example.tokens, &example.second}) {
            if (tokens->empty())
                continue;
            const std::vector<int> read = model.ids(*tokens);
            packed.layout.add(Index(read.size()), 0); // without dropout nothing depends on it
            packed.ids.insert(packed.ids.end(), read.begin(), read.end());
        }
    }
    return packed;
}

BatchResult runBatch(const SentenceClassifier& model, const std::vector<Example>& examples,
                     const std::vector<int>& batch, ThreadPool& pool) {
    const Packed packed = pack(model, examples, batch);
    Tape tape;
    tape.spreadOver(&pool); // within a piece of the pool, ops do their own pieces: with the same bits
    Context context(tape, packed.layout);
    const Matrix probabilities = softmax(model.logits(context, packed.ids).value());
    BatchResult result;
    for (std::size_t k = 0; k < batch.size(); ++k) {
        Index predicted = 0;
        probabilities.col(Index(k)).maxCoeff(&predicted);
        result.predicted.push_back(int(predicted));
        result.loss += divergence(probabilities.col(Index(k)), targetOf(examples[std::size_t(batch[k])]));
        if (model.task().isScored)
            result.scores.push_back(meanScore(model.description().labels, probabilities.col(Index(k))));
    }
    return result;
}

/// Batches run side by side, the longest texts first. Of one that is more than a thread's share of all, a long text by
/// itself, the ops are spread over the threads instead: it would outlast the others.
std::vector<BatchResult> runBatches(const SentenceClassifier& model, const std::vector<Example>& examples,
                                    const std::vector<int>& lengths, const std::vector<std::vector<int>>& batches,
                                    ThreadPool& pool) {
    std::vector<BatchResult> results(batches.size());
    const auto run = [&](std::size_t b) { results[b] = runBatch(model, examples, batches[b], pool); };
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

} // namespace

std::vector<std::pair<std::string, double>> Evaluation::figures() const {
    if (fit)
        return {{"pearson", fit->pearson}, {"spearman", fit->spearman}, {"mse", fit->squaredError}};
    return {{"accuracy", accuracy}};
}

std::vector<std::pair<std::string, double>> Evaluation::shownFigures() const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (fit && !fit->spread)
        return {{"pearson", none}, {"spearman", none}, {"mse", fit->squaredError}};
    return figures();
}

Target targetOf(const Example& example) {
    return {example.label, Real(example.score - std::floor(example.score))};
}

namespace {

/// Labels: how often which was taken for which.
void countLabels(Evaluation& evaluation, const std::vector<Example>& examples, std::size_t classes,
                 const std::vector<std::vector<int>>& batches, const std::vector<BatchResult>& results) {
    evaluation.confusion.assign(classes, std::vector<int>(classes, 0));
    int right = 0;
    for (std::size_t b = 0; b < batches.size(); ++b)
        for (std::size_t k = 0; k < batches[b].size(); ++k) {
            const int label = examples[std::size_t(batches[b][k])].label, predicted = results[b].predicted[k];
            ++evaluation.confusion[std::size_t(label)][std::size_t(predicted)];
            right += label == predicted;
        }
    evaluation.accuracy = double(right) / std::max(evaluation.examples, 1);
}

ScoreFit fitOf(const std::vector<Example>& examples, const std::vector<std::vector<int>>& batches,
               const std::vector<BatchResult>& results) {
    std::vector<double> predicted, wanted;
    for (std::size_t b = 0; b < batches.size(); ++b) {
        predicted.insert(predicted.end(), results[b].scores.begin(), results[b].scores.end());
        for (const int position : batches[b])
            wanted.push_back(examples[std::size_t(position)].score);
    }
    return scoreFit(predicted, wanted);
}

} // namespace

Evaluation evaluate(const SentenceClassifier& model, const std::vector<Example>& examples, ThreadPool& pool) {
    std::vector<int> lengths;
    for (const Example& example : examples)
        lengths.push_back(int(model.readLength(example.tokens.size()) + model.readLength(example.second.size())));
    const auto batches = evaluationBatches(lengths, tokensPerBatch);
    const std::vector<BatchResult> results = runBatches(model, examples, lengths, batches, pool);

    Evaluation evaluation;
    evaluation.examples = int(examples.size());
    evaluation.cut = countLonger(examples, model.description().classifier.maxTokens);
    for (const BatchResult& result : results)
        evaluation.loss += result.loss / std::max(evaluation.examples, 1);
    if (model.task().isScored)
        evaluation.fit = fitOf(examples, batches, results);
    else
        countLabels(evaluation, examples, model.description().labels.size(), batches, results);
    return evaluation;
}

const Parameter* firstBadLayer(const SentenceClassifier& model, const std::vector<Example>& examples) {
    Gradients gradients(model.parameters());
    Tape tape(&gradients); // only a tape that records knows its results
    for (int e = 0; e < int(examples.size()); ++e) {
        tape.reset();
        const Packed packed = pack(model, examples, {e});
        Context context(tape, packed.layout);
        model.logits(context, packed.ids);
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

/// A score outside of the model's levels has no distribution over them.
static void checkScore(const std::vector<std::string>& levels, const Corpus& corpus, double score) {
    const int lowest = firstLevel(levels), highest = lowest + int(levels.size()) - 1;
    if (score >= lowest && score <= highest)
        return;
    const std::string place = score == corpus.lowest.score    ? corpus.lowest.place
                              : score == corpus.highest.score ? corpus.highest.place
                                                              : corpus.name + ": ";
    throw Error(place + "the score " + scoreText(score) + " is outside of the model's range, " +
                std::to_string(lowest) + " to " + std::to_string(highest) +
                ": mend the line, bring the scores to that range, or train a model on such scores");
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

void adoptLabels(const SentenceClassifier& model, const Corpus& corpus, std::vector<Example>& examples) {
    if (const TaskRow& task = taskRow(taskOf(corpus)); task.id != model.task().id)
        throw Error(corpus.name + ": its examples are for the task " + task.id + " (" + task.title +
                    "), the model's task is " + model.task().id + " (" + model.task().title + ")");
    const std::vector<std::string>& known = model.description().labels;
    if (model.task().isScored) {
        const auto less = [](const Example& x, const Example& y) { return x.score < y.score; };
        const auto [low, high] = std::minmax_element(examples.begin(), examples.end(), less);
        for (const auto& end : {low, high})
            if (end != examples.end())
                checkScore(known, corpus, end->score);
    }
    std::map<int, int> numbers;
    for (Example& example : examples) {
        const auto [number, isNew] = numbers.try_emplace(example.label);
        if (isNew)
            number->second = adoptedLabel(known, corpus, std::size_t(example.label));
        example.label = number->second;
    }
}

} // namespace headlight
