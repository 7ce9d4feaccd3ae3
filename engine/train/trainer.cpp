#include "train/trainer.h"

#include "core/files.h"
#include "core/grouped.h"
#include "core/paths.h"
#include "core/thread_pool.h"
#include "data/batching.h"
#include "data/folds.h"
#include "data/length_filter.h"
#include "train/bad_tensor.h"
#include "train/checkpoint.h"
#include "train/learner.h"
#include "train/shard.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <sstream>
#include <thread>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double secondsBetweenCheckpoints = 30;
constexpr std::int64_t mostReports = 5000; ///< of one run

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Of TrainOptions::Schedule::InverseRoot: 1 up to the end of the warm-up.
double inverseRoot(std::int64_t step, std::int64_t warmUp) {
    return std::sqrt(double(warmUp) / double(std::max(step, warmUp)));
}

/// Says what was left out.
std::string leaveOutLong(std::vector<Example>& train, double percentile) {
    const std::size_t all = train.size();
    const int longest = leaveOutLongest(train, percentile);
    std::ostringstream text;
    text << grouped(std::int64_t(all - train.size())) << " of " << grouped(std::int64_t(all))
         << " training examples have a text of more than " << longest << " tokens, percentile " << percentile
         << " of the lengths, and are left out, " << grouped(std::int64_t(train.size())) << " remain";
    return text.str();
}

} // namespace

void checkTrainable(const Corpus& corpus, const Task& task) {
    if (corpus.train.empty())
        throw Error(corpus.spec + ": no training examples: give a corpus with a training file, or " +
                    (corpus.dev.empty()
                         ? "name the test file itself and hold a part of it out (FOLDER/test.csv?dev=0.1)"
                         : "train on the development set (FOLDER?train_on_dev=true)"));
    try {
        task.checkTrainable(corpus);
    } catch (const Error& error) {
        throw Error(corpus.spec + ": " + error.what());
    }
}

std::int64_t evaluationsOf(const TrainOptions& options, std::int64_t steps) {
    const std::int64_t every = options.evaluateEvery;
    return every > 0 ? (steps + every - 1) / every : options.epochs;
}

struct Trainer::Impl {
    RunConfig config;
    Corpus corpus;
    std::filesystem::path folder;
    ThreadPool pool;
    std::string leftOut; ///< of the training set, as a line; empty: nothing was asked to be
    std::string shared;  ///< Learner::positionsNote() of it
    nlohmann::ordered_json identity;
    NewLearner beginning; ///< its learner is the one that is trained
    std::unique_ptr<Learner>& learner = beginning.learner;
    std::vector<Gradients> gradients;
    std::vector<std::unique_ptr<Shard>> shards;
    std::unique_ptr<Optimizer> optimizer;
    std::unique_ptr<ParameterMean> mean; ///< of a run that averages epochs
    std::unique_ptr<BatchOrder> order;
    std::vector<std::int64_t> halvedAt; ///< of Schedule::Steps
    TrainState state;
    std::int64_t steps = 0;
    std::int64_t tokensSinceReport = 0;
    double secondsSinceReport = 0; ///< of the steps alone
    Clock::time_point started, lastCheckpoint;
    double secondsBefore = 0; ///< of earlier sessions of the run
    std::int64_t stepsBefore = 0;
    double secondsPerStep = 0;           ///< with all that is done beside it, evaluations apart; 0: not known yet
    double evaluatedFor = 0;             ///< since `started`, all evaluations together
    std::optional<double> lastEvaluated; ///< for so long, on dev and test
    Clock::time_point evaluationBegan;
    std::int64_t evaluated = 0; ///< examples of the evaluation that goes on, of the splits before this one
    std::int64_t checkpointStep = 0;

    bool isSetUp = false; ///< else a stop was requested before it was

