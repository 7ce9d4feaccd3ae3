#include "tasks/role_scores.h"
#include "words_of.h"

#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace headlight;

using Json = nlohmann::json;
using Tags = std::vector<std::string>;

namespace {

const Json& cases() {
    static const Json document = [] {
        std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/srl_eval.json");
        return Json::parse(file);
    }();
    return document["cases"];
}

std::vector<std::int64_t> numbersOf(const MatchCounts& counts) {
    return {counts.gold, counts.found, counts.correct};
}

} // namespace

class RoleScoresTest : public QObject {
    Q_OBJECT

private slots:
    void figuresAreThoseCountedByHand_data() {
        QTest::addColumn<int>("number");
        int number = 0;
        for (const Json& c : cases())
            QTest::newRow(c["name"].get<std::string>().c_str()) << number++;
    }
    void figuresAreThoseCountedByHand() {
        QFETCH(int, number);
        const Json& c = cases()[std::size_t(number)];
        RoleScores scores;
        for (std::size_t p = 0; p < c["gold"].size(); ++p)
            scores.add(wordsOf(c["gold"][p].get<std::string>()), wordsOf(c["predicted"][p].get<std::string>()));
        QCOMPARE(scores.propositions(), c["propositions"].get<std::int64_t>());
        QCOMPARE(scores.completePropositions(), c["complete"].get<std::int64_t>());
        QCOMPARE(numbersOf(scores.overall()), c["overall"].get<std::vector<std::int64_t>>());
        QCOMPARE(scores.perLabel().size(), c["labels"].size());
        for (const auto& [label, counts] : scores.perLabel())
            QCOMPARE(numbersOf(counts), c["labels"].at(label).get<std::vector<std::int64_t>>());
        const MatchCounts& all = scores.overall();
        const double ours[] = {all.precision(), all.recall(), all.f1(), scores.complete()};
        for (std::size_t k = 0; k < 4; ++k)
            QVERIFY(std::abs(100 * ours[k] - c["percent"][k].get<double>()) < 0.005001);
    }

    void argumentsHaveTheirPiecesInOrder() {
        const auto arguments = argumentsOf(Tags{"B-A1", "B-V", "B-C-A1", "I-C-A1", "B-C-V", "B-A2"});
        QCOMPARE(arguments.size(), std::size_t(3));
        QVERIFY((arguments[0] == RoleArgument{"A1", {{0, 1, "A1"}, {2, 4, "A1"}}}));
        QVERIFY((arguments[1] == RoleArgument{"V", {{1, 2, "V"}, {4, 5, "V"}}}));
        QVERIFY((arguments[2] == RoleArgument{"A2", {{5, 6, "A2"}}}));
    }

    void tokensAreCountedToo() {
        RoleScores scores;
        scores.add(Tags{"B-A0", "B-V", "O", "O"}, Tags{"B-A0", "B-V", "B-A1"}); // the last one was not read
        QCOMPARE(scores.accuracy(), 0.5);
    }

    void nothingAddedIsZeroThroughout() {
        const RoleScores scores;
        QCOMPARE(scores.overall().f1(), 0.0);
        QCOMPARE(scores.complete(), 0.0);
        QCOMPARE(scores.accuracy(), 0.0);
    }

    void moreTagsThanTokensAreAMistake() {
        RoleScores scores;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, scores.add(Tags{"O"}, Tags{"O", "O"}));
        QCOMPARE(scores.propositions(), std::int64_t(0));
    }
};

QTEST_GUILESS_MAIN(RoleScoresTest)
#include "role_scores_test.moc"
