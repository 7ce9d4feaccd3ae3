#include "app/cli/cli_runner.h"
#include "app/sample_model.h"
#include "engine/core/npz.h"
#include "engine/models/model_folder.h"

#include <QImage>
#include <cmath>

namespace headlight {

class CliAttendTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void writesTheDocument();
    void choosesMaps();
    void takesFeatures();
    void hasGates();
    void writesNpzAndCsv();
    void writesPictures();
    void picturesOfAPairSayWhichSentenceTheyShow();
    void changesHeads();
    void changesHeadsThatPool();
    void replacesMasks();
    void leavesTokensOut();
    void pointsIntoAMask();
    void marksWhatIsAltered();
    void printsForPeople();
    void refuses_data();
    void refuses();
    void readsTenThousandTokens();
    void saysWhatItLeavesOut();
    void saysWhereSensitivitiesEnd();
    void tellsTheErrorOfEstimates();
    void keepsFilesWhenItFails();

private:
    QJsonObject attend(const QStringList& more) const;
    static double labelLogit(const QJsonObject& document) {
        return document["prediction"].toObject()["logits"].toArray()[0].toDouble();
    }
    Cli m_cli;
    QString m_model, m_sentence;
};

void CliAttendTest::initTestCase() {
    const CliResult trained = m_cli.run(Cli::tiny() << "--out"
                                                    << "run"
                                                    << "--set"
                                                    << "masks=fw, bw");
    QVERIFY2(trained.code == 0, trained.err);
    QCOMPARE(m_cli
                 .run(Cli::tiny("disa") << "--out"
                                        << "disa")
                 .code,
             0);
    saveModel(*sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair"),
              m_cli.path("pair").toStdString());
    m_model = m_cli.path("run/best");
    const QStringList words = QString::fromUtf8(Cli::read(m_model + "/vocab.txt")).split('\n', Qt::SkipEmptyParts);
    m_sentence = QStringList(words.mid(2, 4)).join(' ');
}

QJsonObject CliAttendTest::attend(const QStringList& more) const {
    const CliResult result = m_cli.run(QStringList{"attend", m_model, m_sentence, "--json"} + more);
    if (result.code != 0)
        qWarning("%s", result.err.constData());
    return result.object();
}

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
        QCOMPARE(map.keys(), QStringList({"address", "head", "kind", "layer", "mask", "shape", "stage", "values"}));
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

void CliAttendTest::writesNpzAndCsv() {
    QCOMPARE(m_cli.run({"attend", m_model, m_sentence, "--feature", "mean", "--out", "x.npz"}).code, 0);
    const auto arrays = readNpz(m_cli.path("x.npz").toStdString());
    QVERIFY(arrays.count("L0.H0.weight") && arrays.count("L0.H1.score") && arrays.count("L0.H0.masked"));
    for (const char* name : {"prediction.labels.npy", "prediction.probabilities.npy", "prediction.logits.npy"})
        QVERIFY2(Cli::read(m_cli.path("x.npz")).contains(name), name);
    const NpzArray& masked = arrays.at("L0.H0.masked");
    QCOMPARE(masked.shape, (std::vector<std::int64_t>{4, 4}));
    QVERIFY(std::isnan(masked.values[0]));
    QVERIFY(!std::isnan(masked.values[4]));

    const QStringList one = {"attend", m_model, m_sentence, "--layer", "0", "--head", "0"};
    QCOMPARE(m_cli.run(one + QStringList{"--out", "x.csv"}).code, 0);
    const QList<QByteArray> lines = Cli::read(m_cli.path("x.csv")).trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    QCOMPARE(QString::fromUtf8(lines[0]), "query\\key," + m_sentence.split(' ').join(','));
    QCOMPARE(lines[2].split(',')[1].toFloat(), arrays.at("L0.H0.weight").values[4]);

    QCOMPARE(m_cli.run(one + QStringList{"--stage", "masked", "--out", "y.csv"}).code, 0);
    QVERIFY(Cli::read(m_cli.path("y.csv")).split('\n')[1].endsWith(",,,,"));
}

