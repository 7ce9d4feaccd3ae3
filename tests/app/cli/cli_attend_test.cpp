#include "app/cli/attend_fixture.h"
#include "engine/core/npz.h"

#include <cmath>

namespace headlight {

/// The document of `attend` and its table.
class CliAttendTest : public QObject, AttendFixture {
    Q_OBJECT

private slots:
    void initTestCase() { train(), trainDisa(); }
    void writesTheDocument();
    void choosesMaps();
    void takesFeatures();
    void hasGates();
    void printsForPeople();
    void refuses_data();
    void refuses();
    void readsTenThousandTokens();
    void saysWhatItLeavesOut();
    void saysWhereSensitivitiesEnd();
};

void CliAttendTest::writesTheDocument() {
    QCOMPARE(m_cli.run({"attend", m_model, m_sentence, "--out", "x.json"}).code, 0);
    const QJsonObject document = QJsonDocument::fromJson(Cli::read(m_cli.path("x.json"))).object();
    QCOMPARE(document.keys(), QStringList({"maps", "model", "prediction", "tokens"}));
    QCOMPARE(document["model"].toString(), m_model);
    QCOMPARE(document["tokens"].toArray().size(), 4);
    const QJsonObject prediction = document["prediction"].toObject();
    QCOMPARE(prediction.keys(), QStringList({"labels", "logits", "probabilities"}));
    double sum = 0;
    for (const QJsonValue& probability : prediction["probabilities"].toArray())
        sum += probability.toDouble();
    QVERIFY(std::abs(sum - 1) < 1e-5);
    QSet<QString> kinds;
    for (const QJsonValue& value : document["maps"].toArray()) {
        const QJsonObject map = value.toObject();
        QStringList keys = {"address", "head", "kind", "layer", "mask", "shape", "stage", "values"};
        const bool isScore = map["stage"].toString() == "score";
        if (isScore && map["kind"].toString() == "token-to-token") // the pooling sees all
            keys.insert(2, "hidden");
        QCOMPARE(map.keys(), keys);
        kinds.insert(map["kind"].toString());
        qsizetype numbers = 1;
        for (const QJsonValue& size : map["shape"].toArray())
            numbers *= size.toInt();
        const QJsonArray values = map["values"].toArray();
        QCOMPARE(values.size(), numbers);
        if (map["kind"].toString() == "source-to-token") {
            QCOMPARE(map["shape"].toArray()[0].toInt(), 4);
            continue;
        }
        const bool forward = map["mask"].toString() == "fw";
        const qsizetype features = numbers / 16;
        for (qsizetype query = 0; query < 4; ++query)
            for (qsizetype key = 0; key < 4; ++key) {
                const bool visible = forward ? key < query : key > query;
                const QJsonValue cell = values[(query * 4 + key) * features];
                if (map["stage"].toString() == "weight")
                    QVERIFY(visible ? cell.toDouble() > 0 : cell.toDouble(-1) == 0);
                else if (isScore)
                    QVERIFY(cell.isDouble() && map["hidden"].toArray()[query * 4 + key].toInt(-1) == (visible ? 0 : 1));
                else
                    QCOMPARE(cell.isNull(), !visible);
            }
    }
    QCOMPARE(kinds, QSet<QString>({"token-to-token", "source-to-token"}));
}

void CliAttendTest::choosesMaps() {
    const QJsonArray maps = attend({"--layer", "0", "--head", "1", "--stage", "masked"})["maps"].toArray();
    QCOMPARE(maps.size(), 1);
    const QJsonObject map = maps[0].toObject();
    QCOMPARE(map["layer"].toInt(), 0);
    QCOMPARE(map["head"].toInt(), 1);
    QCOMPARE(map["stage"].toString(), QStringLiteral("masked"));
    QCOMPARE(map["mask"].toString(), QStringLiteral("bw"));
}

void CliAttendTest::takesFeatures() {
    const QStringList chosen = {"--layer", "0", "--head", "0", "--stage", "weight"};
    const QJsonObject all = attend(chosen)["maps"].toArray()[0].toObject();
    const QJsonObject one = attend(chosen + QStringList{"--feature", "3"})["maps"].toArray()[0].toObject();
    const QJsonObject mean = attend(chosen + QStringList{"--feature", "mean"})["maps"].toArray()[0].toObject();
    QCOMPARE(all["shape"].toArray().size(), 3);
    const int features = all["shape"].toArray()[2].toInt();
    QCOMPARE(one["shape"].toArray().size(), 2);
    QCOMPARE(one["features"].toString(), QStringLiteral("feature 3"));
    const QJsonArray values = all["values"].toArray();
    for (int cell = 0; cell < 16; ++cell) {
        QCOMPARE(one["values"].toArray()[cell].toDouble(), values[cell * features + 3].toDouble());
        double sum = 0;
        for (int f = 0; f < features; ++f)
            sum += values[cell * features + f].toDouble();
        QVERIFY(std::abs(mean["values"].toArray()[cell].toDouble() - sum / features) < 1e-6);
    }
}

void CliAttendTest::hasGates() {
    const QStringList disa = {"attend", m_cli.path("disa/best"), m_sentence};
    QHash<int, QJsonObject> gates;
    for (const QJsonValue& map : m_cli.run(disa + QStringList{"--json"}).object()["maps"].toArray())
        if (map["kind"].toString() == "gate")
            gates.insert(map["head"].toInt(), map.toObject());
    QCOMPARE(gates.size(), 2); // one a direction
    QCOMPARE(m_cli.run(disa + QStringList{"--out", "gates.npz"}).code, 0);
    const auto arrays = readNpz(m_cli.path("gates.npz").toStdString());
    for (const int head : {0, 1}) {
        QVERIFY(gates.contains(head));
        QCOMPARE(gates[head]["address"].toString(), QStringLiteral("0.gate.%1").arg(head));
        QCOMPARE(gates[head]["stage"].toString(), QStringLiteral("weight"));
        QVERIFY(gates[head]["label"].toString().startsWith(head == 0 ? "forward" : "backward"));
        const NpzArray& array = arrays.at("L0.gate.H" + std::to_string(head) + ".weight");
        QCOMPARE(gates[head]["shape"].toArray(), (QJsonArray{4, qint64(array.shape[1])}));
        QCOMPARE(array.shape[0], std::int64_t(4));
        QVERIFY(array.shape[1] > 1);
        const QJsonArray values = gates[head]["values"].toArray();
        QCOMPARE(std::size_t(values.size()), array.values.size());
        for (qsizetype k = 0; k < values.size(); ++k) {
            QCOMPARE(float(values[k].toDouble()), float(array.values[std::size_t(k)]));
            QVERIFY(values[k].toDouble() > 0 && values[k].toDouble() < 1);
        }
        QVERIFY(!arrays.count("L0.gate.H" + std::to_string(head) + ".score"));
    }
}

void CliAttendTest::printsForPeople() {
    const CliResult result = m_cli.run({"attend", m_model, m_sentence + " zebra"});
    QCOMPARE(result.code, 0);
    QVERIFY(result.out.contains("prediction"));
    QVERIFY(result.out.contains("layer 0, head 1"));
    QVERIFY(result.err.contains("zebra"));

    // What is pasted into a sentence neither steers the terminal nor floods it; a document has it as it is.
    const QString foreign = QString::fromUtf8("esc\x1by csi\u009by turn\u202ey ") + QString(50000, 'x');
    const QStringList text = {"attend", m_model, m_sentence.section(' ', 0, 0) + ' ' + foreign};
    const CliResult shown = m_cli.run(text);
    QVERIFY2(shown.code == 0, shown.err);
    for (const QString& printed : {QString::fromUtf8(shown.out), QString::fromUtf8(shown.err)}) {
        for (const QString word : {"esc?y", "csi?y", "turn?y"})
            QVERIFY2(printed.contains(word), qPrintable(printed));
        for (const QChar c : {QChar(0x1b), QChar(0x9b), QChar(0x202e)})
            QVERIFY2(!printed.contains(c), qPrintable(printed));
        QVERIFY(printed.contains(QString(60, 'x') + QString::fromUtf8("…")) && !printed.contains(QString(61, 'x')));
    }
    const QString token = m_cli.run(text + QStringList{"--json"}).object()["tokens"].toArray().last().toString();
    QCOMPARE(token.size(), 50000);
}

void CliAttendTest::refuses_data() {
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("says");
    QTest::newRow("layer") << QStringList{"--layer", "7"} << QString::fromUtf8("--layer: expected 0 … ");
    QTest::newRow("head") << QStringList{"--head", "2"}
                          << "--head 2: there is no such head; layer.head may be 0.0, 0.1";
    QTest::newRow("no such pair") << QStringList{"--layer", "1", "--head", "1"} << "0.0, 0.1, 1.pooling.0";
    QTest::newRow("no such place") << QStringList{"--head", "0.1,0.7"}
                                   << "--head: there is no head 0.7; layer.head may be 0.0, 0.1, 1.pooling.0";
    QTest::newRow("no place") << QStringList{"--head", "0.1,pooling.0"}
                              << "--head: expected layer.head, such as 0.1, got \"pooling.0\"";
    QTest::newRow("layer twice") << QStringList{"--layer", "0", "--head", "0.1"} << "--head 0.1 names the layer";
    QTest::newRow("feature") << QStringList{"--feature", "max", "--feature", "9999"} << "--feature";
    QTest::newRow("stage") << QStringList{"--stage", "weights"} << "score, masked or weight";
    QTest::newRow("off") << QStringList{"--off", "3.0"} << "0.0, 0.1";
    QTest::newRow("scale") << QStringList{"--scale", "0.0"} << "number";
    QTest::newRow("mask of pooling") << QStringList{"--mask", "1.0=fw"} << "no mask";
    QTest::newRow("three masks") << QStringList{"--mask", "fw, bw, all"} << "heads";
    QTest::newRow("csv of many") << QStringList{"--out", "many.csv"} << "one map";
    QTest::newRow("extension") << QStringList{"--out", "x.gif"} << ".json";
    QTest::newRow("folder missing") << QStringList{"--out", "nowhere/x.json"} << "nowhere";
    QTest::newRow("folder") << QStringList{"--out", "run.json"} << "folder";
}

void CliAttendTest::refuses() {
    QFETCH(QStringList, more);
    QFETCH(QString, says);
    QDir(m_cli.path(".")).mkdir("run.json");
    const CliResult result = m_cli.run(QStringList{"attend", m_model, m_sentence} + more);
    QVERIFY(result.code == 1 || result.code == 2);
    QVERIFY2(result.message().startsWith("headlight-cli: "), result.err);
    QVERIFY2(result.message().contains(says), result.err);
}

void CliAttendTest::readsTenThousandTokens() {
    const QString word = m_sentence.split(' ')[0];
    const QString longText = QStringList(QList<QString>(10000, word)).join(' ');
    const CliResult tooMuch = m_cli.run({"attend", m_model, longText, "--out", "big.json"});
    QCOMPARE(tooMuch.code, 1);
    QVERIFY2(tooMuch.message().contains("GB") && tooMuch.message().contains("--layer"), tooMuch.err);
    const CliResult pooling = m_cli.run({"attend", m_model, longText, "--layer", "1", "--out", "pool.npz"});
    QVERIFY2(pooling.code == 0, pooling.err);
    QCOMPARE(readNpz(m_cli.path("pool.npz").toStdString()).at("L1.H0.weight").shape[0], 10000);
    const QString manyPairs = QStringList(QList<QString>(3300, word)).join(' ');
    const CliResult large =
        m_cli.run({"attend", m_model, manyPairs, "--layer", "0", "--head", "0", "--out", "large.png"});
    QVERIFY2(large.code == 0, large.err);
    QVERIFY2(large.err.contains("the maps are done, writing large.png"), large.err);
    const CliResult text = m_cli.run({"attend", m_model, longText});
    QVERIFY2(text.code == 0, text.err);
    QVERIFY(text.out.contains("prediction"));
    QVERIFY2(text.err.contains("--out FILE with --layer, --head, --feature mean and --stage weight writes"), text.err);
    const QString longest = QStringList(QList<QString>(18000, word)).join(' ');
    const CliResult beyond = m_cli.run({"attend", m_model, longest, "--layer", "0", "--head", "0", "--feature", "mean",
                                        "--stage", "weight", "--out", "big.npz"});
    QCOMPARE(beyond.code, 1);
    QVERIFY2(beyond.message().contains("shorten the text to 17,888 tokens"), beyond.err);
}

void CliAttendTest::saysWhatItLeavesOut() {
    QCOMPARE(m_cli
                 .run(Cli::tiny() << "--out"
                                  << "short"
                                  << "--set"
                                  << "max_tokens=3")
                 .code,
             0);
    const QString model = m_cli.path("short/best");
    const QString text = m_sentence + " " + m_sentence;
    const CliResult cut = m_cli.run({"attend", model, text, "--json"});
    QVERIFY2(cut.code == 0, cut.err);
    QVERIFY2(cut.err.contains("the text has 8 tokens; the model reads the first 3 (max_tokens)"), cut.err);
    QCOMPARE(cut.object()["left_out"].toInt(), 5);
    QCOMPARE(cut.object()["tokens"].toArray().size(), 3);
    const CliResult whole = m_cli.run({"attend", model, m_sentence.section(' ', 0, 2), "--json"});
    QVERIFY(!whole.object().contains("left_out") && !whole.err.contains("max_tokens"));
    QCOMPARE(whole.object()["prediction"], cut.object()["prediction"]);
    // A text of any length is read up to the limit.
    const CliResult longText =
        m_cli.run({"attend", model, QStringList(QList<QString>(25000, text)).join(' ').left(100000)});
    QVERIFY2(longText.code == 0, longText.err);

    const QString data = "diagnostic:first?length=6&train=60&dev=20&test=20";
    const CliResult evaluation = m_cli.run({"eval", model, "--data", data, "--json"});
    QCOMPARE(evaluation.object()["cut"].toInt(), 20);
    QVERIFY2(evaluation.err.contains("20 of them are longer than the 3 tokens"), evaluation.err);
    QCOMPARE(m_cli.run({"eval", m_model, "--data", data, "--json"}).object()["cut"].toInt(), 0);
    const CliResult training = m_cli.run(Cli::tiny() << "--set"
                                                     << "max_tokens=3");
    QVERIFY2(training.err.contains("max_tokens 3: 60 of 60 training texts are longer and are cut"), training.err);
}

void CliAttendTest::saysWhereSensitivitiesEnd() {
    saveModel(*sampleClassifier("bilstm", {{"features", "4"}}),
              std::filesystem::path(m_cli.path("recurrent").toStdString()));
    const QString note = "Sensitivities are computed up to 200 tokens; this text has 201";
    const auto run = [&](int tokens) {
        return m_cli.run({"attend", "recurrent", QStringList(QList<QString>(tokens, "river")).join(' '), "--json"});
    };
    const CliResult shorter = run(200), longer = run(201);
    QVERIFY2(shorter.code == 0 && !shorter.err.contains("ensitivities"), shorter.err);
    QVERIFY(!shorter.object()["maps"].toArray().isEmpty());
    QVERIFY2(longer.code == 0 && QString::fromUtf8(longer.err).contains(note), longer.err);
    const QString longText = QStringList(QList<QString>(10000, "river")).join(' ');
    const CliResult table = m_cli.run({"attend", "recurrent", longText});
    QVERIFY2(table.code == 0 && !table.err.contains("--out"), table.err); // no map could be written
    const CliResult file = m_cli.run({"attend", "recurrent", longText, "--out", "long.json"});
    QVERIFY2(file.code == 0, file.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliAttendTest)
#include "cli_attend_test.moc"
