#include "app/cli/cli_runner.h"

#include <QJsonArray>
#include <QtTest>
#include <cmath>

using namespace headlight;

/// headlight-cli score, on small models without a tokenizer: ids are typed.
class CliScoreTest : public QObject {
    Q_OBJECT
    Cli m_cli;
    static QString golden(const char* name) {
        return QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/%1").arg(QLatin1String(name));
    }

private slots:
    /// What it wrote itself is as likely as it said while it wrote.
    void agreesWithGenerate() {
        const CliResult written = m_cli.run({"generate", golden("gpt2"), "5 9 2", "--tokens", "2", "--json"});
        QVERIFY2(written.code == 0, written.err);
        const QJsonArray tokens = written.object()["tokens"].toArray();
        QVERIFY(!tokens.isEmpty());
        const QString text = "5 9 2" + written.object()["continuation"].toString();
        const CliResult result = m_cli.run({"score", golden("gpt2"), text, "--json"});
        QVERIFY2(result.code == 0, result.err);
        const QJsonObject document = result.object();
        const QJsonArray scored = document["tokens"].toArray();
        QCOMPARE(scored.size(), 3 + tokens.size());
        QVERIFY(scored[0]["log_probability"].isNull());
        QCOMPARE(document["counted"].toInt(), int(2 + tokens.size()));
        for (qsizetype k = 0; k < tokens.size(); ++k) {
            QCOMPARE(scored[3 + k]["token"], tokens[k]["token"]);
            QVERIFY(std::abs(scored[3 + k]["log_probability"].toDouble() - tokens[k]["log_probability"].toDouble()) <
                    1e-4);
        }
        double sum = 0;
        for (const QJsonValue token : scored)
            sum += token["log_probability"].toDouble();
        QVERIFY(std::abs(sum - document["log_probability"].toDouble()) < 1e-9);
        QVERIFY(std::abs(std::exp(-sum / document["counted"].toInt()) / document["perplexity"].toDouble() - 1) < 1e-9);
    }

    void printsTables() {
        const CliResult table = m_cli.run({"score", golden("gpt2"), "5 9 2", "--threads", "1"});
        QVERIFY2(table.code == 0, table.err);
        QVERIFY2(table.out.contains("2 tokens, log-probability -") && table.out.contains(", perplexity "), table.out);
        const CliResult csv = m_cli.run({"score", golden("gpt2"), "5 9 2", "--csv"});
        QVERIFY2(csv.code == 0, csv.err);
        const QList<QByteArray> lines = csv.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0].trimmed(), QByteArray("token,log_probability"));
        QCOMPARE(lines[1].trimmed(), QByteArray("5,")); // nothing is before it
        QVERIFY2(lines[2].startsWith("9,-"), lines[2]);
    }

    /// Of one token there is nothing to say, and no number is made of nothing.
    void hasNoPerplexityOfNothing() {
        const CliResult result = m_cli.run({"score", golden("gpt2"), "5", "--json"});
        QVERIFY2(result.code == 0, result.err);
        QCOMPARE(result.object()["counted"].toInt(), 0);
        QVERIFY(result.object()["perplexity"].isNull());
    }

    void scoresATranslation() {
        const CliResult result = m_cli.run({"score", golden("marian"), "5 9 2", "7 4", "--json"});
        QVERIFY2(result.code == 0, result.err);
        QCOMPARE(result.object()["tokens"].toArray().size(), 3); // with its end
        QCOMPARE(result.object()["counted"].toInt(), 3);
        const CliResult lacking = m_cli.run({"score", golden("marian"), "5 9 2"});
        QCOMPARE(lacking.code, 1);
        QVERIFY2(lacking.err.contains("give the translation behind its source"), lacking.err);
    }

    void saysWhatItCantDo() {
        const CliResult masked = m_cli.run({"score", golden("roberta-masked"), "5 9"});
        QCOMPARE(masked.code, 1);
        QVERIFY2(masked.err.contains("tells no probability of a text"), masked.err);
        QCOMPARE(m_cli.run({"score", golden("gpt2"), "5", "--json", "--csv"}).code, 2);
        QCOMPARE(m_cli.run({"score", golden("gpt2")}).code, 2);
    }
};

QTEST_GUILESS_MAIN(CliScoreTest)
#include "cli_score_test.moc"
