#include "app/cli/cli_runner.h"
#include "engine/encoders/encoder.h"

namespace headlight {

class CliModelsTest : public QObject {
    Q_OBJECT

private slots:
    void listsModels();
    void describesOne();
    void countsAddUp();
    void aPresetMayStandAnywhere();
    void publishedCounts_data();
    void publishedCounts();
    void drawsMasks();
    void pointsIntoAMask();
    void helps();
    void refusesWrongUsage_data();
    void refusesWrongUsage();

private:
    Cli m_cli;
};

void CliModelsTest::listsModels() {
    const CliResult text = m_cli.run({"models"});
    QCOMPARE(text.code, 0);
    for (const EncoderRow& row : encoderRows())
        QVERIFY(text.out.contains(row.id.c_str()));
    const CliResult json = m_cli.run({"models", "--json"});
    QCOMPARE(json.array().size(), int(encoderRows().size()));
}

void CliModelsTest::describesOne() {
    const CliResult result = m_cli.run({"models", "mtsa", "--json"});
    QCOMPARE(result.code, 0);
    const QJsonObject document = result.object();
    QCOMPARE(document.keys(), QStringList({"exposes", "id", "options", "paper", "parameters", "title"}));
    QCOMPARE(document["id"].toString(), QStringLiteral("mtsa"));
    QVERIFY(!document["exposes"].toArray().isEmpty());
    const QJsonObject counts = document["parameters"].toObject();
    QCOMPARE(counts["total"].toInt(),
             counts["encoder"].toInt() + counts["pooling"].toInt() + counts["classifier"].toInt());
    bool found = false;
    for (const QJsonValue& value : document["options"].toArray()) {
        const QJsonObject option = value.toObject();
        QCOMPARE(option.keys(), QStringList({"default", "help", "name", "range", "type"}));
        if (option["name"].toString() != QStringLiteral("heads"))
            continue;
        found = true;
        QCOMPARE(option["type"].toString(), QStringLiteral("integer"));
        QCOMPARE(option["range"].toString(), QString::fromUtf8("1 … 64"));
        QVERIFY(option["default"].isDouble());
    }
    QVERIFY(found);
}

void CliModelsTest::countsAddUp() {
    // Source2token pooling has 2D² + 2D parameters, the classes D'·h + h + h·C: D' is what the encoder gives.
    const CliResult two = m_cli.run({"models", "mtsa", "--json", "--set", "hidden=10", "--classes", "2"});
    const CliResult five = m_cli.run({"models", "mtsa", "--json", "--set", "hidden=10", "--classes", "5"});
    const auto classifier = [](const CliResult& result) {
        return result.object()["parameters"].toObject()["classifier"].toInt();
    };
    QCOMPARE(classifier(five) - classifier(two), 3 * 10);
    const CliResult heads = m_cli.run({"models", "mtsa", "--json", "--set", "heads=2", "--set", "head_features=8"});
    const auto pooling = heads.object()["parameters"].toObject()["pooling"].toInt();
    QCOMPARE(pooling, 2 * 16 * 16 + 2 * 16);
    QVERIFY(m_cli.run({"models", "mtsa", "--classes", "1"}).out.contains(" 1 class:\n"));
}

void CliModelsTest::aPresetMayStandAnywhere() {
    const auto total = [&](const QStringList& arguments) {
        return m_cli.run(QStringList{"models", "mtsa", "--json"} + arguments)
            .object()["parameters"]
            .toObject()["total"]
            .toInt();
    };
    const int expected = total({"--preset", "classification", "--set", "heads=4"});
    QVERIFY(expected != total({"--preset", "classification"}));
    QCOMPARE(total({"--set", "heads=4", "--set", "preset=classification"}), expected);
    QCOMPARE(total({"--set", "preset=classification", "--set", "heads=4"}), expected);
}

/// REFERENCE §3.1 and §3.3 with their ablations: what the program says, nothing added.
void CliModelsTest::publishedCounts_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("total");
    const auto snli = [](const QString& model, int total) {
        QTest::newRow(qPrintable("SNLI: " + model)) << model + " --task pair --classes 3" << total;
    };
    snli("bilstm", 2884803);
    snli("bigru", 2524203);
    snli("bisru", 1983603);
    snli("multicnn", 1441803);
    snli("hrchycnn --set highway=true", 3424203);
    snli("multihead", 1982403);
    snli("disa", 2345403);
    snli("biblosa", 4148403);
    snli("distance-san --set hidden_norm=true", 4692243);

