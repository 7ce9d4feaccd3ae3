#include "app/cli/cli_runner.h"

#include <QtTest>

using namespace headlight;

/// Sentence selection on the command line: a model is trained, judged beside what needs no network, and asked.
class CliSelectTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_trained = m_cli.run({"train", "--model", "multihead", "--data", samples("squad"), "--recipe", "none", "--out",
                               "run", "--set", "embedding_features=8", "--set", "heads=2", "--set", "head_features=4",
                               "--set", "hidden=6", "--set", "epochs=2"});
        QVERIFY2(m_trained.code == 0, m_trained.err);
        m_model = m_cli.path("run/best");
    }

    /// Where the figure is told, the others are.
    void baselinesStandBesideTheFigure() {
        QVERIFY2(m_trained.err.contains("beside it: First sentence"), m_trained.err);
        QVERIFY2(m_trained.out.contains("beside it  test First sentence"), m_trained.out);
        const CliResult shown = m_cli.run({"runs", "show", "1"});
        QVERIFY2(shown.out.contains("beside it, test: First sentence"), shown.out);
        const CliResult text = m_cli.run({"eval", m_model, "--data", samples("squad")});
        QVERIFY2(text.code == 0, text.err);
        for (const char* row : {"This model", "First sentence", "Longest sentence", "Word overlap", "idf",
                                "sentences of this model's training passages\n"})
            QVERIFY2(text.out.contains(row), text.out);
        const CliResult judged = m_cli.run({"eval", m_model, "--data", samples("squad"), "--split", "train", "--json"});
        const QJsonObject document = judged.object();
        QVERIFY(document["examples"].toInt() > 12);
        QVERIFY(document["accuracy"].toDouble() >= document["first_answer"].toDouble());
        const QJsonObject beside = document["baselines"].toObject();
        QCOMPARE(beside.size(), 4);
        QVERIFY(beside["idf"].toObject()["accuracy"].toDouble() > 0.5);
        QVERIFY(beside["idf"].toObject()["counted_in"].toString().endsWith("this model's training passages"));
        QVERIFY(!beside["overlap"].toObject().contains("counted_in"));
    }

    void asksAPassage() {
        const CliResult asked = m_cli.run({"attend", m_model, m_question, m_passage, "--json"});
        QVERIFY2(asked.code == 0, asked.err);
        const QJsonObject document = asked.object(), answer = document["prediction"].toObject();
        QCOMPARE(document["tokens"].toArray().size(), 3);
        QCOMPARE(document["sentences"].toArray().size(), 3);
        QVERIFY(document.contains("question") && !document.contains("second"));
        const QJsonObject map = document["maps"].toArray().first().toObject();
        QCOMPARE(map["shape"].toArray(), (QJsonArray{3, 3}));
        double sum = 0;
        for (const QJsonValue& sentence : answer["sentences"].toArray())
            sum += sentence.toObject()["probability"].toDouble();
        QVERIFY(std::abs(sum - 1) < 1e-6);
        QCOMPARE(answer["sentences"].toArray()[1].toObject()["begin"].toInt(), 11);
        QCOMPARE(answer["baselines"].toObject()["overlap"].toInt(), 2);
        const CliResult text = m_cli.run({"attend", m_model, m_question, m_passage});
        for (const char* part : {"without a network", "Between the sentences", "Question", "3: He slept ."})
            QVERIFY2(text.out.contains(part), text.out);
    }

    void aFileShowsOneSentence() {
        const auto columns = [&](const QString& side) {
            const CliResult made = m_cli.run({"attend", m_model, m_question, m_passage, "--side", side, "--layer", "0",
                                              "--head", "0", "--out", "map.csv"});
            const QByteArray csv = Cli::read(m_cli.path("map.csv"));
            return made.code == 0 ? int(csv.left(csv.indexOf('\n')).count(',')) : -1;
        };
        QCOMPARE(columns("1"), 3); // between the sentences
        QCOMPARE(columns("3"), 5); // "Two brothers built it ."
        const CliResult none = m_cli.run({"attend", m_model, m_question, m_passage, "--side", "9", "--out", "map.csv"});
        QVERIFY2(none.code != 0 && none.message().contains("--side 9: there are 5"), none.err);
        QVERIFY(m_cli.run({"attend", m_model, m_question, m_passage, "--out", "maps.npz"}).code == 0);
        QVERIFY(m_cli.run({"attend", m_model, m_question, m_passage, "--out", "maps.html"}).code == 0);
        QVERIFY(m_cli.run({"attend", m_model, m_question, m_passage, "--combine", "mean", "--json"}).code == 0);
    }

    void whatIsMissingIsSaid() {
        QVERIFY(m_cli.run({"attend", m_model, m_question}).message().contains("give the passage, too"));
        QVERIFY(m_cli.run({"attend", m_model, m_question, " "}).message().contains("the passage is empty"));
        QVERIFY(m_cli.run({"attend", m_model, "", m_passage}).message().contains("the question is empty"));
    }

private:
    Cli m_cli;
    CliResult m_trained;
    QString m_model;
    const QString m_question = "Who built the house ?", m_passage = "It is old. Two brothers built it. He slept.";
};

QTEST_GUILESS_MAIN(CliSelectTest)
#include "cli_select_test.moc"