void CliAttendTest::writesPictures() {
    for (const QString name : {"one.png", "one.svg", "one.pdf", "dark.png"}) {
        const CliResult result = m_cli.run({"attend", m_model, m_sentence, "--layer", "0", "--head", "0", "--theme",
                                            name.startsWith("dark") ? "dark" : "light", "--out", name});
        QVERIFY2(result.code == 0, result.err);
    }
    const QImage picture(m_cli.path("one.png"));
    QVERIFY(picture.width() > 200);
    QCOMPARE(picture.text("layer"), QStringLiteral("0"));
    QCOMPARE(picture.text("sentence"), m_sentence);
    QCOMPARE(picture.text("model"), m_model);
    QVERIFY2(picture.text("range").startsWith("0…"), qPrintable(picture.text("range"))); // weights begin at 0
    QVERIFY(picture.pixelColor(0, 0).lightness() > 128);
    QVERIFY(QImage(m_cli.path("dark.png")).pixelColor(0, 0).lightness() < 128);
    QVERIFY(Cli::read(m_cli.path("one.svg")).contains(m_sentence.split(' ')[0].toUtf8()));
    QVERIFY(Cli::read(m_cli.path("one.pdf")).startsWith("%PDF"));
    const CliResult overview = m_cli.run({"attend", m_cli.path("disa/best"), m_sentence, "--out", "all.png"});
    QVERIFY2(overview.code == 0, overview.err);
    QVERIFY(QImage(m_cli.path("all.png")).width() > 200);
}

void CliAttendTest::picturesOfAPairSayWhichSentenceTheyShow() {
    const QString model = m_cli.path("pair");
    const QStringList one = {"attend", model, "who wrote the book", "where is the city", "--layer", "0", "--head", "0"};
    for (const QString side : {"1", "2"}) {
        const CliResult result = m_cli.run(one + QStringList{"--side", side, "--out", "pair.png"});
        QVERIFY2(result.code == 0, result.err);
        const QImage picture(m_cli.path("pair.png"));
        QCOMPARE(picture.text("sentence"), QStringLiteral("who wrote the book"));
        QCOMPARE(picture.text("second sentence"), QStringLiteral("where is the city"));
        const QString shown = side == "2" ? "second" : "first";
        QCOMPARE(picture.text("shown"), shown);
        QVERIFY2(picture.text("Title").endsWith(shown + " sentence"), qPrintable(picture.text("Title")));
    }
}

void CliAttendTest::changesHeads() {
    const double own = labelLogit(attend({}));
    const double off = labelLogit(attend({"--off", "0.0"}));
    QVERIFY(std::abs(own - off) > 1e-6);
    QCOMPARE(labelLogit(attend({"--scale", "0.0=0"})), off);
    QCOMPARE(labelLogit(attend({"--scale", "0.0=1"})), own);
}

void CliAttendTest::changesHeadsThatPool() { // heads without masks; and a model without heads
    const auto train = [&](const QString& model) {
        return m_cli
            .run({"train", "--model", model, "--data", "diagnostic:first?length=6&train=60&dev=20&test=20", "--set",
                  "embedding_features=12", "--set", "features=8", "--set", "epochs=1", "--out", model})
            .code;
    };
    QCOMPARE(train("lama"), 0);
    QCOMPARE(train("bilstm"), 0);
    const auto attendTo = [&](const QString& model, const QStringList& more) {
        return m_cli.run(QStringList{"attend", m_cli.path(model + "/best"), m_sentence, "--json"} + more);
    };
    const CliResult own = attendTo("lama", {}), off = attendTo("lama", {"--off", "0.1"});
    QCOMPARE(off.code, 0);
    QVERIFY(std::abs(labelLogit(own.object()) - labelLogit(off.object())) > 1e-6);
    QVERIFY(attendTo("lama", {"--mask", "0.1=fw"}).err.contains("no mask"));
    QVERIFY(attendTo("bilstm", {"--off", "0.0"}).err.contains("no head that can be changed"));
    const CliResult noScores = attendTo("bilstm", {"--layer", "0", "--stage", "score"});
    QCOMPARE(noScores.code, 1);
    QVERIFY2(noScores.err.contains("weights only"), noScores.err);
}

void CliAttendTest::replacesMasks() {
    const QJsonArray all = attend({"--mask", "causal", "--stage", "weight"})["maps"].toArray();
    QCOMPARE(all[0].toObject()["mask"].toString(), QStringLiteral("causal"));
    QCOMPARE(all[1].toObject()["mask"].toString(), QStringLiteral("causal"));
    const QJsonArray one = attend({"--mask", "0.1=window(1)", "--stage", "weight"})["maps"].toArray();
    QCOMPARE(one[0].toObject()["mask"].toString(), QStringLiteral("fw"));
    QCOMPARE(one[1].toObject()["mask"].toString(), QStringLiteral("window(1)"));
    const QJsonArray list = attend({"--mask", "bw, all", "--stage", "weight"})["maps"].toArray();
    QCOMPARE(list[0].toObject()["mask"].toString(), QStringLiteral("bw"));
    QCOMPARE(list[1].toObject()["mask"].toString(), QStringLiteral("all"));
    for (const QStringList& both :
         {QStringList{"--mask", "bw", "--mask", "0.1=all"}, {"--mask", "0.1=all", "--mask", "bw"}})
        QCOMPARE(attend(both + QStringList{"--stage", "weight"})["maps"].toArray(), list);
    QVERIFY(!attend({"--mask", "0.0=fw"}).contains("altered")); // its own
}