    Impl(RunConfig config_, Corpus corpus_, std::filesystem::path folder_, int threads);
    void takeMemory(const std::stop_token& stop);
    /// The latest step up to this one after which there is an evaluation; 0: none yet.
    std::int64_t lastEvaluation(std::int64_t step) const {
        const std::int64_t every = config.train.evaluateEvery;
        return step == steps ? steps : every > 0 ? step - step % every : lastEpochEnd(step);
    }
    bool isEvaluating() const { return lastEvaluation(state.step) == state.step; }
    RunFacts facts() const;
    TrainArrays arrays() { return {learner->parameters(), *optimizer, mean.get()}; }
    /// How many of the last epochs, those that are averaged, are over.
    int averagedEpochs() const { return std::max(0, finishedEpochs() - (config.train.epochs - config.train.average)); }
    std::string metric() const { return learner->task().metrics(learner->labels()).front(); }
    double seconds() const { return secondsBefore + secondsSince(started); }
    void compute(Shard& shard, const Piece& piece, std::int64_t step, std::size_t examplesOfBatch,
                 std::int64_t answersOfBatch) const;
    void trainStep();
    [[noreturn]] void throwDiverged(std::int64_t step, const std::string& what, const Parameter* layer) const;
    void refuseDiverged(const TrainEvaluation& evaluation, const std::vector<Example>& data);
    double learningRateOf(std::int64_t step) const;
    std::int64_t evaluationsLeft() const;
    double evaluationCost() const;
    double evaluationSeconds() const;
    std::optional<double> secondsLeftWhileEvaluating(int answered) const;
    void report(TrainObserver& observer);
    /// A stop came while the model was evaluated.
    bool owesEvaluation() const { return state.last.step < lastEvaluation(state.step); }
    void finishStep();
    void evaluateAll(TrainObserver& observer, const Check& check);
    TrainEvaluation evaluateSplit(const std::string& split, const std::vector<Example>& data, TrainObserver& observer,
                                  const Check& check);
    void look(TrainObserver& observer, const Check& check);
    void checkpoint(TrainObserver& observer);
    void waitWhilePaused(TrainObserver& observer, TrainControl& control);
    TrainResult result(bool finished) const;
    /// Passes over the training set that are over. The last step of a pass may reach into the next one.
    int finishedEpochs() const { return int(epoch()); }
    std::int64_t lastEpochEnd(std::int64_t step) const { return order->stepsOf(std::int64_t(epochOf(step))); }
    bool atEpochEnd() const { return lastEpochEnd(state.step) == state.step; }
    double epochOf(std::int64_t step) const { return std::min(order->epochOf(step), double(config.train.epochs)); }
    double epoch() const { return epochOf(state.step); }
};

Trainer::Impl::Impl(RunConfig config_, Corpus corpus_, std::filesystem::path folder_, int threads)
    : config(std::move(config_)), corpus(std::move(corpus_)), folder(std::move(folder_)), pool(threads) {
    for (const char* part : {"best", "last", "resume"}) // some are written when hours of training are over
        checkFolderPlace(folder / part);
    if (config.train.folds > 0) {
        if (config.train.folds < 2 || config.train.fold >= config.train.folds)
            throw Error("folds: expected at least 2 and a fold below it, got fold " +
                        std::to_string(config.train.fold) + " of " + std::to_string(config.train.folds));
        corpus = fold(corpus, config.train.folds, config.train.fold, std::uint64_t(config.train.seed),
                      config.train.foldKind);
    }
    if (config.train.lengthPercentile < 100)
        leftOut = leaveOutLong(corpus.train, config.train.lengthPercentile);
    const Task& task = taskOf(config, corpus);
    config.task = task.id;
    checkTrainable(corpus, task);
    identity = {{"config", config.toJson()}, {"corpus", fingerprint(corpus)}, {"program", HEADLIGHT_VERSION}};
    identity["config"].erase("data"); // the fingerprint stands for it: a moved file is the same corpus
    beginning = newLearner(config, corpus);
    if (learner->labels() != corpus.labels)
        for (auto* part : {&corpus.train, &corpus.dev, &corpus.test})
            learner->adopt(corpus, *part);
    if (shared = learner->positionsNote(corpus.train); !shared.empty())
        shared = "training set: " + shared;
    learner->take(corpus.train);
    corpus.train = {};
    std::vector<int> lengths;
    for (const Learner::Size& size : learner->sizes())
        lengths.push_back(size.tokens);
    const auto seed = std::uint64_t(config.train.seed);
    order = std::make_unique<BatchOrder>(config.train.batchTokens > 0
                                             ? BatchOrder::ofTokens(lengths, config.train.batchTokens, seed)
                                             : BatchOrder(lengths, config.train.batch, seed, config.train.buckets));
    steps = order->stepsOf(config.train.epochs);
    halvedAt = halvingSteps(config.train.halveAt);
}

