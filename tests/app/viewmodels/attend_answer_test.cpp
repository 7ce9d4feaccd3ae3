#include "viewmodels/attend_answer.h"

#include "engine/models/recording.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

/// What a model answers, and what it answered before a change.
class AttendAnswerTest : public QObject {
    Q_OBJECT

    static std::shared_ptr<const Recording> recordingOf(Answer answer) {
        return std::make_shared<const Recording>(std::vector<Sequence>(1), std::vector<Recording::Head>(),
                                                 std::move(answer));
    }
    static ClassAnswer classes(std::vector<std::string> labels, std::vector<double> probabilities) {
        ClassAnswer answer;
        answer.labels = std::move(labels);
        for (const double probability : probabilities)
            answer.logits.push_back(std::log(probability));
        answer.probabilities = std::move(probabilities);
        answer.logOdds = logOddsOfOne(answer.logits);
        return answer;
    }
    static QString change(Answer now, Answer before) {
        AttendAnswer answer(recordingOf(std::move(now)));
        answer.compareWith(recordingOf(std::move(before)));
        return answer.change();
    }
    static TagAnswer tags(std::vector<std::size_t> best) {
        TagAnswer answer;
        answer.labels = {"O", "B-NP"};
        for (const std::size_t tag : best)
            answer.tokens.push_back({tag, classes({}, {tag == 0 ? 0.75 : 0.25, tag == 0 ? 0.25 : 0.75})});
        return answer;
    }

private slots:
    void aChangeNearCertaintyIsNotZero() {
        const AnswerRow row{.label = {}, .probability = 1, .was = 1, .logOdds = 16.777, .logOddsWere = 16.637};
        QVERIFY(std::abs(probabilityChange(row) - 7.775e-9) < 1e-11); // 1 / (1 + e^16.637) − 1 / (1 + e^16.777)
        const AnswerRow less{.label = {}, .probability = 0.25, .was = 0.75, .logOdds = -1, .logOddsWere = 1};
        QCOMPARE(probabilityChange(less), -0.5);
        const AnswerRow same{.label = {}, .probability = 1, .was = 1, .logOdds = 16, .logOddsWere = 16};
        QCOMPARE(probabilityChange(same), 0.0);
    }

    void theLikeliestClassIsTheBest() {
        const AttendAnswer answer(recordingOf(classes({"LOC", "HUM"}, {0.25, 0.75})));
        QVERIFY(!answer.rows()[0].best && answer.rows()[1].best);
        QCOMPARE(answer.change(), QString()); // compared with nothing
    }

    void aChangedClassIsToldWithBoth() {
        QCOMPARE(change(classes({"LOC", "HUM"}, {0.25, 0.75}), classes({"LOC", "HUM"}, {0.5, 0.5})),
                 QString("LOC 0.5000 → HUM 0.7500"));
        QCOMPARE(change(classes({"LOC", "HUM"}, {0.25, 0.75}), classes({"LOC", "HUM"}, {0.375, 0.625})),
                 QString("HUM 0.6250 → 0.7500, log-odds 0.511 → 1.099"));
        QCOMPARE(
            change(classes({"A", "B", "C"}, {0.25, 0.375, 0.375}), classes({"A", "B", "C"}, {0.125, 0.4375, 0.4375})),
            QString("B 0.4375 → 0.3750, log-odds −0.251 → −0.511"));
    }

    void logOddsChangeWhereAProbabilityDoesNot() {
        AttendAnswer answer(recordingOf(ClassAnswer{{"LOC", "HUM"}, {50, 0}, {1, 0}, {50, -50}}));
        QCOMPARE(answer.rows()[0].logOdds, 50.0);
        answer.compareWith(recordingOf(ClassAnswer{{"LOC", "HUM"}, {52, 0}, {1, 0}, {52, -52}}));
        QCOMPARE(answer.rows()[0].logOddsWere, std::optional(52.0));
        QCOMPARE(answer.rows()[1].logOddsWere, std::optional(-52.0));
        QCOMPARE(answer.change(), QString("LOC 1.0000, log-odds 52.000 → 50.000"));
    }

    void aChangeThatNoDigitShowsHasItsSize() {
        AttendAnswer answer(
            recordingOf(ClassAnswer{{"LOC", "HUM"}, {7, 0}, {0.9996, 0.0004}, {7.7740002, -7.7740002}}));
        answer.compareWith(recordingOf(ClassAnswer{{"LOC", "HUM"}, {7, 0}, {0.9996, 0.0004}, {7.774, -7.774}}));
        QCOMPARE(answer.change(), QString("LOC 0.9996, log-odds 7.774 (+2e−07)"));
        AttendAnswer score(recordingOf(ScoreAnswer{3.12300001, {}}));
        score.compareWith(recordingOf(ScoreAnswer{3.123, {}}));
        QCOMPARE(score.scoreText(), QString("score 3.123 (was 3.123, +1e−08)"));
    }

    void placesAreComparedEachWithItself() {
        const auto places = [](const char* first, const char* second) {
            return TokenAnswer{
                {{0, 3, classes({first, "by"}, {0.5, 0.25})}, {0, 11, classes({second, "'"}, {0.5, 0.25})}}};
        };
        const AttendAnswer answer(recordingOf(places("under", "old")));
        QCOMPARE(answer.rows().size(), std::size_t(4));
        QVERIFY(answer.rows()[0].best && !answer.rows()[1].best && answer.rows()[2].best && !answer.rows()[3].best);
        QCOMPARE(change(places("under", "old"), places("over", "old")),
                 QString("3: “over” 0.5000 → “under” 0.5000, 11: “old” 0.5000"));
    }

    void changedLabelsAreCounted() {
        QCOMPARE(change(tags({0, 1, 1}), tags({0, 0, 1})), QString("1 of 3 labels change"));
        QCOMPARE(change(tags({0, 1}), tags({0, 1})), QString("no label changes"));
    }
};

QTEST_GUILESS_MAIN(AttendAnswerTest)
#include "attend_answer_test.moc"
