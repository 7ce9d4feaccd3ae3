#include "app/cli/cli_runner.h"

#include <QJsonArray>
#include <QtTest>
#include <cmath>

using namespace headlight;

/// headlight-cli generate, on a small GPT-2 without a tokenizer: ids are typed and written.
class CliGenerateTest : public QObject {
    Q_OBJECT
    Cli m_cli;
    const QString m_model = QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/gpt2");

private slots:
    void goesOnWithAText() {
        const CliResult plain = m_cli.run({"generate", m_model, "5 9 2", "--tokens", "3", "--threads", "1"});
        QVERIFY2(plain.code == 0, plain.err);
        QVERIFY2(plain.out.startsWith("5 9 2 "), plain.out);
        QVERIFY2(plain.err.contains("tokens/s, log-probability "), plain.err);
        const CliResult result = m_cli.run({"generate", m_model, "5 9 2", "--tokens", "3", "--json"});
        QVERIFY2(result.code == 0, result.err);
        const QJsonObject document = result.object();
        QCOMPARE("5 9 2" + document["continuation"].toString() + "\n", QString::fromUtf8(plain.out));
        double sum = 0;
        for (const QJsonValue token : document["tokens"].toArray())
            sum += token["log_probability"].toDouble();
        QVERIFY(sum < 0 && std::abs(sum - document["log_probability"].toDouble()) < 1e-9);
    }

    void saysWhatItCantDo() {
        const QString encoder = QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/roberta-masked");
        const CliResult reads = m_cli.run({"generate", encoder, "5 9"});
        QCOMPARE(reads.code, 1);
        QVERIFY2(reads.err.contains("does not go on with a text"), reads.err);
        const CliResult words = m_cli.run({"generate", m_model, "hello"});
        QCOMPARE(words.code, 1);
        QVERIFY2(words.err.contains("no id of a token"), words.err);
        QCOMPARE(m_cli.run({"generate", m_model, "5", "--tokens", "0"}).code, 2);
    }
};

QTEST_GUILESS_MAIN(CliGenerateTest)
#include "cli_generate_test.moc"
