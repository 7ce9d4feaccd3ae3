#include "app/cli/cli_runner.h"

#include <QRegularExpression>
#include <csignal>

namespace headlight {

class CliRunsTest : public QObject {
    Q_OBJECT

private slots:
    void isEmptyAtFirst();
    void lists();
    void filters();
    void shows();
    void damagedDetailsAreNamedAndLeftOut();
    void everyCommandNamesADamagedTime();
    void theListLeavesADamagedRunOut();
    void compares();
    void exports();
    void names();
    void deletesAndRestores();
    void keepsARunThatIsGoingOn();
    void refuses_data();
    void refuses();

private:
    bool damage(const QString& statement);

    Cli m_cli;
};

void CliRunsTest::isEmptyAtFirst() {
    QCOMPARE(m_cli.run({"runs", "list", "--json"}).out, QByteArray("[]\n"));
    QVERIFY(!QFile::exists(m_cli.path("runs.sqlite")));
}

void CliRunsTest::lists() {
    QCOMPARE(m_cli
                 .run(Cli::tiny() << "--tag"
                                  << "draft")
                 .code,
             0);
    QCOMPARE(m_cli.run(Cli::tiny("disa")).code, 0);
    QCOMPARE(m_cli
                 .run(Cli::tiny() << "--set"
                                  << "heads=4")
                 .code,
             0);
    const QJsonArray runs = m_cli.run({"runs", "list", "--json"}).array();
    QCOMPARE(runs.size(), 3);
    const QJsonObject run = runs[0].toObject();
    for (const char* key : {"id", "status", "model", "dataset", "configuration", "best", "last"})
        QVERIFY2(run.contains(QLatin1String(key)), key);
    QCOMPARE(run["id"].toInt(), 1);
    QCOMPARE(run["status"].toString(), QStringLiteral("finished"));
    QCOMPARE(run["model"].toString(), QStringLiteral("mtsa"));
    QVERIFY(run["dataset"].toString().startsWith("diagnostic:first"));
    QCOMPARE(run["configuration"].toObject()["encoder_options"].toObject()["heads"].toInt(), 2);
    QCOMPARE(run["tags"].toArray(), QJsonArray({"draft"}));
    QVERIFY(run["best"].toObject()["test.accuracy"].toDouble() >= run["last"].toObject()["test.accuracy"].toDouble());
    QVERIFY(m_cli.run({"runs", "list"}).out.contains("disa"));
    QCOMPARE(m_cli.run({"runs", "list", "--csv"}).out.count('\n'), 4);
}

void CliRunsTest::filters() {
    const auto ids = [&](const QString& filter) {
        const CliResult result = m_cli.run({"runs", "list", "--json", "--filter", filter});
        QList<int> list;
        for (const QJsonValue& run : result.array())
            list.append(run.toObject()["id"].toInt());
        return list;
    };
    QCOMPARE(ids("model = disa"), QList<int>{2});
    QCOMPARE(ids("model = mtsa and heads >= 4"), QList<int>{3});
    QCOMPARE(ids("draft"), QList<int>{1});
    QCOMPARE(ids("accuracy > 2"), QList<int>{});
}

void CliRunsTest::shows() {
    const QJsonObject run = m_cli.run({"runs", "show", "2", "--json"}).object();
    QCOMPARE(run["id"].toInt(), 2);
    QVERIFY(run["machine"].toObject()["cores"].toInt() > 0);
    QVERIFY(run["evaluations"].toArray().size() >= 4); // dev and test, two epochs
    const QByteArray text = m_cli.run({"runs", "show", "2"}).out;
    QVERIFY(text.contains("test.accuracy"));
    static const QRegularExpression size("train\\.peak_bytes +[0-9.]+ [kM]B");
    QVERIFY2(size.match(text).hasMatch(), text);
}

/// A copy of the store in which an SQL statement was run; false without python3.
bool CliRunsTest::damage(const QString& statement) {
    QFile::remove(m_cli.path("damaged.sqlite"));
    QFile::copy(m_cli.path("runs.sqlite"), m_cli.path("damaged.sqlite"));
    QProcess python;
    m_cli.prepare(python);
    python.start("python3", {"-c", "import sqlite3\nc=sqlite3.connect('damaged.sqlite')\n"
                                   "c.execute(\"" +
                                       statement + "\")\nc.commit()"});
    return python.waitForStarted() && python.waitForFinished() && python.exitCode() == 0;
}

void CliRunsTest::everyCommandNamesADamagedTime() {
    if (!damage("UPDATE run SET created = 9e999 WHERE id = 1"))
        QSKIP("python3 is missing");
    const QList<QStringList> commands = {
        {"runs", "show", "1"},           {"runs", "compare", "1", "2"}, {"runs", "export", "1"},
        {"runs", "rename", "1", "mine"}, {"runs", "tag", "1", "good"},  {"runs", "note", "1", "text"},
        {"runs", "delete", "1"},         {"runs", "restore", "1"},      {"train", "--resume", "1"}};
    for (const QStringList& command : commands) {
        const CliResult result = m_cli.run(command + QStringList{"--store", "damaged.sqlite"});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("the run store is damaged: run 1: created: expected a time"), result.err);
        QCOMPARE(result.err.count('\n'), 1);
    }
}

