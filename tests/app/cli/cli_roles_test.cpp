#include "app/cli/cli_runner.h"

#include <QtTest>

using namespace headlight;

/// A model of roles on the command line: it is trained, judged, and asked about a predicate.
class CliRolesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const CliResult trained = m_cli.run({"train",
                                             "--model",
                                             "multihead",
                                             "--data",
                                             samples("propbank"),
                                             "--out",
                                             "run",
                                             "--set",
                                             "embedding_features=8",
                                             "--set",
                                             "predicate_features=4",
                                             "--set",
                                             "heads=2",
                                             "--set",
                                             "head_features=4",
                                             "--set",
                                             "hidden=0",
                                             "--set",
                                             "epochs=2",
                                             "--set",
                                             "label_smoothing=0.1"});
        QVERIFY2(trained.code == 0, trained.err);
        QVERIFY2(trained.err.contains("1 of 3 sentences has no predicate and is left out"), trained.err);
        m_model = m_cli.path("run/best");
    }

    void roles_data() {
        QTest::addColumn<QString>("predicate");
        QTest::newRow("word") << "painted";
        QTest::newRow("number") << "#5";
    }
    void roles() {
        QFETCH(QString, predicate);
        const CliResult asked = m_cli.run({"attend", m_model, m_sentence, predicate, "--json"});
        QVERIFY2(asked.code == 0, asked.err);
        const QJsonObject document = asked.object();
        QCOMPARE(document["tokens"].toArray().size(), 8);
        QCOMPARE(document["predicate"].toInt(), 4);
        QVERIFY(!document.contains("second"));
        const QJsonObject answer = document["prediction"].toObject();
        QCOMPARE(answer["tags"].toArray().size(), 8);
        QVERIFY(answer.contains("spans"));
        QVERIFY(m_cli.run({"attend", m_model, m_sentence, predicate}).out.contains("token"));
    }

    void thePredicateChangesTheAnswer() {
        const auto logits = [&](const char* predicate) -> QJsonValue {
            return m_cli.run({"attend", m_model, m_sentence, predicate, "--json"})
                .object()["prediction"]
                .toObject()["logits"];
        };
        QVERIFY(logits("painted") == logits("#5"));
        QVERIFY(logits("painted") != logits("dried"));
    }

    void withoutOneTheFirstLikelyPredicateIsTaken() {
        const CliResult asked = m_cli.run({"attend", m_model, m_sentence, "--json"});
        QVERIFY2(asked.code == 0, asked.err);
        QCOMPARE(asked.object()["predicate"].toInt(), 4);
        const CliResult none = m_cli.run({"attend", m_model, "A quiet morning ."});
        QVERIFY(none.code != 0);
        QVERIFY2(none.message().contains("knows none of these words as one"), none.err);
    }

    void whatIsNoPredicateIsSaid_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("message");
        QTest::newRow("unknown") << QStringList{"flew"} << "the sentence has no such token";
        QTest::newRow("number") << QStringList{"#9"} << "#1 to #8";
        QTest::newRow("side") << QStringList{"#5", "--side", "2"} << "the model reads both texts as one sequence";
        QTest::newRow("left out") << QStringList{"#5", "--leave-out", "4"} << "painted is the predicate, and stays";
    }
    void whatIsNoPredicateIsSaid() {
        QFETCH(QStringList, more);
        QFETCH(QString, message);
        const CliResult result = m_cli.run(QStringList{"attend", m_model, m_sentence} + more);
        QVERIFY(result.code != 0);
        QVERIFY2(result.message().contains(message), result.err);
    }

    void isJudgedByItsArguments() {
        const CliResult judged =
            m_cli.run({"eval", m_model, "--data", samples("propbank"), "--split", "dev", "--json"});
        QVERIFY2(judged.code == 0, judged.err);
        const QJsonObject document = judged.object();
        for (const char* metric : {"f1", "precision", "recall", "complete", "accuracy"})
            QVERIFY2(document.contains(metric), metric);
        QCOMPARE(document["examples"].toInt(), 1);
        const QJsonObject spans = document["spans"].toObject();
        QVERIFY(spans.contains("ARG0") && spans.contains("ARG1") && !spans.contains("V") && !spans.contains("C-V"));
    }

    void optionsOfOtherTasksAreRefused() {
        for (const char* option : {"pooling=additive", "highway=true"}) {
            const CliResult result = m_cli.run(
                {"train", "--model", "multihead", "--data", samples("propbank"), "--out", "other", "--set", option});
            QVERIFY2(result.code == 1 && result.message().contains("does nothing for roles"), result.err);
        }
        for (const char* option : {"decoding=viterbi", "predicate_features=7"}) {
            const CliResult result = m_cli.run(
                {"train", "--model", "multihead", "--data", samples("tags"), "--out", "other", "--set", option});
            QVERIFY2(result.code == 1 && result.message().contains("does nothing for tag"), result.err);
        }
    }

    void aProbeNeedsItsPredicate() {
        const QStringList command = {"train",  "--model", "multihead", "--data", samples("propbank"), "--out",
                                     "probed", "--set",   "heads=2",   "--set",  "epochs=1",          "--probe"};
        const CliResult without = m_cli.run(command + QStringList{"She planted roses ."});
        QVERIFY2(without.code == 1 && without.message().contains("put a tab and its word behind the sentence"),
                 without.err);
        const CliResult with = m_cli.run(command + QStringList{"She planted roses .\tplanted"});
        QVERIFY2(with.code == 0, with.err);
    }

    void aBadFileIsToldWithItsLine() {
        QFile file(m_cli.path("bad.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("He - (A0*)\nran run (V*)\nfar - *)\n");
        file.close();
        const CliResult result = m_cli.run({"train", "--model", "multihead", "--data", "bad.txt", "--out", "bad"});
        QVERIFY(result.code == 1);
        QVERIFY2(result.message().contains("bad.txt, line 3: column 3: \"*)\" closes an argument, and none is open"),
                 result.err);
    }

private:
    Cli m_cli;
    QString m_model;
    const QString m_sentence = "The bench that he painted dried slowly .";
};

QTEST_GUILESS_MAIN(CliRolesTest)
#include "cli_roles_test.moc"