/// Several times the model's; of a large one that takes seconds.
void Trainer::Impl::takeMemory(const std::stop_token& stop) {
    struct Stopped {};
    const auto check = [&stop] {
        if (stop.stop_requested())
            throw Stopped();
    };
    try {
        for (int s = 0; s < config.train.shards; ++s) {
            check();
            gradients.emplace_back(learner->parameters());
        }
        for (Gradients& gradient : gradients)
            shards.push_back(std::make_unique<Shard>(&gradient));
        optimizer = std::make_unique<Optimizer>(learner->parameters(), config.train, check);
        if (config.train.average > 0)
            mean = std::make_unique<ParameterMean>(learner->parameters());
        isSetUp = true;
    } catch (const Stopped&) {
        optimizer.reset();
    }
}

RunFacts Trainer::Impl::facts() const {
    RunFacts facts;
    facts.steps = steps;
    facts.batch = config.train.batchTokens > 0 ? 0 : config.train.batch;
    facts.learningRate = config.train.learningRate;
    facts.halves = config.train.schedule == TrainOptions::Schedule::Halve;
    facts.metric = *findMetric(metric());
    facts.answersTokens = learner->task().answersTokens();
    facts.hasDev = !corpus.dev.empty();
    facts.hasTest = !corpus.test.empty();
    facts.epochOf = [this](std::int64_t step) { return epochOf(step); };
    facts.lastEvaluation = [this](std::int64_t step) { return lastEvaluation(step); };
    facts.optimizerSteps = [this](std::int64_t step) {
        return config.train.restartOptimizer ? step - lastEpochEnd(step) : step;
    };
    return facts;
}

void Trainer::Impl::compute(Shard& shard, const Piece& piece, std::int64_t step, std::size_t examplesOfBatch,
                            std::int64_t answersOfBatch) const {
    shard.tape.reset();
    Context context(shard.tape, piece.layout());
    context.train(RandomKey(std::uint64_t(config.train.seed)).with(std::uint64_t(step)));
    context.setExampleWeight(1 / Real(examplesOfBatch));
    context.setLabelSmoothing(Real(config.train.labelSmoothing));
    const auto [loss, right] = piece.run(context, 1 / Real(answersOfBatch));
    shard.right += right;
    shard.loss += double(loss.value()(0, 0));
    if (!shard.bad && !std::isfinite(loss.value()(0, 0)))
        shard.bad = shard.tape.firstNotFinite();
    shard.tape.backward(context.withPenalties(loss));
}

/// Of the step that follows `step` others.
double Trainer::Impl::learningRateOf(std::int64_t step) const {
    double rate = config.train.learningRate * state.rateFactor;
    if (config.train.schedule == TrainOptions::Schedule::Linear)
        rate *= 1 - double(step) / double(steps);
    if (config.train.schedule == TrainOptions::Schedule::Steps)
        for (const std::int64_t at : halvedAt)
            rate /= step >= at ? 2 : 1;
    if (config.train.schedule == TrainOptions::Schedule::InverseRoot)
        rate *= inverseRoot(step + 1, std::max(config.train.warmUp, 1));
    if (step < config.train.warmUp)
        rate *= double(step + 1) / double(config.train.warmUp);
    return rate;
}