void CliRunsTest::theListLeavesADamagedRunOut() {
    if (!damage("UPDATE run SET created = 9e999 WHERE id = 1"))
        QSKIP("python3 is missing");
    const CliResult result = m_cli.run({"runs", "list", "--json", "--store", "damaged.sqlite"});
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(
        result.err.startsWith("damaged.sqlite: the run store is damaged; left out is run 1: created: expected a time"),
        result.err);
    QCOMPARE(result.err.count('\n'), 1);
    const QJsonArray runs = QJsonDocument::fromJson(result.out).array();
    QVERIFY(!runs.isEmpty());
    for (const QJsonValue run : runs)
        QVERIFY(run["id"].toInt() != 1);
}

/// The run itself is there.
void CliRunsTest::damagedDetailsAreNamedAndLeftOut() {
    if (!damage("UPDATE evaluation SET details='{'"))
        QSKIP("python3 is missing");
    const QByteArray told =
        "left out is what is damaged: run 1: details of an evaluation, line 1, column 2: no valid JSON";
    const CliResult document = m_cli.run({"runs", "show", "1", "--json", "--store", "damaged.sqlite"});
    QVERIFY2(document.code == 0, document.err);
    QVERIFY2(document.err.startsWith(told) && document.err.count('\n') == 1, document.err); // once for all
    QVERIFY(!document.object()["metrics"].toArray().isEmpty());
    const QJsonArray evaluations = document.object()["evaluations"].toArray();
    QVERIFY(!evaluations.isEmpty());
    for (const QJsonValue evaluation : evaluations)
        QVERIFY(evaluation["details"].isNull() && !evaluation["split"].toString().isEmpty());
    const CliResult text = m_cli.run({"runs", "show", "1", "--store", "damaged.sqlite"});
    QVERIFY2(text.code == 0 && text.err.startsWith(told), text.err);
    QVERIFY2(text.out.contains("test.accuracy"), text.out);
}

void CliRunsTest::compares() {
    const QJsonObject document = m_cli.run({"runs", "compare", "1", "3", "--json"}).object();
    const QJsonObject options = document["options"].toObject();
    QCOMPARE(options.keys(), QStringList({"heads"}));
    QCOMPARE(options["heads"].toArray(), QJsonArray({"2", "4"}));
    QCOMPARE(document["metrics"].toObject()["test.accuracy"].toObject()["best"].toArray().size(), 2);
    const CliResult table = m_cli.run({"runs", "compare", "1", "2"});
    QVERIFY(table.out.contains("run 2") && table.out.contains("model"));
    static const QRegularExpression sizes("train\\.peak_bytes last +[0-9.]+ [kM]B +[0-9.]+ [kM]B\n");
    QVERIFY2(sizes.match(table.out).hasMatch(), table.out);
    const QByteArray csv = m_cli.run({"runs", "compare", "1", "2", "--csv"}).out;
    QVERIFY(csv.startsWith(",run 1,run 2\n"));
    static const QRegularExpression numbers("train\\.peak_bytes last,[0-9.]+,[0-9.]+\n");
    QVERIFY2(numbers.match(csv).hasMatch(), csv);
}

void CliRunsTest::exports() {
    const CliResult csv = m_cli.run({"runs", "export", "1", "3", "--metric", "test.accuracy", "--csv"});
    const QList<QByteArray> lines = csv.out.trimmed().split('\n');
    QCOMPARE(lines[0], QByteArray("run,metric,wall_time,step,epoch,value"));
    QCOMPARE(lines.size(), 1 + 2 * 2);
    QVERIFY(lines[1].startsWith("1,test.accuracy,"));
    QCOMPARE(m_cli.run({"runs", "export", "1", "3", "--metric", "test.accuracy", "--out", "points.CSV"}).code, 0);
    QCOMPARE(Cli::read(m_cli.path("points.CSV")), csv.out);
    QCOMPARE(m_cli.run({"runs", "export", "1", "--out", "points.json"}).code, 0); // the ending says what it is
    const QJsonArray metrics = QJsonDocument::fromJson(Cli::read(m_cli.path("points.json"))).array();
    bool found = false;
    for (const QJsonValue& metric : metrics)
        if (metric.toObject()["metric"].toString() == QStringLiteral("train.loss")) {
            found = true;
            QCOMPARE(metric.toObject()["points"].toArray()[0].toArray().size(), 4);
        }
    QVERIFY(found);
}

