#include "train/checkpoint_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace headlight {

namespace {

constexpr double century = 3.2e9; ///< in seconds
constexpr double rounding = 1e-9; ///< another compiler may have written the last digit

void require(bool holds, const std::string& name, const std::string& why) {
    if (!holds)
        throw BadEntry{name, why};
}

template <class Number>
std::string text(Number number) {
    std::ostringstream stream;
    stream.precision(15);
    stream << number;
    return stream.str();
}

bool isNear(double x, double y) {
    return std::abs(x - y) <= rounding * std::max(1.0, std::abs(y));
}

void checkFigure(const std::optional<double>& figure, bool isExpected, const std::string& name, const RunFacts& facts) {
    require(figure.has_value() == isExpected, name,
            isExpected ? "the run has such a set, so its evaluations have a figure" : "there is nothing that gave it");
    const double least = facts.metric.lowest, most = facts.metric.highest;
    require(!figure || (*figure >= least - rounding && *figure <= most + rounding), name,
            "expected " + text(least) + " … " + text(most));
}

/// Of the evaluation after `f.step` steps; 0: of none.
void checkFigures(const ReachedMetrics& f, const std::string& name, const RunFacts& facts) {
    const double epoch = f.step > 0 ? facts.epochOf(f.step) : 0;
    require(isNear(f.epoch, epoch), name + ".epoch",
            "step " + text(f.step) + " of this run is at epoch " + text(epoch));
    checkFigure(f.dev, facts.hasDev && f.step > 0, name + ".dev", facts);
    checkFigure(f.test, facts.hasTest && f.step > 0, name + ".test", facts);
}

void checkEvaluations(const TrainState& s, const RunFacts& facts) {
    const std::int64_t evaluated = facts.lastEvaluation(s.step); // which a stop may have left to be made
    require(s.last.step == evaluated || (evaluated == s.step && s.last.step == facts.lastEvaluation(s.step - 1)),
            "last.step", "after step " + text(s.step) + " the last evaluation was after step " + text(evaluated));
    checkFigures(s.last, "last", facts);
    require(s.best.step <= s.last.step && (s.best.step > 0) == (s.last.step > 0), "best.step",
            "the last evaluation was after step " + text(s.last.step));
    require(s.best.step == 0 || facts.lastEvaluation(s.best.step) == s.best.step, "best.step",
            "there is no evaluation after step " + text(s.best.step));
    checkFigures(s.best, "best", facts);
    require(s.best.step < s.last.step || (s.best.dev == s.last.dev && s.best.test == s.last.test), "best",
            "it is the last evaluation, whose figures are others");

    const double score = s.best.dev ? *s.best.dev : s.best.test ? *s.best.test : double(s.best.step);
    require(s.best.step == 0 ? s.bestScore >= -2 && s.bestScore <= -1 : s.bestScore == score, "best_score",
            s.best.step == 0 ? "there was no evaluation yet" : "the best evaluation's figure is " + text(score));
    require((s.withoutImprovement == 0) == (s.best.step == s.last.step) &&
                s.withoutImprovement <= s.last.step - s.best.step,
            "without_improvement",
            "the best evaluation was after step " + text(s.best.step) + ", the last one after step " +
                text(s.last.step));
}

/// It is halved after evaluations, at most one a step; after a thousand times it may be 0.
void checkRateFactor(const TrainState& s, const RunFacts& facts) {
    require(facts.halves || s.rateFactor == 1, "rate_factor", "this run's schedule never changes it");
    constexpr int smallest = -1022; // exponent of a normal number
    const double least = s.step > -smallest ? 0 : std::ldexp(1, -int(s.step));
    int exponent = 0;
    require(s.rateFactor >= least && s.rateFactor <= 1 &&
                (s.rateFactor == 0 || std::frexp(s.rateFactor, &exponent) == 0.5),
            "rate_factor", "expected 1, halved not more than " + text(s.step) + " times");
}

void checkReport(const TrainState& s, const RunFacts& facts) {
    require(s.reportSteps <= s.step, "report.steps", "the run has made " + text(s.step));
    const std::int64_t examples = s.reportSteps * std::max<std::int64_t>(1, facts.batch);
    const bool mayBeMore = facts.answersTokens || facts.batch == 0;
    require(mayBeMore ? s.reportAnswers >= examples : s.reportAnswers == examples, "report.examples",
            text(s.reportSteps) + " steps have " + text(examples) + (mayBeMore ? " and more" : ""));
    require(s.reportRight <= s.reportAnswers, "report.right", "expected at most " + text(s.reportAnswers));
    const double most = double(std::numeric_limits<float>::max()) * double(s.reportSteps);
    require(std::abs(s.reportLoss) <= most, "report.loss", "a step's is at most " + text(most));
}

void checkOptimizer(std::int64_t steps, const std::vector<double>& rates, std::int64_t step, const RunFacts& facts) {
    const std::int64_t expected = facts.optimizerSteps(step);
    require(steps == expected, "optimizer_steps",
            "after step " + text(step) + " of this run the optimizer has made " + text(expected));
    for (const double rate : rates)
        require(rate >= 0 && rate <= facts.learningRate * (1 + rounding), "optimizer_rates",
                "expected 0 … " + text(facts.learningRate) + ", the learning rate");
}

} // namespace

void checkState(const TrainState& state, std::int64_t optimizerSteps, const std::vector<double>& rates,
                const RunFacts& facts) {
    require(state.step >= 0 && state.step <= facts.steps, "step", "the run has " + text(facts.steps));
    require(state.seconds >= 0 && state.seconds <= century, "seconds", "expected 0 … " + text(century));
    checkEvaluations(state, facts);
    checkRateFactor(state, facts);
    checkReport(state, facts);
    checkOptimizer(optimizerSteps, rates, state.step, facts);
}

} // namespace headlight
