#include "app/cli/attend_fixture.h"
#include "engine/core/npz.h"

#include <QImage>
#include <algorithm>
#include <cmath>

namespace headlight {

/// The files that `attend` writes.
class CliAttendFilesTest : public QObject, AttendFixture {
    Q_OBJECT

private slots:
    void initTestCase() { train(), trainDisa(); }
    void writesNpzAndCsv();
    void writesPictures();
    void picturesOfAPairSayWhichSentenceTheyShow();
    void tellsTheErrorOfEstimates();
    void keepsFilesWhenItFails();
};

void CliAttendFilesTest::writesNpzAndCsv() {
    QCOMPARE(m_cli.run({"attend", m_model, m_sentence, "--feature", "mean", "--out", "x.npz"}).code, 0);
    const auto arrays = readNpz(m_cli.path("x.npz").toStdString());
    QVERIFY(arrays.count("L0.H0.weight") && arrays.count("L0.H1.score") && arrays.count("L0.H0.masked"));
    for (const char* name : {"prediction.labels.npy", "prediction.probabilities.npy", "prediction.logits.npy"})
        QVERIFY2(Cli::read(m_cli.path("x.npz")).contains(name), name);
    const NpzArray& masked = arrays.at("L0.H0.masked");
    QCOMPARE(masked.shape, (std::vector<std::int64_t>{4, 4}));
    QVERIFY(std::isnan(masked.values[0]));
    QVERIFY(!std::isnan(masked.values[4]));
    const NpzArray& scores = arrays.at("L0.H0.score");
    QVERIFY(std::none_of(scores.values.begin(), scores.values.end(), [](float score) { return std::isnan(score); }));
    QCOMPARE(scores.values[4], masked.values[4]);
    NpzWriter alone; // fw: keys before the query are seen
    alone.addFlags("L0.H0.hidden", {4, 4}, {1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1});
    const std::string bytes = alone.bytes(), member = bytes.substr(0, bytes.find("PK\x01\x02"));
    QVERIFY(Cli::read(m_cli.path("x.npz")).contains(QByteArray::fromStdString(member)));

    const QStringList one = {"attend", m_model, m_sentence, "--layer", "0", "--head", "0"};
    QCOMPARE(m_cli.run(one + QStringList{"--out", "x.csv"}).code, 0);
    const QList<QByteArray> lines = Cli::read(m_cli.path("x.csv")).trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    QCOMPARE(QString::fromUtf8(lines[0]), "query\\key," + m_sentence.split(' ').join(','));
    QCOMPARE(lines[2].split(',')[1].toFloat(), arrays.at("L0.H0.weight").values[4]);

    QCOMPARE(m_cli.run(one + QStringList{"--stage", "masked", "--out", "y.csv"}).code, 0);
    QVERIFY(Cli::read(m_cli.path("y.csv")).split('\n')[1].endsWith(",,,,"));

    QCOMPARE(m_cli.run(one + QStringList{"--stage", "score", "--out", "z.csv"}).code, 0);
    const QList<QByteArray> scoreLines = Cli::read(m_cli.path("z.csv")).trimmed().split('\n');
    QVERIFY2(scoreLines[0].startsWith(lines[0] + ",hidden: "), scoreLines[0]); // what was there stays where it was
    QVERIFY2(scoreLines[2].endsWith(",0,1,1,1"), scoreLines[2]);
    for (std::size_t key = 0; key < 4; ++key)
        QCOMPARE(scoreLines[2].split(',')[qsizetype(key) + 1].toFloat(), scores.values[4 + key]);
}

void CliAttendFilesTest::writesPictures() {
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

void CliAttendFilesTest::picturesOfAPairSayWhichSentenceTheyShow() {
    const QString model = m_cli.path("pair");
    saveModel(*sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair"), model.toStdString());
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

void CliAttendFilesTest::tellsTheErrorOfEstimates() {
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

void CliAttendFilesTest::keepsFilesWhenItFails() {
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

QTEST_GUILESS_MAIN(headlight::CliAttendFilesTest)
#include "cli_attend_files_test.moc"