void CliRunsTest::names() {
    QCOMPARE(m_cli.run({"runs", "rename", "1", "my, \"first\" run"}).code, 0);
    QCOMPARE(m_cli.run({"runs", "tag", "1", "paper", "good"}).code, 0);
    QCOMPARE(m_cli.run({"runs", "note", "1", "to be repeated"}).code, 0);
    const QJsonObject run = m_cli.run({"runs", "show", "1", "--json"}).object();
    QCOMPARE(run["name"].toString(), QStringLiteral("my, \"first\" run"));
    QCOMPARE(run["tags"].toArray(), QJsonArray({"good", "paper"}));
    QCOMPARE(run["notes"].toString(), QStringLiteral("to be repeated"));
    QVERIFY(m_cli.run({"runs", "list", "--csv"}).out.contains("\"my, \"\"first\"\" run\""));
    const QString steering = QString::fromUtf8("red\u009b31m");
    QCOMPARE(m_cli.run({"runs", "rename", "1", steering}).code, 0);
    QCOMPARE(m_cli.run({"runs", "show", "1", "--json"}).object()["name"].toString(), steering);
    for (const QStringList& command :
         {QStringList{"list"}, QStringList{"show", "1"}, QStringList{"compare", "1", "2"}}) {
        const QByteArray out = m_cli.run(QStringList{"runs"} + command).out;
        QVERIFY2(out.contains("red?31m") && !out.contains("\u009b"), out);
    }
    QCOMPARE(m_cli.run({"runs", "tag", "1"}).code, 0);
    QVERIFY(m_cli.run({"runs", "show", "1", "--json"}).object()["tags"].toArray().isEmpty());
}

void CliRunsTest::deletesAndRestores() {
    const CliResult deleted = m_cli.run({"runs", "delete", "1", "2"});
    QCOMPARE(deleted.code, 0);
    QVERIFY(deleted.err.contains("runs restore 1 2\n"));
    QCOMPARE(m_cli.run({"runs", "list", "--json"}).array().size(), 1);
    QCOMPARE(m_cli.run({"runs", "list", "--json", "--deleted"}).array().size(), 2);
    QVERIFY(QFile::exists(m_cli.path("runs/1/best/config.json")));
    QCOMPARE(m_cli.run({"runs", "delete", "3", "77"}).code, 1); // nothing is half done
    QCOMPARE(m_cli.run({"runs", "list", "--json"}).array().size(), 1);
    const CliResult again = m_cli.run({"runs", "delete", "3", "1"});
    QCOMPARE(again.message(), QStringLiteral("headlight-cli: run 1 is deleted already"));
    QCOMPARE(m_cli.run({"runs", "restore", "1", "3"}).code, 1); // run 3 is not deleted
    QCOMPARE(m_cli.run({"runs", "list", "--json"}).array().size(), 1);
    QCOMPARE(m_cli.run({"runs", "restore", "1", "2"}).code, 0);
    QCOMPARE(m_cli.run({"runs", "list", "--json"}).array().size(), 3);
    const QString store = m_cli.path("runs.sqlite"); // a store that was named is named where it is told how to undo
    QVERIFY(m_cli.run({"runs", "delete", "1", "--store", store}).message().endsWith("restore 1 --store " + store));
    QCOMPARE(m_cli.run({"runs", "restore", "1"}).code, 0);
}

void CliRunsTest::keepsARunThatIsGoingOn() {
    Cli cli;
    QCOMPARE(cli.run(Cli::tiny()).code, 0); // run 1
    QProcess training;
    cli.prepare(training);
    training.start(cliProgram(), Cli::tiny("mtsa", 1000, 2000)); // run 2
    const auto status = [&] {
        return cli.run({"runs", "list", "--json"}).array().at(1).toObject()["status"].toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(status(), QStringLiteral("running"), 60000);
    const CliResult refused = cli.run({"runs", "delete", "1", "2"});
    QCOMPARE(refused.code, 1);
    QCOMPARE(refused.message(),
             QStringLiteral("headlight-cli: run 2 is still going on: stop it where it runs, then delete it"));
    QCOMPARE(cli.run({"runs", "list", "--json"}).array().size(), 2);
    QCOMPARE(cli.run({"runs", "delete", "1"}).code, 0);
    ::kill(pid_t(training.processId()), SIGINT);
    QVERIFY(training.waitForFinished(60000));
    QCOMPARE(training.exitCode(), 130);
    QCOMPARE(cli.run({"runs", "delete", "2"}).code, 0);
}

void CliRunsTest::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("no action") << QStringList{} << 2 << "--help";
    QTest::newRow("no such run") << QStringList{"show", "42"} << 1 << "42";
    QTest::newRow("no number") << QStringList{"show", "last"} << 2 << "last";
    QTest::newRow("one to compare") << QStringList{"compare", "1"} << 2 << "ID";
    QTest::newRow("filter") << QStringList{"list", "--filter", "modl = mtsa"} << 1 << "model";
    QTest::newRow("metric") << QStringList{"export", "1", "--metric", "test.acuracy"} << 1 << "test.accuracy";
    QTest::newRow("two forms") << QStringList{"list", "--json", "--csv"} << 2 << "--json";
}

void CliRunsTest::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const CliResult result = m_cli.run(QStringList{"runs"} + arguments);
    QCOMPARE(result.code, code);
    QVERIFY2(result.message().startsWith("headlight-cli: "), result.err);
    QVERIFY2(result.message().contains(says), result.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliRunsTest)
#include "cli_runs_test.moc"
