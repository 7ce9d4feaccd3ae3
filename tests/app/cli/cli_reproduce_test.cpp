#include "app/cli/cli_runner.h"

#include <QXmlStreamReader>
#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>

namespace headlight {

/// The papers' figures that are measured: stopped, gone on with, drawn, and drawn again from the store.
class CliReproduceTest : public QObject {
    Q_OBJECT

private slots:
    void isStoppedAndGoesOn();
    void writesWhatTheStoreHas();
    void picturesAreWhole();
    void thePageLinksWhatIsThere();
    void measuresNothingTwice();
    void refuses_data();
    void refuses();
    void refusesAStoreOnce();

private:
    static QStringList both() {
        return {"reproduce", "mtsa-figure-1,biblosan-figure-6", "--quick", "--out", "figures"};
    }
    int measured() const {
        SQLite::Database store(m_cli.path("runs.sqlite").toStdString());
        return store.execAndGet("SELECT count(*) FROM measurement").getInt();
    }
    QList<QByteArrayList> table(const QString& file) const {
        QList<QByteArrayList> rows;
        for (const QByteArray& line : Cli::read(m_cli.path(file)).trimmed().split('\n'))
            rows << line.split(',');
        return rows;
    }
    static constexpr int points = 9 * 4 * 2; ///< encoders, lengths, modes
    Cli m_cli;
};

void CliReproduceTest::isStoppedAndGoesOn() {
    QProcess process;
    m_cli.prepare(process);
    process.setReadChannel(QProcess::StandardError);
    process.start(cliProgram(), both());
    QByteArray told;
    while (!told.contains("point 4 of") && process.waitForReadyRead(60000))
        told += process.readAllStandardError();
    QVERIFY2(told.contains("point 4 of 72"), told);
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(!QFile::exists(m_cli.path("figures/index.html")));
    const int before = measured();
    QVERIFY2(before >= 3 && before < points, qPrintable(QString::number(before)));
    const CliResult result = m_cli.run(both());
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(result.err.contains("mtsa-figure-1: point " + QByteArray::number(before + 1) + " of 72"), result.err);
    QVERIFY(!result.err.contains("mtsa-figure-1: point 1 of")); // it was measured before
    QVERIFY(!result.err.contains("biblosan-figure-6: point"));  // shares what is measured
    QCOMPARE(measured(), points);
    QCOMPARE(result.out, QByteArray("figures/index.html\n"));
}

void CliReproduceTest::writesWhatTheStoreHas() {
    QVERIFY(m_cli.run({"scale", "--sweep", "1", "--out", "sweep.csv"}).code == 0);
    QMap<QByteArray, QByteArrayList> stored;
    for (const QByteArrayList& row : table("sweep.csv"))
        stored.insert(row[0] + ' ' + row[3] + ' ' + row[6], row);
    const auto rows = table("figures/mtsa-figure-1.csv");
    QCOMPARE(rows.size(), 1 + 8 * 4 * 2);
    QCOMPARE(rows[0].mid(12, 2).join(','), QByteArray("peak_bytes,published_peak_bytes"));
    int published = 0;
    for (const QByteArrayList& row : rows.mid(1)) {
        const QByteArrayList& one = stored[row[0] + ' ' + row[3] + ' ' + row[4]];
        QVERIFY2(!one.isEmpty(), row.join(','));
        QVERIFY(qAbs(row[9].toDouble() / one[9].toDouble() - 1) < 1e-8);
        QCOMPARE(row[12].toDouble(), one[12].toDouble());
        QCOMPARE(row[1], one[1]);
        published += !row[13].isEmpty();
        if (row[0] == "disa" && row[3] == "train" && row[4] == "64")
            QCOMPARE(row[13].toDouble(), 6682e6);
        if (row[0] == "mtsa")
            QVERIFY(row[1].contains("preset=classification"));
    }
    QCOMPARE(published, 8); // the rows of the paper's table
    for (const QByteArrayList& row : table("figures/biblosan-figure-6.csv").mid(1))
        QVERIFY(row[13].isEmpty()); // it has no numbers
}

void CliReproduceTest::picturesAreWhole() {
    for (const char* figure : {"mtsa-figure-1", "biblosan-figure-6"})
        for (const char* plot : {"time-train", "time-infer", "memory-train", "memory-infer"}) {
            const QString name = m_cli.path(QStringLiteral("figures/%1-%2").arg(QLatin1String(figure), plot));
            QXmlStreamReader svg(Cli::read(name + ".svg"));
            int paths = 0;
            while (!svg.atEnd())
                paths += svg.readNext() == QXmlStreamReader::StartElement &&
                         (svg.name() == QLatin1String("polyline") || svg.name() == QLatin1String("path"));
            QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
            QVERIFY2(paths >= 7, qPrintable(name)); // a line for each encoder
            QVERIFY(Cli::read(name + ".pdf").startsWith("%PDF-"));
        }
}

void CliReproduceTest::thePageLinksWhatIsThere() {
    const QString page = QString::fromUtf8(Cli::read(m_cli.path("figures/index.html")));
    QVERIFY(!page.contains("<script"));
    QSet<QString> linked;
    auto links = QRegularExpression(QStringLiteral("(?:src|href)=\"([^\"]+)\"")).globalMatch(page);
    while (links.hasNext())
        linked.insert(links.next().captured(1));
    QStringList there = QDir(m_cli.path("figures")).entryList(QDir::Files);
    there.removeOne("index.html");
    QCOMPARE(linked, QSet<QString>(there.begin(), there.end()));
    QCOMPARE(there.size(), 2 * (4 * 2 + 1));
}

void CliReproduceTest::measuresNothingTwice() {
    const QByteArray before = Cli::read(m_cli.path("figures/mtsa-figure-1.csv"));
    const CliResult result = m_cli.run(both());
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(!result.err.contains("point"), result.err);
    QCOMPARE(Cli::read(m_cli.path("figures/mtsa-figure-1.csv")), before);
    QCOMPARE(measured(), points);
}

void CliReproduceTest::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    m_cli.write("file", "x");
    QTest::newRow("no list") << QStringList{} << 2 << "LIST";
    QTest::newRow("unknown") << QStringList{"mtsa-figure-2"} << 1 << "Did you mean \"mtsa-figure-1\"?";
    QTest::newRow("nothing") << QStringList{","} << 1 << "which figures";
    QTest::newRow("a file") << QStringList{"all", "--out", "file"} << 1 << "this is a file";
    QTest::newRow("no data") << QStringList{"all", "--data", "nowhere"} << 1
                             << "--data nowhere: there is no such folder";
    QTest::newRow("data in a file") << QStringList{"all", "--data", "file"} << 1 << "expected a folder, this is a file";
    QTest::newRow("below a file") << QStringList{"all", "--out", "file/below"} << 1 << "can't be made";
}

void CliReproduceTest::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const CliResult result = m_cli.run(QStringList{"reproduce"} + arguments);
    QCOMPARE(result.code, code);
    QVERIFY2(result.message().contains(says), result.err);
    QVERIFY(result.out.isEmpty());
}

void CliReproduceTest::refusesAStoreOnce() {
    m_cli.write("notes.txt", "this is no store of runs\n");
    const CliResult result = m_cli.run({"reproduce", "all", "--quick", "--store", "notes.txt", "--out", "refused"});
    QCOMPARE(result.code, 1);
    QVERIFY2(result.message().startsWith(QStringLiteral("headlight-cli: ")), result.err);
    QVERIFY2(result.message().contains(QStringLiteral("notes.txt")), result.err);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY(result.out.isEmpty());
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliReproduceTest)
#include "cli_reproduce_test.moc"
