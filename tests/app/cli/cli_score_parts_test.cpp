#include "app/cli/cli_runner.h"
#include "engine/core/npz.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

/// headlight-cli attend of models whose scores are sums.
class CliScorePartsTest : public QObject {
    Q_OBJECT
    Cli m_cli;
    static QString folder(const char* name) {
        return QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/") + name;
    }

private slots:
    void partsAreStagesThatAddUp() {
        const CliResult result =
            m_cli.run({"attend", folder("deberta-masked"), "5 9 7", "--layer", "1", "--head", "2", "--json"});
        QVERIFY2(result.code == 0, result.err);
        QMap<QString, QJsonArray> values;
        for (const QJsonValue map : result.object()["maps"].toArray())
            values[map["stage"].toString()] = map["values"].toArray();
        QCOMPARE(values.keys(),
                 QStringList({"content", "content-position", "masked", "position-content", "score", "weight"}));
        for (qsizetype cell = 0; cell < values["score"].size(); ++cell) {
            double sum = 0;
            for (const char* part : {"content", "content-position", "position-content"})
                sum += values[part][cell].toDouble();
            QVERIFY(std::abs(sum - values["score"][cell].toDouble()) < 1e-5);
        }
    }

    /// What is hidden is said once for all stages of a head.
    void anArchiveHasThemAll() {
        const CliResult result = m_cli.run(
            {"attend", folder("deberta-masked"), "5 9 7", "--head", "1.2", "--mask", "causal", "--out", "all.npz"});
        QVERIFY2(result.code == 0, result.err);
        const auto arrays = readNpz(m_cli.path("all.npz").toStdString());
        const auto numbers = [&](const std::string& stage) { return arrays.at("L1.H2." + stage).values; };
        for (std::size_t cell = 0; cell < 9; ++cell) {
            const float sum =
                numbers("content")[cell] + numbers("content-position")[cell] + numbers("position-content")[cell];
            QVERIFY(std::abs(sum - numbers("score")[cell]) < 1e-5f);
        }
        QVERIFY(Cli::read(m_cli.path("all.npz")).contains("L1.H2.hidden.npy")); // readNpz() has the numbers only
    }

    void onePartIsAFileOfItsOwn() {
        const QStringList one = {"attend",  folder("deberta-masked"), "5 9 7", "--head", "1.1",
                                 "--stage", "content-position",       "--out"};
        for (const char* file : {"part.csv", "part.html", "part.png", "part.json", "part.npz"}) {
            const CliResult result = m_cli.run(one + QStringList{file});
            QVERIFY2(result.code == 0, result.err);
        }
        // Its numbers are no weights, and nothing is made of them when the file is opened.
        for (const char* file : {"part.json", "part.npz"}) {
            const CliResult again = m_cli.run({"attend", m_cli.path(file), "--json"});
            QVERIFY2(again.code == 0, again.err);
            QCOMPARE(again.object()["maps"].toArray().size(), 1);
        }
    }

    void mapsOfWordsHaveNoParts() {
        const QStringList words = {"attend", folder("deberta-masked"), "5 9 7", "--pieces", "words", "--json"};
        const CliResult result = m_cli.run(words);
        QVERIFY2(result.code == 0, result.err);
        QVERIFY(!result.object()["maps"].toArray().isEmpty());
        for (const QJsonValue map : result.object()["maps"].toArray())
            QCOMPARE(map["stage"].toString(), QString("weight"));
        QCOMPARE(m_cli.run(words + QStringList{"--stage", "content"}).code, 2);
    }

    void whatAHeadHasNotIsRefused() {
        const CliResult result = m_cli.run({"attend", folder("gpt2"), "5 9 7", "--stage", "bias", "--json"});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("no such part; there are score, masked, weight"), result.err);
        QCOMPARE(m_cli.run({"attend", folder("gpt2"), "5 9 7", "--stage", "biases", "--json"}).code, 2);
    }
};

QTEST_GUILESS_MAIN(CliScorePartsTest)
#include "cli_score_parts_test.moc"
