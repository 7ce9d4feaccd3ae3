#include "train/evaluate.h"

#include "autodiff/ops_loss.h"
#include "data/batching.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int tokensPerBatch = 2048;

/// What one batch adds to the sums.
struct BatchResult {
    double loss = 0;
    std::vector<int> predicted;
};

BatchResult runBatch(const SentenceClassifier& model, const std::vector<Example>& examples,
                     const std::vector<int>& batch) {
    Layout layout;
    std::vector<int> ids;
    for (const int position : batch) {
        const Example& example = examples[std::size_t(position)];
        for (const auto* tokens : {&example.tokens, &example.second}) {
            if (tokens->empty())
                continue;
            const std::vector<int> read = model.ids(*tokens);
            layout.add(Index(read.size()), 0); // without dropout nothing depends on it
            ids.insert(ids.end(), read.begin(), read.end());
        }
    }
    Tape tape;
    Context context(tape, layout);
    const Matrix probabilities = softmax(model.logits(context, ids).value());
    BatchResult result;
    for (std::size_t k = 0; k < batch.size(); ++k) {
        Index predicted = 0;
        probabilities.col(Index(k)).maxCoeff(&predicted);
        result.predicted.push_back(int(predicted));
        result.loss -=
            std::log(std::max(double(probabilities(examples[std::size_t(batch[k])].label, Index(k))), 1e-30));
    }
    return result;
}

} // namespace

Evaluation evaluate(const SentenceClassifier& model, const std::vector<Example>& examples, ThreadPool& pool) {
    const std::size_t classes = model.description().labels.size();
    std::vector<int> lengths;
    for (const Example& example : examples)
        lengths.push_back(int(model.readLength(example.tokens.size()) + model.readLength(example.second.size())));
    const auto batches = evaluationBatches(lengths, tokensPerBatch);
    std::vector<BatchResult> results(batches.size());
    pool.forEach(int(batches.size()),
                 [&](int b) { results[std::size_t(b)] = runBatch(model, examples, batches[std::size_t(b)]); });

    Evaluation evaluation;
    evaluation.cut = countLonger(examples, model.description().classifier.maxTokens);
    evaluation.confusion.assign(classes, std::vector<int>(classes, 0));
    double loss = 0;
    int right = 0;
    for (std::size_t b = 0; b < batches.size(); ++b) {
        loss += results[b].loss;
        for (std::size_t k = 0; k < results[b].predicted.size(); ++k) {
            const int label = examples[std::size_t(batches[b][k])].label, predicted = results[b].predicted[k];
            ++evaluation.confusion[std::size_t(label)][std::size_t(predicted)];
            ++evaluation.examples;
            right += label == predicted;
        }
    }
    if (evaluation.examples > 0) {
        evaluation.loss = loss / evaluation.examples;
        evaluation.accuracy = double(right) / evaluation.examples;
    }
    return evaluation;
}

void adoptLabels(const SentenceClassifier& model, Corpus& corpus) {
    const int sentences = corpus.kind == CorpusKind::Sentences ? 1 : 2;
    if (corpus.kind == CorpusKind::ScoredPairs || model.task().sentences != sentences)
        throw Error(corpus.name + ": holds " + (sentences == 1 ? "single sentences" : "pairs of sentences") +
                    (corpus.kind == CorpusKind::ScoredPairs ? " with scores" : "") + ", the model's task is " +
                    model.task().id + ": " + model.task().title);
    const std::vector<std::string>& known = model.description().labels;
    std::vector<int> numbers;
    for (std::size_t k = 0; k < corpus.labels.size(); ++k) {
        const std::string& label = corpus.labels[k];
        const auto found = std::find(known.begin(), known.end(), label);
        if (found == known.end())
            throw Error((k < corpus.labelPlaces.size() && !corpus.labelPlaces[k].empty() ? corpus.labelPlaces[k]
                                                                                         : corpus.name + ": ") +
                        "the label \"" + label + "\" is unknown to the model." + suggestion(label, known));
        numbers.push_back(int(found - known.begin()));
    }
    for (auto* examples : {&corpus.train, &corpus.dev, &corpus.test})
        for (Example& example : *examples)
            example.label = numbers[std::size_t(example.label)];
    corpus.labels = known;
}

} // namespace headlight
