#include "app/cli/cli_runner.h"

namespace headlight {

/// Heads that share keys and values: which ones do is said of each.
class CliKeyHeadsTest : public QObject {
    Q_OBJECT

private slots:
    void headsSayWhichKeysTheyShare() {
        const QString model = HEADLIGHT_SOURCE_DIR "/tests/golden/published/llama";
        const QJsonObject options =
            m_cli.run({"inspect", model, "--json"}).object()["configuration"].toObject()["options"].toObject();
        const int heads = options["heads"].toInt(), keyHeads = options["key_heads"].toInt();
        QVERIFY(keyHeads > 0 && keyHeads < heads);
        const QString text = "1 2 3"; // ids: the folder has no tokenizer
        const QJsonArray maps = m_cli.run({"attend", model, text, "--layer", "0", "--stage", "weight", "--json"})
                                    .object()["maps"]
                                    .toArray();
        QCOMPARE(int(maps.size()), heads);
        for (int head = 0; head < heads; ++head)
            QCOMPARE(maps[head].toObject()["key_head"].toInt(-1), head * keyHeads / heads);
        const CliResult table = m_cli.run({"attend", model, text, "--layer", "0", "--head", "0"});
        QVERIFY2(table.out.contains(", keys and values 0, as 0.1"), table.out);
    }

    void headsWithKeysOfTheirOwnSayNothing() {
        const QString model = HEADLIGHT_SOURCE_DIR "/tests/golden/bert/masked";
        const CliResult result = m_cli.run({"attend", model, "the old dog", "--json"});
        QCOMPARE(result.code, 0);
        QVERIFY(!result.out.contains("key_head"));
    }

private:
    Cli m_cli;
};

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliKeyHeadsTest)
#include "cli_key_heads_test.moc"