void Trainer::Impl::trainStep() {
    const Clock::time_point before = Clock::now();
    const std::vector<int> batch = order->batch(state.step);
    cutIntoShards(batch, *learner, shards);
    for (Gradients& gradient : gradients)
        gradient.clear();
    for (const auto& shard : shards)
        for (const auto& piece : shard->pieces)
            for (const Piece::Words& words : piece->words())
                optimizer->bringUp(learner->parameters(), words.table, words.columns);
    std::int64_t answers = 0;
    for (const int position : batch)
        answers += learner->sizes()[std::size_t(position)].answers;
    const auto one = [&](int s) {
        Shard& shard = *shards[std::size_t(s)];
        shard.loss = 0;
        shard.right = 0;
        for (const auto& piece : shard.pieces)
            compute(shard, *piece, state.step, batch.size(), answers);
    };
    const bool divided = batch.size() > 1; // else the ops of the only example spread over the threads
    for (const auto& shard : shards)
        shard->tape.spreadOver(divided ? nullptr : &pool);
    if (divided)
        pool.forEach(int(shards.size()), one);
    else
        pool.forEach(1, [&](int) {
            for (int s = 0; s < int(shards.size()); ++s)
                one(s);
        });
    double loss = 0;
    for (const auto& shard : shards) {
        loss += shard->loss;
        state.reportRight += shard->right;
        tokensSinceReport += shard->tokens;
    }
    const double norm = sumShards(gradients, learner->parameters(),
                                  config.train.decay == TrainOptions::Decay::All ? 0 : config.train.l2, pool);
    if (!std::isfinite(loss) || !std::isfinite(norm)) {
        const auto bad = std::find_if(shards.begin(), shards.end(), [](const auto& shard) { return shard->bad; });
        throwDiverged(state.step + 1, std::isfinite(loss) ? "a gradient" : "the loss",
                      bad == shards.end() ? nullptr : (*bad)->bad);
    }
    const double scale = config.train.clip > 0 && norm > config.train.clip ? config.train.clip / norm : 1;
    optimizer->update(learner->parameters(), gradients.front(), learningRateOf(state.step), scale, pool);
    ++state.step;
    state.reportLoss += loss;
    state.reportAnswers += answers;
    ++state.reportSteps;
    secondsSinceReport += secondsSince(before);
}

void Trainer::Impl::throwDiverged(std::int64_t step, const std::string& what, const Parameter* layer) const {
    throw DivergedError("step " + std::to_string(step) + ": " + what + " is not a finite number; first bad tensor: " +
                        firstBadTensor(learner->parameters(), layer, gradients.front()) +
                        ". Start a new run with a lower learning rate or clipped gradients; the checkpoint of step " +
                        std::to_string(checkpointStep) + " is kept");
}

/// Of a step whose update was too large the next one would tell, but not before this model was kept as the best.
void Trainer::Impl::refuseDiverged(const TrainEvaluation& evaluation, const std::vector<Example>& data) {
    if (std::isfinite(evaluation.result.loss))
        return;
    throwDiverged(state.step, "the loss of the " + evaluation.split + " set", learner->firstBadLayer(data));
}

/// The one that goes on is left, too.
std::int64_t Trainer::Impl::evaluationsLeft() const {
    const std::int64_t every = config.train.evaluateEvery, all = evaluationsOf(config.train, steps);
    const std::int64_t begun = state.step == steps ? all : every > 0 ? state.step / every : finishedEpochs();
    return all - begun + owesEvaluation();
}

double Trainer::Impl::evaluationCost() const {
    return learner->evaluationCost() * double(corpus.dev.size() + corpus.test.size()) / double(learner->sizes().size());
}

/// As long as the last one took, else as what is trained guesses.
double Trainer::Impl::evaluationSeconds() const {
    return lastEvaluated ? *lastEvaluated
                         : evaluationCost() * secondsPerStep * double(steps) / double(config.train.epochs);
}

/// By the examples of the evaluation that have been read, as soon as they are a tenth.
std::optional<double> Trainer::Impl::secondsLeftWhileEvaluating(int answered) const {
    if (secondsPerStep == 0)
        return std::nullopt;
    constexpr double tells = 0.1;
    const double elapsed = secondsSince(evaluationBegan);
    const double share = double(evaluated + answered) / double(corpus.dev.size() + corpus.test.size());
    const double whole = share < tells ? evaluationSeconds() : elapsed / share;
    return secondsPerStep * double(steps - state.step) + std::max(whole - elapsed, 0.0) +
           whole * double(evaluationsLeft() - 1);
}

void Trainer::Impl::report(TrainObserver& observer) {
    TrainProgress progress;
    progress.step = state.step;
    progress.steps = steps;
    progress.epoch = epoch();
    progress.loss = state.reportLoss / double(state.reportSteps);
    if (learner->task().countsRight())
        progress.accuracy = double(state.reportRight) / double(state.reportAnswers);
    progress.learningRate = learningRateOf(state.step - 1);
    progress.tokensPerSecond = double(tokensSinceReport) / std::max(secondsSinceReport, 1e-9);
    progress.seconds = seconds();
    secondsPerStep = (secondsSince(started) - evaluatedFor) / double(state.step - stepsBefore);
    progress.secondsRemaining =
        secondsPerStep * double(steps - state.step) + evaluationSeconds() * double(evaluationsLeft());
    for (const auto& shard : shards)
        progress.peakBytes += std::int64_t(shard->tape.peakBytes());
    state.reportLoss = 0;
    state.reportRight = state.reportAnswers = state.reportSteps = 0;
    tokensSinceReport = 0;
    secondsSinceReport = 0;
    observer.progressed(progress);
}