    snli("bilstm --set hidden=0", 2170803); // its classes: 4 · 600 · 3 + 3 in place of 4 · 600 · 300 + 300 + 903

    const QString narrow = "biblosa --set features=240"; // 480D
    snli(narrow, 2800563);
    snli(narrow + " --set hidden=240 --set highway=true", 2800803);
    snli(narrow + " --set local=false", 2570163);
    snli(narrow + " --set global=false", 1876083);
    snli(narrow + " --set local=false --set global=false", 541803);
    snli(narrow + " --set local=false --set global=false --set pooling=additive", 451803);

    const QString mtsa = "mtsa --preset classification --set highway=true";
    snli(mtsa, 2885403);
    snli(mtsa + " --set masks=offdiag", 2885403);
    snli(mtsa + " --set token2token=false", 2525403);
    snli(mtsa + " --set source=none", 2524203);
    snli(mtsa + " --set token2token=false --set source=none --set combine=none --set masks=window(0)", 1803603);
    snli("mtsa --preset paper --set highway=true --set heads=2 --set head_features=300", 2884203);

    const auto sst = [](const QString& model, int total) {
        QTest::newRow(qPrintable("SST: " + model)) << model + " --classes 5" << total;
    };
    const QString two = " --set masks=fw,bw", features = " --set scores=features", gate = " --set fusion=gate";
    sst("mpsan", 1089004);
    sst("mpsan" + two, 726002);
    sst("mpsan" + features, 1807800);
    sst("mpsan" + features + two, 1085400);
    sst("mpsan" + gate, 4331404);
    sst("mpsan" + gate + two, 1446602);
    sst("mpsan --set fusion=none", 636004); // as the paper counts its model without positions
    sst("cbow", 91800);
    sst("disa", 1806000);
    sst("multihead", 1443000);
    sst("bilstm", 2345400);
    sst("bilstm --set hidden=0", 2166605); // the count of MPSAN's Bi-LSTM-SAN
    sst("biblosa", 3609000);
    sst(narrow, 2369160);
}

void CliModelsTest::publishedCounts() {
    QFETCH(QString, arguments);
    QFETCH(int, total);
    const CliResult result = m_cli.run(QStringList{"models", "--json"} + arguments.split(' '));
    QVERIFY2(result.code == 0, result.err);
    QCOMPARE(result.object()["parameters"].toObject()["total"].toInt(), total);
}

void CliModelsTest::drawsMasks() {
    const CliResult text = m_cli.run({"mask", "fw", "--length", "3"});
    QCOMPARE(text.code, 0);
    QVERIFY(QString::fromUtf8(text.out).endsWith(QString::fromUtf8("\n···\n█··\n██·\n")));

    QCOMPARE(m_cli.run({"mask", "bw+dist(0.5)", "--length", "3", "--out", "mask.csv"}).code, 0);
    QCOMPARE(Cli::read(m_cli.path("mask.csv")), QByteArray("query\\key,0,1,2\n0,,-0.5,-1\n1,,,-0.5\n2,,,\n"));
    for (const char* name : {"mask.png", "mask.svg"}) {
        const CliResult picture = m_cli.run({"mask", "fw+window(2)", "--length", "9", "--out", name});
        QVERIFY2(picture.code == 0, picture.err);
        QVERIFY(Cli::read(m_cli.path(name)).size() > 500);
    }
    QVERIFY(Cli::read(m_cli.path("mask.svg")).contains("fw+window(2)"));
}

