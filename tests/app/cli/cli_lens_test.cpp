#include "app/cli/cli_runner.h"

#include <QJsonArray>
#include <QtTest>

using namespace headlight;

/// headlight-cli attend --lens, on small models without a tokenizer: ids are typed.
class CliLensTest : public QObject {
    Q_OBJECT
    Cli m_cli;
    static QString golden(const char* name) {
        return QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/%1").arg(QLatin1String(name));
    }
    QJsonObject document(const QStringList& more) const {
        const CliResult result = m_cli.run(QStringList{"attend", golden("gpt2"), "5 9 2", "--lens", "--json"} + more);
        if (result.code != 0)
            qWarning("%s", result.err.constData());
        return result.object();
    }

private slots:
    /// A row for each layer, ten words for each token; the last row's last token is the answer.
    void isInTheDocument() {
        const QJsonObject plain = document({});
        const QJsonArray lens = plain["lens"].toArray();
        QCOMPARE(lens.size(), 2);
        for (const QJsonValue layer : lens)
            QCOMPARE(layer.toArray().size(), 3);
        const QJsonObject last = lens[1].toArray()[2].toObject();
        QCOMPARE(last["labels"], plain["prediction"].toObject()["labels"]);
        QCOMPARE(last["labels"].toArray().size(), 10);
        QCOMPARE(last["probabilities"].toArray().size(), 10);
        QVERIFY(lens[0].toArray()[2].toObject()["logits"] != last["logits"]);
    }

    /// A head of the first layer is heard behind it; what is left out says nothing.
    void followsChanges() {
        const QJsonArray plain = document({})["lens"].toArray();
        QVERIFY(document({"--off", "0.0"})["lens"].toArray()[0] != plain[0]);
        const QJsonArray off = document({"--off", "1.0"})["lens"].toArray();
        QCOMPARE(off[0], plain[0]);
        QVERIFY(off[1] != plain[1]);
        const QJsonArray marked = document({"--leave-out", "1"})["lens"].toArray();
        QVERIFY(marked[0].toArray()[1].isNull());
        QVERIFY(marked[0].toArray()[2].isObject());
    }

    void isInTheTable() {
        const CliResult result = m_cli.run({"attend", golden("roberta-masked"), "5 9 2", "--lens"});
        QVERIFY2(result.code == 0, result.err);
        QVERIFY2(result.out.contains("behind layer  0"), result.out);
    }

    void saysWhatItCantDo() {
        const CliResult classifier = m_cli.run({"attend", golden("roberta-classifier"), "5 9 2", "--lens"});
        QCOMPARE(classifier.code, 1);
        QVERIFY2(classifier.err.contains("--lens: the model tells no words"), classifier.err);
        QCOMPARE(m_cli.run({"attend", golden("gpt2"), "5", "--lens", "--out", "x.png"}).code, 2);
    }
};

QTEST_GUILESS_MAIN(CliLensTest)
#include "cli_lens_test.moc"
