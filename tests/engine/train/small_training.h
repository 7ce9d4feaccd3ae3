#pragma once

#include "engine/train/network_of.h"
#include "models/task_network.h"
#include "train/evaluate.h"
#include "train/trainer.h"

#include <QFile>
#include <algorithm>

// Trainings of a second, for the tests of the trainer and of its checkpoints.

namespace headlight {

/// Sentences of a few words; the label is whether "yes" stands before "no". Word order decides, so attention has to
/// learn it.
inline Corpus orderCorpus() {
    Corpus corpus;
    corpus.name = "order";
    corpus.labels = {"no first", "yes first"};
    Random random(RandomKey(4));
    const std::vector<std::string> fillers = {"red", "green", "blue", "old", "new"};
    const auto make = [&](int count, std::vector<Example>& into) {
        for (int e = 0; e < count; ++e) {
            Example example;
            std::vector<std::string>& tokens = example.texts.emplace_back();
            for (std::uint64_t k = random.below(4); k > 0; --k)
                tokens.push_back(fillers[random.below(fillers.size())]);
            example.label = int(random.below(2));
            for (const char* word : {"no", "yes"})
                tokens.insert(tokens.begin() + std::ptrdiff_t(random.below(tokens.size() + 1)), word);
            const auto yes = std::find(tokens.begin(), tokens.end(), "yes");
            const auto no = std::find(tokens.begin(), tokens.end(), "no");
            example.label = yes < no;
            into.push_back(example);
        }
    };
    make(203, corpus.train);
    make(40, corpus.dev);
    make(60, corpus.test);
    return corpus;
}

inline RunConfig smallConfig(const std::string& encoder = "mtsa") {
    RunConfig config = RunConfig::forEncoder(encoder);
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"optimizer", "adam"},
                                                                                      {"learning_rate", "0.01"},
                                                                                      {"batch", "16"},
                                                                                      {"epochs", "6"},
                                                                                      {"keep", "0.9"},
                                                                                      {"embedding_features", "12"},
                                                                                      {"hidden", "10"},
                                                                                      {"shards", "3"}})
        config.set(name, value);
    if (encoder != "disa" && encoder != "biblosa") {
        config.set("heads", "2");
        config.set("head_features", "6");
    } else {
        config.set("features", "6");
    }
    return config;
}

/// Collects what it hears; stops the run after `stopAfter` steps, or where an evaluation of a split begins.
struct Listener : TrainObserver {
    TrainControl* control = nullptr;
    std::int64_t stopAfter = -1;
    int stopInEvaluation = -1; ///< the first is 1
    int evaluationsBegun = 0;
    std::vector<double> losses, rates;
    std::vector<TrainEvaluation> evaluations;
    std::vector<int> epochs;
    std::string fit;
    void adapted(const std::string& what) override { fit = what; }
    void progressed(const TrainProgress& progress) override {
        losses.push_back(progress.loss);
        rates.push_back(progress.learningRate);
        if (progress.step == stopAfter)
            control->stop();
    }
    void evaluating(const std::string&) override {
        if (++evaluationsBegun == stopInEvaluation)
            control->stop();
    }
    void evaluated(const TrainEvaluation& evaluation) override { evaluations.push_back(evaluation); }
    void epochFinished(const Learner&, int epoch, std::int64_t) override { epochs.push_back(epoch); }
};

inline TrainResult train(const RunConfig& config, const QString& folder, int threads, Listener& listener,
                         bool resume = false) {
    Trainer trainer(config, orderCorpus(), folder.toStdString(), threads);
    if (resume)
        trainer.resume();
    TrainControl control;
    listener.control = &control;
    return trainer.run(listener, control);
}

inline QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace headlight
