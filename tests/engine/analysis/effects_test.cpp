#include "analysis/decision.h"
#include "analysis/effects.h"
#include "engine/models/tiny_model.h"
#include "head_address.h"
#include "models/sentence_model.h"

#include <atomic>
#include <cmath>

using namespace headlight;
using namespace headlight::tinymodel;

namespace {

ClassAnswer classes(const std::vector<double>& logits) {
    ClassAnswer answer;
    double sum = 0;
    for (const double logit : logits)
        sum += std::exp(logit);
    for (std::size_t k = 0; k < logits.size(); ++k) {
        answer.labels.push_back(std::to_string(k));
        answer.logits.push_back(logits[k]);
        answer.probabilities.push_back(std::exp(logits[k]) / sum);
    }
    answer.logOdds = logOddsOfOne(logits);
    return answer;
}

SentenceModel sample() {
    return SentenceModel(std::shared_ptr<const TaskNetwork>(tiny("mtsa")));
}

bool near(std::optional<double> value, double expected) {
    return value && std::abs(*value - expected) < 1e-9;
}

} // namespace

/// What decides: heads switched off and words left out, one at a time.
class EffectsTest : public QObject {
    Q_OBJECT

private slots:
    void logOddsAreThoseOfTheProbability() {
        const ClassAnswer answer = classes({1, 2, -1});
        for (std::size_t label = 0; label < 3; ++label) {
            const double p = answer.probabilities[label];
            QVERIFY(near(answer.logOdds[label], std::log(p / (1 - p))));
        }
        QCOMPARE(logOddsOfOne({50, 0})[0], 50.0); // where p is 1 to the last bit
        QCOMPARE(logOddsOfOne({0, 800})[0], -800.0);
        QVERIFY(near(logOddsOfOne({-30, 30, -40})[1], 60 - std::log1p(std::exp(-10))));
        QVERIFY(near(logOddsOfOne({2, 2, 2})[0], std::log(0.5)) && near(logOddsOfOne({2, 2, 2})[2], std::log(0.5)));
        QVERIFY(std::isinf(logOddsOfOne({3})[0]));
        QVERIFY(logOddsOfOne({}).empty());
    }

    void anAnswerIsMeasuredByWhatWasAnswered() {
        const Answer before = classes({1, 2, -1}), now = classes({3, 0, 0});
        QVERIFY(near(decisionOf(now, before), -std::log(std::exp(3.0) + 1))); // of class 1, which is another now
        QVERIFY(!decisionOf(std::monostate(), std::monostate()));
        QVERIFY(!decisionOf(now, ScoreAnswer{}));
        ScoreAnswer score;
        score.score = 3.5;
        QVERIFY(near(decisionOf(score, ScoreAnswer{}), 3.5));
        TagAnswer tags, two;
        tags.tokens = {{1, classes({0, 1})}, {0, classes({3, 0})}};
        QVERIFY(near(decisionOf(tags, tags), (1.0 + 3.0) / 2));
        two.tokens = {tags.tokens[0]};
        QVERIFY(!decisionOf(two, tags));
        TokenAnswer places, others;
        places.places = {{0, 1, {{"dog", "cat"}, {}, {0.5, 0.2}, {0, std::log(0.25)}}}};
        QVERIFY(near(decisionOf(places, places), 0.0));
        others.places = {{0, 1, {{"cow", "cat"}, {}, {0.5, 0.2}, {0, std::log(0.25)}}}};
        QVERIFY(!decisionOf(others, places)); // "dog" is not among them
    }

    void eachEffectIsThatOfAPassWithoutThePart() {
        const SentenceModel model = sample();
        const std::string text = "who sees the old bridge";
        const auto decision = [&](const std::string& of, const Intervention& changes, const Answer& reference) {
            return *decisionOf(model.run(model.read({of}), changes, {})->answer(), reference);
        };
        Intervention changes;
        changes[at(0, 1)].scale = 0.5;
        const Answer answer = model.run(model.read({text}), changes, {})->answer();
        const Effects effects = effectsOf(model, model.read({text}), changes);
        const double with = decision(text, changes, answer);
        QCOMPARE(effects.heads.size(), model.heads().size());
        for (std::size_t head = 0; head < effects.heads.size(); ++head) {
            Intervention without = changes;
            without[model.heads()[head].address].scale = 0;
            const bool can = model.heads()[head].changeable; // a pooling is all there is
            QCOMPARE(effects.heads[head], can ? std::optional(decision(text, without, answer) - with) : std::nullopt);
        }
        QCOMPARE(effects.tokens.size(), std::size_t(1));
        QCOMPARE(effects.tokens[0][2], std::optional(decision("who sees old bridge", changes, answer) - with));
        QCOMPARE(effects.tokens[0][4], std::optional(decision("who sees the old", changes, answer) - with));
    }

    void onlyTheWantedPartsAreLeftOut() {
        const SentenceModel model = sample();
        const auto sequences = model.read({"who sees the bridge"});
        const Effects heads = effectsOf(model, sequences, {}, {}, {.tokens = false});
        QVERIFY(heads.heads[0] && !heads.tokens[0][0] && heads.tokens[0].size() == 4);
        const Effects tokens = effectsOf(model, sequences, {}, {}, {.heads = false});
        QVERIFY(!tokens.heads[0] && tokens.tokens[0][0] && !tokens.tokensTakeTooLong);
    }

    void wordsThatTakeTooLongAreNotTried() {
        const SentenceModel model = sample();
        const auto sequences = model.read({"who sees the bridge"});
        const Effects effects = effectsOf(model, sequences, {}, {}, {.mostSeconds = 0});
        QVERIFY(effects.heads[0] && !effects.tokens[0][0] && effects.tokensTakeTooLong);
        QCOMPARE(effects.tokens[0].size(), std::size_t(4));
    }

    void aFeatureIsSwitchedOffAlone() {
        const SentenceModel model = sample();
        const auto sequences = model.read({"who sees the old bridge"});
        Intervention changes;
        changes[at(0, 0)].features = {{1, 0}, {2, 0.5}};
        const HeadInfo& head = model.heads().front();
        std::atomic<int> told = 0;
        const auto effects = featureEffects(model, sequences, changes, head, {}, [&](int) { ++told; });
        QCOMPARE(effects.size(), std::size_t(head.features));
        QCOMPARE(int(told), int(head.features));
        QVERIFY(!effects[1]);
        const Answer with = model.run(sequences, changes, {})->answer();
        for (const Index feature : {Index(0), Index(2)}) {
            Intervention without = changes;
            without[at(0, 0)].features[feature] = 0;
            const double decision = *decisionOf(model.run(sequences, without, {})->answer(), with);
            QCOMPARE(effects[std::size_t(feature)], std::optional(decision - *decisionOf(with, with)));
        }
    }

    void whatIsOffOrAllThereIsHasNone() {
        const SentenceModel model = sample();
        Intervention off;
        off[at(0, 0)].scale = 0;
        const Effects effects = effectsOf(model, model.read({"bridge"}), off);
        QVERIFY(!effects.heads[0] && effects.heads[1]);
        QVERIFY(!effects.tokens[0][0]);
    }

    void whoNeedsItNoMoreStopsIt() {
        const SentenceModel model = sample();
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, effectsOf(model, model.read({"the old bridge"}), {},
                                                               [] { throw std::runtime_error("enough"); }));
    }
};

QTEST_GUILESS_MAIN(EffectsTest)
#include "effects_test.moc"