void CliAttendTest::pointsIntoAMask() {
    for (const QString place : {"", "0.1="}) {
        const CliResult result = m_cli.run({"attend", m_model, m_sentence, "--mask", place + "fw+windw(3)"});
        QCOMPARE(result.code, 1);
        QVERIFY(result.out.isEmpty());
        QVERIFY2(result.err.startsWith("headlight-cli: mask: "), result.err);
        QVERIFY2(result.err.endsWith("\n  fw+windw(3)\n     ^^^^^\n"), result.err);
    }
    const CliResult cut = m_cli.run({"attend", m_model, m_sentence, "--mask", "fw+"});
    QVERIFY2(cut.err.endsWith("\n  fw+\n     ^\n"), cut.err);
}

void CliAttendTest::marksWhatIsAltered() {
    const QStringList changes = {"--off", "0.0", "--scale", "0.1=0.3", "--mask", "0.1=all"};
    const QJsonObject document = attend(changes);
    QCOMPARE(document.keys(), QStringList({"altered", "maps", "model", "prediction", "tokens"}));
    QCOMPARE(document["altered"].toArray(),
             (QJsonArray{QJsonObject{{"layer", 0}, {"head", 0}, {"scale", 0}},
                         QJsonObject{{"layer", 0}, {"head", 1}, {"scale", 0.3}, {"mask", "all"}}}));
    const QByteArray table = m_cli.run(QStringList{"attend", m_model, m_sentence} + changes).out;
    QVERIFY2(table.startsWith("altered: head 0.0 off, head 0.1 scaled by 0.3, head 0.1 mask all\n"), table);
    const QByteArray heading = table.split('\n').value(1).simplified();
    QCOMPARE(heading, QByteArray("prediction probability log-odds was change logit"));
    const QList<QByteArray> first = table.split('\n').value(2).simplified().split(' ');
    QCOMPARE(first[2], QByteArray("%")); // and behind it log-odds, what they were, and the difference
    QVERIFY2(std::abs(first[3].toDouble() - first[4].toDouble() - first[5].toDouble()) < 2e-3, table);
    const QStringList picture = {"attend", m_model, m_sentence, "--out", "altered.png"};
    for (const QStringList& which : {QStringList{}, QStringList{"--layer", "0", "--head", "1"}}) {
        QCOMPARE(m_cli.run(picture + which + changes).code, 0);
        QCOMPARE(QImage(m_cli.path("altered.png")).text("altered"),
                 QString::fromUtf8("layer 0 · head 0 is off; layer 0 · head 1 is scaled by 0.3; "
                                   "layer 0 · head 1 has the mask all"));
    }
    const QStringList one = {"attend", m_model, m_sentence, "--layer", "0", "--head", "1", "--out"};
    QCOMPARE(m_cli.run(one + QStringList{"altered.npz"} + changes).code, 0);
    QVERIFY(Cli::read(m_cli.path("altered.npz")).contains("altered.npy"));
    QCOMPARE(m_cli.run(one + QStringList{"altered.csv"} + changes).code, 0);
    QCOMPARE(QString::fromUtf8(Cli::read(m_cli.path("altered.csv")).split(',').first()),
             QString::fromUtf8("query\\key (altered: layer 0 · head 0 is off; layer 0 · head 1 is scaled by 0.3; "
                               "layer 0 · head 1 has the mask all)"));
    // What changes nothing marks nothing.
    QCOMPARE(m_cli.run(one + QStringList{"plain.npz"}).code, 0);
    QVERIFY(!Cli::read(m_cli.path("plain.npz")).contains("altered"));
    QVERIFY(!attend({"--scale", "0.0=1"}).contains("altered"));
    QVERIFY(!m_cli.run({"attend", m_model, m_sentence}).out.contains("altered"));
    QCOMPARE(m_cli.run(picture).code, 0);
    QVERIFY(!QImage(m_cli.path("altered.png")).textKeys().contains("altered"));
}

