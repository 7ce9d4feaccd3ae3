#include "train/checkpoint.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"

#include <cmath>

namespace headlight::fuzz {

namespace {

const nlohmann::ordered_json identity = {{"configuration", {{"encoder", "mtsa"}}}, {"corpus", "0123456789abcdef"}};

/// A weight and a table of which no step has been made.
struct Training {
    Training() {
        parameters.add("weight", Parameter::Kind::Weight, 2, 3).value.setOnes();
        parameters.add("table", Parameter::Kind::Table, 2, 4).value.setOnes();
        options.optimizer = "adam";
        optimizer = std::make_unique<Optimizer>(parameters, options);
    }
    Parameters parameters;
    TrainOptions options;
    std::unique_ptr<Optimizer> optimizer;
    RunFacts facts() const {
        RunFacts facts;
        facts.steps = 1000;
        facts.batch = 5;
        facts.halves = facts.hasDev = true;
        facts.learningRate = options.learningRate;
        facts.epochOf = [](std::int64_t step) { return double(step) / 10; };
        facts.lastEvaluation = [](std::int64_t step) { return step - step % 10; };
        facts.optimizerSteps = [](std::int64_t step) { return step; };
        return facts;
    }
};

} // namespace

/// state.json beside intact arrays.
void readCheckpointState(std::string_view bytes) {
    static const Scratch scratch;
    static const bool isSaved = [] {
        Training training;
        saveCheckpoint(scratch.folder(), identity, TrainState(), {training.parameters, *training.optimizer});
        return true;
    }();
    require(isSaved, "the checkpoint is there");
    scratch.write("state.json", bytes);
    Training training;
    TrainState state;
    loadCheckpoint(scratch.folder(), identity, training.facts(), state, {training.parameters, *training.optimizer});
    require(state.step >= 0 && state.seconds >= 0 && state.best.step <= state.step, "a state makes sense");
    require(state.bestScore <= 1 && std::abs(state.reportLoss) < 1e50, "figures make sense");
    require(training.optimizer->steps() >= 0, "steps are a count");
    saveCheckpoint(scratch.folder(), identity, state, {training.parameters, *training.optimizer});
    TrainState again;
    loadCheckpoint(scratch.folder(), identity, training.facts(), again, {training.parameters, *training.optimizer});
    require(again.step == state.step && again.reportAnswers == state.reportAnswers, "what is written reads the same");
}

} // namespace headlight::fuzz