TrainEvaluation Trainer::Impl::evaluateSplit(const std::string& split, const std::vector<Example>& data,
                                             TrainObserver& observer, const Check& check) {
    observer.evaluating(split);
    TrainEvaluation evaluation;
    evaluation.step = state.step;
    evaluation.epoch = epoch();
    evaluation.split = split;
    const Clock::time_point before = Clock::now();
    std::atomic<int> answered = 0;
    const auto tell = [&, thread = std::this_thread::get_id()](int more) {
        const int now = answered += more;
        if (std::this_thread::get_id() == thread) // it has a share of the work, and tells of the others' as well
            observer.evaluationProgressed({split, now, int(data.size()), seconds(), secondsLeftWhileEvaluating(now)});
    };
    evaluation.result = learner->evaluate(data, pool, {check, tell});
    evaluated += std::int64_t(data.size());
    evaluation.passSeconds = secondsSince(before);
    evaluation.seconds = seconds();
    refuseDiverged(evaluation, data);
    return evaluation;
}

/// Evaluates dev and test; keeps the model when it is the best so far. What `check` throws leaves all as it was.
void Trainer::Impl::evaluateAll(TrainObserver& observer, const Check& check) {
    evaluationBegan = Clock::now();
    evaluated = 0;
    std::vector<TrainEvaluation> evaluations;
    if (!corpus.dev.empty())
        evaluations.push_back(evaluateSplit("dev", corpus.dev, observer, check));
    if (!corpus.test.empty())
        evaluations.push_back(evaluateSplit("test", corpus.test, observer, check));
    state.last = {state.step, epoch(), {}, {}};
    for (const TrainEvaluation& evaluation : evaluations)
        (evaluation.split == "dev" ? state.last.dev : state.last.test) =
            comparable(evaluation.result.metrics.front().value);
    const double score =
        evaluations.empty() ? double(state.step) : comparable(evaluations.front().result.metrics.front().value);
    if (score > state.bestScore) {
        state.bestScore = score;
        state.best = state.last;
        state.withoutImprovement = 0;
        if (!evaluations.empty())
            evaluations.front().best = true;
        learner->save(folder / "best", config.train.stored);
    } else {
        ++state.withoutImprovement;
        if (config.train.schedule == TrainOptions::Schedule::Halve)
            state.rateFactor /= 2;
    }
    lastEvaluated = secondsSince(evaluationBegan);
    evaluatedFor += *lastEvaluated;
    for (const TrainEvaluation& evaluation : evaluations)
        observer.evaluated(evaluation);
}

/// What some steps do beside their update. It is done when an evaluation begins: a stop may leave that for later.
void Trainer::Impl::finishStep() {
    if (isEvaluating() || atEpochEnd())
        optimizer->bringUpAll(learner->parameters(), pool);
    if (mean && atEpochEnd() && averagedEpochs() > mean->times())
        mean->add(learner->parameters());
    if (atEpochEnd() && config.train.restartOptimizer)
        optimizer->restart();
}

/// After a step: evaluates where it is time to, and shows the model after each epoch.
void Trainer::Impl::look(TrainObserver& observer, const Check& check) {
    const MeanScope scope(mean.get(), learner->parameters());
    if (isEvaluating())
        evaluateAll(observer, check);
    if (atEpochEnd())
        observer.epochFinished(*learner, finishedEpochs(), state.step);
}

void Trainer::Impl::checkpoint(TrainObserver& observer) {
    state.seconds = seconds();
    observer.checkpointing();
    saveCheckpoint(folder / "resume", identity, state, arrays());
    lastCheckpoint = Clock::now();
    checkpointStep = state.step;
    observer.checkpointed(state.step);
}