void CliModelsTest::pointsIntoAMask() {
    const CliResult result = m_cli.run({"mask", "fw+windw(3)", "--length", "4"});
    QCOMPARE(result.code, 1);
    QVERIFY(result.err.startsWith("headlight-cli: mask: "));
    QVERIFY(result.err.contains("window"));
    QVERIFY(result.err.contains("\n  fw+windw(3)\n     ^"));
    const CliResult shortened = m_cli.run({"mask", QString("fw, ").repeated(60) + "windw, bw", "--length", "4"});
    const QString shown = QString::fromUtf8(shortened.err);
    QVERIFY2(shown.endsWith("\n  …" + QString("fw, ").repeated(10) + "windw, bw\n   " + QString(40, ' ') + "^^^^^\n"),
             shortened.err);
    QVERIFY(m_cli.run({"mask", QString("fw+").repeated(3000), "--length", "4"}).err.size() < 600);
}

void CliModelsTest::helps() {
    QVERIFY(m_cli.run({"--version"}).out.startsWith("headlight-cli "));
    const CliResult all = m_cli.run({"--help"});
    QCOMPARE(all.code, 0);
    for (const char* command : {"models", "train", "eval", "attend", "inspect", "mask", "runs"}) {
        QVERIFY(all.out.contains(command));
        const CliResult one = m_cli.run({command, "--help"});
        QCOMPARE(one.code, 0);
        QVERIFY(one.out.size() > 200);
    }
}

void CliModelsTest::refusesWrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << QStringList{} << 2 << "expected a command";
    QTest::newRow("command") << QStringList{"modles"} << 2 << "models";
    QTest::newRow("option") << QStringList{"models", "--jsno"} << 2 << "--json";
    QTest::newRow("no length") << QStringList{"mask", "fw"} << 2 << "--length";
    QTest::newRow("length") << QStringList{"mask", "fw", "--length", "0"} << 2 << "4096";
    QTest::newRow("runs") << QStringList{"runs"} << 2 << "--help";
    QTest::newRow("three sentences") << QStringList{"attend", "model", "one", "two", "three"} << 2 << "three";
    QTest::newRow("model") << QStringList{"models", "mtas"} << 1 << "mtsa";
    QTest::newRow("range") << QStringList{"models", "mtsa", "--set", "heads=0"} << 1
                           << QString::fromUtf8("heads: expected 1 … 64");
    QTest::newRow("no number") << QStringList{"models", "mtsa", "--set", "heads=two"} << 1 << "heads: expected";
    QTest::newRow("unknown option") << QStringList{"models", "mtsa", "--set", "head=2"} << 1 << "heads";
    QTest::newRow("no equals sign") << QStringList{"models", "mtsa", "--set", "heads"} << 2 << "key=value";
    QTest::newRow("preset") << QStringList{"models", "mtsa", "--preset", "stakcing"} << 1 << "stacking";
    for (const char* task : {"select", "roles"})
        QTest::addRow("one vector, %s", task) << QStringList{"models", "multicnn", "--task", QLatin1String(task)} << 1
                                              << QString::fromUtf8("or its preset “Context fusion” (context-fusion)");
    QTest::newRow("one vector, no preset")
        << QStringList{"models", "lama", "--task", "tag"} << 1 << "needs one of each token: choose another model";
    QTest::newRow("extension") << QStringList{"mask", "fw", "--length", "3", "--out", "mask.jpg"} << 1 << ".png";
    QTest::newRow("mask list") << QStringList{"mask", "fw, bw", "--length", "3", "--out", "m.csv"} << 1 << "one mask";
}

void CliModelsTest::refusesWrongUsage() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const CliResult result = m_cli.run(arguments);
    QCOMPARE(result.code, code);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.message().startsWith(QStringLiteral("headlight-cli: ")), result.err);
    QVERIFY2(result.message().contains(says), result.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliModelsTest)
#include "cli_models_test.moc"
