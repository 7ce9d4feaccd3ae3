#include "tasks/evaluation.h"

#include <QtTest>

using namespace headlight;
using Json = nlohmann::ordered_json;

/// What stands beside the figures of an evaluation.
class EvaluationTest : public QObject {
    Q_OBJECT

private slots:
    void translationsThatWereCutAreCounted() {
        QCOMPARE(besideText({{"not_ended", 1'234}}),
                 std::string("1,234 translations were cut at the limit before an end was found"));
        QCOMPARE(notEndedText({{"not_ended", 1}}),
                 std::string("1 translation was cut at the limit before an end was found"));
        QCOMPARE(besideText({{"not_ended", 0}}), std::string());
    }

    void baselinesAreNamed() {
        const Json details = {{"baselines", {{"first", {{"accuracy", 0.25}}}}}};
        QCOMPARE(besideText(details), std::string("First sentence 25.00 %"));
    }

    /// A store may say anything of an evaluation.
    void whatIsNoCountIsNothing() {
        for (const Json& details : {Json::object(), Json::array({3}), Json({{"not_ended", "3"}}),
                                    Json({{"not_ended", -3}}), Json({{"not_ended", 0.5}}), Json("not_ended")})
            QCOMPARE(besideText(details), std::string());
    }
};

QTEST_GUILESS_MAIN(EvaluationTest)
#include "evaluation_test.moc"