void Trainer::Impl::waitWhilePaused(TrainObserver& observer, TrainControl& control) {
    if (!control.isPaused())
        return;
    checkpoint(observer);
    observer.paused(true);
    secondsBefore = seconds();
    while (control.isPaused() && !control.token().stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    started = Clock::now();
    stepsBefore = state.step;
    evaluatedFor = 0;
    observer.paused(false);
}

TrainResult Trainer::Impl::result(bool finished) const {
    TrainResult result;
    result.finished = finished;
    result.step = state.step;
    result.steps = steps;
    result.seconds = state.seconds;
    result.metric = metric();
    result.best = state.best;
    result.last = state.last;
    return result;
}

Trainer::Trainer(RunConfig config, Corpus corpus, std::filesystem::path folder, int threads,
                 const std::stop_token& stop)
    : m_impl(std::make_unique<Impl>(std::move(config), std::move(corpus), std::move(folder), threads)) {
    m_impl->takeMemory(stop);
}

Trainer::~Trainer() = default;

void Trainer::resume() {
    loadCheckpoint(m_impl->folder / "resume", m_impl->identity, m_impl->facts(), m_impl->state, m_impl->arrays());
    if (m_impl->mean)
        m_impl->mean->resumeAt(m_impl->averagedEpochs());
    m_impl->checkpointStep = m_impl->state.step;
    if (std::error_code ignored;
        m_impl->state.best.step > 0 && !std::filesystem::exists(bestFolder() / "config.json", ignored))
        throw Error(bestFolder().string() + ": the best model of this run is gone, and the run would end without it; "
                                            "put it back, or start a new run");
}

TrainResult Trainer::run(TrainObserver& observer, TrainControl& control) {
    Impl& run = *m_impl;
    if (!run.isSetUp)
        return run.result(false);
    makeFolders(run.folder, "the folder of the run");
    run.started = run.lastCheckpoint = Clock::now();
    run.secondsBefore = run.state.seconds;
    run.stepsBefore = run.state.step;
    const std::int64_t reportInterval = (run.steps + mostReports - 1) / mostReports;
    const std::stop_token stop = control.token();
    const int patience = run.config.train.patience;
    const auto outOfPatience = [&] { return patience > 0 && run.state.withoutImprovement >= patience; };

    observer.started(*run.learner, {run.state.step, run.steps, run.learner->trainedValues(),
                                    run.learner->vocabularySize(), run.learner->hasPieces(), run.metric()});
    if (!run.config.train.vectors.empty())
        observer.vectorsFound(run.config.train.vectors, run.beginning.vectorsFound, run.beginning.words);
    for (const std::string& line : {run.leftOut, run.beginning.adapted, run.shared})
        if (!line.empty())
            observer.adapted(line);
    if (run.state.step == 0 &&
        stop.stop_requested()) // a run without a checkpoint begins anew: there is nothing to keep
        return run.result(false);
    if (run.state.step == 0) {
        run.checkpoint(observer);
        observer.epochFinished(*run.learner, 0, 0);
    }
    struct Stopped {};
    const auto check = [&stop] {
        if (stop.stop_requested())
            throw Stopped();
    };
    try {
        if (run.owesEvaluation()) // a stop left it
            run.look(observer, check);
        while (run.state.step < run.steps && !outOfPatience()) {
            run.waitWhilePaused(observer, control);
            check();
            run.trainStep();
            if (run.state.step % reportInterval == 0 || run.state.step == run.steps)
                run.report(observer);
            run.finishStep();
            run.look(observer, check);
            if (run.isEvaluating() || secondsSince(run.lastCheckpoint) > secondsBetweenCheckpoints)
                run.checkpoint(observer);
        }
    } catch (const Stopped&) {
    }
    if (run.checkpointStep != run.state.step) // one of a large model takes many seconds
        run.checkpoint(observer);
    run.optimizer->bringUpAll(run.learner->parameters(),
                              run.pool); // after the checkpoint: a stop must not change a bit
    const MeanScope scope(run.mean.get(), run.learner->parameters());
    run.learner->save(run.folder / "last", run.config.train.stored);
    return run.result((run.state.step >= run.steps && !run.owesEvaluation()) || outOfPatience());
}

const Learner& Trainer::learner() const {
    return *m_impl->learner;
}

double Trainer::evaluationCost() const {
    return m_impl->evaluationCost();
}

std::filesystem::path Trainer::bestFolder() const {
    return m_impl->folder / "best";
}

} // namespace headlight