void CliAttendTest::leavesTokensOut() {
    const QJsonObject whole = attend({"--effects"}), without = attend({"--leave-out", "1"});
    QCOMPARE(without["tokens"].toArray(), whole["tokens"].toArray());
    QCOMPARE(without["altered"].toArray(), (QJsonArray{QJsonObject{{"left_out", 1}, {"sequence", 0}}}));
    QStringList words = m_sentence.split(' ');
    const QByteArray table = m_cli.run({"attend", m_model, m_sentence, "--leave-out", "1"}).out;
    QVERIFY2(table.startsWith(QStringLiteral("altered: “%1” left out\n").arg(words[1]).toUtf8()), table);
    words.removeAt(1);
    const CliResult shorter = m_cli.run({"attend", m_model, words.join(' '), "--json"});
    QCOMPARE(QJsonDocument::fromJson(shorter.out).object()["prediction"], without["prediction"]);

    const auto refused = [&](const QString& places) {
        const CliResult result = m_cli.run({"attend", m_model, m_sentence, "--leave-out", places});
        return QString::number(result.code) + ' ' + result.err;
    };
    QVERIFY2(refused("40").startsWith("1 ") && refused("40").contains("--leave-out"), qPrintable(refused("40")));
    QVERIFY2(refused("x").startsWith("2 "), qPrintable(refused("x")));
    QVERIFY2(refused("second.0").contains("one sequence"), qPrintable(refused("second.0")));
    QStringList all;
    for (int token = 0; token < m_sentence.split(' ').size(); ++token)
        all << QString::number(token);
    QVERIFY2(refused(all.join(',')).contains("nothing would be left"), qPrintable(refused(all.join(','))));
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

void CliAttendTest::tellsTheErrorOfEstimates() {
    saveModel(*sampleClassifier("multicnn", {{"features", "500"}}),
              std::filesystem::path(m_cli.path("wide").toStdString()));
    QString text; // no word of it repeats its neighbour
    for (int k = 0; k < 200; ++k)
        text += k % 2 == 0 ? "river " : k % 3 == 0 ? "city " : "red ";
    const CliResult result = m_cli.run({"attend", "wide", text, "--json"});
    const auto map = result.object()["maps"].toArray().first().toObject();
    const auto errors = map["standard_errors"].toArray(), values = map["values"].toArray();
    QCOMPARE(errors.size(), values.size());
    QVERIFY(errors.first().toDouble() > 0 && errors.first().toDouble() < values.first().toDouble());
    QCOMPARE(m_cli.run({"attend", "wide", text, "--out", "wide.npz"}).code, 0);
    const auto arrays = readNpz(m_cli.path("wide.npz").toStdString());
    QCOMPARE(double(arrays.at("L0.H0.standard_error").values.front()), double(float(errors.first().toDouble())));
    QVERIFY(m_cli.run({"attend", "wide", text}).out.contains(" ± "));
    // Tables and pictures say that they are estimates, and of nothing that is no reduction of features.
    QCOMPARE(m_cli.run({"attend", "wide", text, "--layer", "0", "--head", "0", "--out", "wide.csv"}).code, 0);
    QVERIFY(m_cli.read(m_cli.path("wide.csv")).startsWith("\"output\\input token (estimated, median standard error "));
    QCOMPARE(m_cli.run({"attend", "wide", text, "--layer", "0", "--head", "0", "--out", "wide.svg"}).code, 0);
    const QByteArray picture = m_cli.read(m_cli.path("wide.svg"));
    QVERIFY(picture.contains("sensitivity · estimated, median standard error ") && picture.contains(" %"));
    QVERIFY(!picture.contains("of features"));
    // What is exact says nothing of an error.
    const CliResult exact = m_cli.run({"attend", "wide", "the red bridge", "--json"});
    QVERIFY(!exact.object()["maps"].toArray().first().toObject().contains("standard_errors"));
}

void CliAttendTest::keepsFilesWhenItFails() {
    const QString file = m_cli.write("kept.json", "old");
    const CliResult full =
        m_cli.shell("ulimit -f 1; \"$CLI\" attend '" + m_model + "' '" + m_sentence + "' --out kept.json");
    QCOMPARE(full.code, 1);
    QVERIFY2(full.message().contains("kept.json"), full.err);
    QCOMPARE(Cli::read(file), QByteArray("old"));
    const CliResult device = m_cli.shell("\"$CLI\" attend '" + m_model + "' '" + m_sentence + "' --json > /dev/full");
    QCOMPARE(device.code, 1);
    QVERIFY2(device.message().contains("standard output"), device.err);
    QCOMPARE(QDir(m_cli.path(".")).entryList({"kept*"}).size(), 1);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliAttendTest)
#include "cli_attend_test.moc"
