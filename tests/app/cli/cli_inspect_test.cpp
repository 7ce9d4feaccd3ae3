#include "cli_runner.h"

#include "engine/models/safetensors.h"

#include <cmath>

using namespace headlight;

/// What `inspect` says of the tensors of folders and files.
class CliInspectTest : public QObject {
    Q_OBJECT
    Cli m_cli;

    static QString source(const QString& path) { return QStringLiteral(HEADLIGHT_SOURCE_DIR "/") + path; }
    static QString trec() { return source(QStringLiteral("resources/models/trec")); }
    QString written(const QString& name, const std::vector<TensorView>& tensors) const {
        const std::string bytes = safetensorsBytes(tensors);
        return m_cli.write(name, QByteArray::fromStdString(bytes));
    }
    static QJsonObject named(const QJsonObject& document, const QString& name) {
        for (const QJsonValue& tensor : document["tensors"].toArray())
            if (tensor.toObject()["name"].toString() == name)
                return tensor.toObject();
        return {};
    }

private slots:
    void tellsStatistics() {
        const std::vector<float> a = {3, -4, 0, 0}, none = {std::nanf("")};
        const QString file = written("a.safetensors", {{"weight", {2, 2}, a.data()}, {"odd", {}, none.data()}});
        const QJsonObject document = m_cli.run({"inspect", file, "--statistics", "--json"}).object();
        QCOMPARE(document["format"].toString(), QString("safetensors"));
        QCOMPARE(document["numbers"].toInt(), 5);
        const QJsonObject weight = named(document, "weight"), statistics = weight["statistics"].toObject();
        QCOMPARE(weight["bytes"].toInt(), 16);
        QCOMPARE(statistics["norm"].toDouble(), 5.0);
        QCOMPARE(statistics["mean"].toDouble(), -0.25);
        QCOMPARE(statistics["minimum"].toDouble(), -4.0);
        QCOMPARE(statistics["maximum"].toDouble(), 3.0);
        QCOMPARE(statistics["deviation"].toDouble(), std::sqrt(25.0 / 4 - 0.0625));
        QVERIFY(named(document, "odd")["statistics"].toObject()["mean"].isNull());
        QCOMPARE(named(document, "odd")["statistics"].toObject()["not_finite"].toInt(), 1);
        const QList<QByteArray> lines = m_cli.run({"inspect", file, "--statistics", "--csv"}).out.split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("tensor,shape,type,numbers,bytes,norm,mean,deviation,minimum,maximum,"
                                                "not_finite"));
        QVERIFY2(lines[1].startsWith("weight,2x2,F32,4,16,5.0,-0.25,"), lines[1]);
        QVERIFY2(lines[2].trimmed() == "odd,,F32,1,4,,,,,,1", lines[2]);
        const CliResult shown = m_cli.run({"inspect", file, "--statistics"});
        QCOMPARE(shown.code, 0);
        QVERIFY2(shown.out.contains("norm") && shown.out.contains("2 × 2") && shown.out.contains("—"), shown.out);
    }

    /// A folder that no architecture fits has tensors all the same.
    void theWeightsOfAnyFolderAreListed() {
        QVERIFY(QDir(m_cli.path("")).mkpath("odd"));
        const std::vector<float> a = {1, 2};
        written("odd/model.safetensors", {{"w", {2}, a.data()}});
        m_cli.write("odd/config.json", R"({"model_type": "strange"})");
        QCOMPARE(m_cli.run({"inspect", "odd"}).code, 1);
        QCOMPARE(named(m_cli.run({"inspect", "odd", "--tensors", "--json"}).object(), "w")["type"].toString(),
                 QString("F32"));
        QVERIFY(m_cli.run({"inspect", "odd", "--csv"}).out.contains("w,2,F32,2,8"));
    }

    void comparesTensorByTensor() {
        const std::vector<float> a = {3, 4}, b = {3, 4.5f};
        const QString here = written(
            "here.safetensors",
            {{"same", {2}, a.data()}, {"moved", {2}, a.data()}, {"shaped", {2}, a.data()}, {"gone", {2}, a.data()}});
        const QString there = written("there.safetensors", {{"same", {2}, a.data(), Dtype::F16},
                                                            {"moved", {2}, b.data()},
                                                            {"shaped", {1, 2}, a.data()},
                                                            {"=new", {2}, a.data()}});
        const CliResult result = m_cli.run({"inspect", here, "--against", there, "--json"});
        QCOMPARE(result.code, 0);
        const QJsonObject document = result.object(), states = document["states"].toObject();
        for (const char* state : {"equal", "changed", "other-shape", "only-here", "only-there"})
            QCOMPARE(states[QLatin1String(state)].toInt(), 1);
        QCOMPARE(states["unread"].toInt(-1), 0);
        QCOMPARE(named(document, "same")["state"].toString(), QString("equal"));
        QCOMPARE(named(document, "same")["other_type"].toString(), QString("F16"));
        const QJsonObject moved = named(document, "moved");
        QCOMPARE(moved["differing"].toInt(), 1);
        QCOMPARE(moved["largest"].toDouble(), 0.5);
        QCOMPARE(moved["relative"].toDouble(), 0.1);
        QVERIFY(named(document, "gone")["other_shape"].isNull());
        QVERIFY(!named(document, "gone").contains("largest"));
        const CliResult shown = m_cli.run({"inspect", here, "--against", there});
        QVERIFY2(shown.out.contains("1 equal, 1 changed, 1 other-shape, 1 only-here, 1 only-there"), shown.out);
        QVERIFY2(!shown.out.contains("same") && shown.out.contains("2  F32 | 1 × 2  F32"), shown.out);
        const QByteArray csv = m_cli.run({"inspect", here, "--against", there, "--csv"}).out;
        QVERIFY2(csv.contains("moved,changed,2,F32,2,F32,1,0.5,0.1"), csv);
        QVERIFY2(csv.contains("'=new,only-there,,,2,F32,,,"), csv); // no formula of a spreadsheet
    }

    void aModelIsEqualToItself() {
        const QJsonObject document = m_cli.run({"inspect", trec(), "--against", trec(), "--json"}).object();
        QCOMPARE(document["states"].toObject()["equal"].toInt(), document["tensors"].toArray().size());
        QVERIFY(document["states"].toObject()["equal"].toInt() > 5);
    }

    void whatIsWrongIsTold() {
        const CliResult missing = m_cli.run({"inspect", trec(), "--against", "nowhere"});
        QCOMPARE(missing.code, 1);
        QVERIFY2(missing.message().contains("nowhere"), missing.err);
        const CliResult maps = m_cli.run({"inspect", "maps.npz", "--statistics"});
        QCOMPARE(maps.code, 1);
        QVERIFY2(maps.message().contains("have no weights"), maps.err);
        QCOMPARE(m_cli.run({"inspect", trec(), "--against", trec(), "--statistics"}).code, 2);
        QCOMPARE(m_cli.run({"inspect", trec(), "--csv", "--json"}).code, 2);
    }
};

QTEST_GUILESS_MAIN(CliInspectTest)
#include "cli_inspect_test.moc"
