#include "app/cli/cli_runner.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>

namespace headlight {

/// What nobody hands over by a slip: paths that the system refuses, pipes in the place of folders, a store that goes
/// away, texts that steer a terminal or fill it.
class CliHostileTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void paths_data();
    void paths();
    void foldersOfStoredRuns_data();
    void foldersOfStoredRuns();
    void aPipeInThePlaceOfAModelIsToldAtTheBegin();
    void aStoreThatGoesAway();
    void longTextsAreCut();
    void documentsSteerNoTerminal();
    void dataIsPrintableOnATerminal();
    void namesOfEntriesAreShownInOneLine();
    void documentsOfAStoreMayBeNestedDeeply();

private:
    static void verifyRefused(const CliResult& result, const QString& says) {
        QCOMPARE(result.code, 1);
        QVERIFY2(result.message().startsWith("headlight-cli: "), result.err);
        QVERIFY2(result.message().contains(says), result.err);
        QVERIFY2(!result.err.contains("mistake in Headlight"), result.err);
        QCOMPARE(result.err.count("headlight-cli: "), 1);
        QVERIFY2(result.err.size() < 5000, result.err.left(5000));
    }
    void change(const QString& sql, const std::string& value) const {
        SQLite::Database store(m_cli.path("runs.sqlite").toStdString(), SQLite::OPEN_READWRITE);
        SQLite::Statement statement(store, sql.toStdString());
        statement.bind(1, value);
        statement.exec();
    }
    Cli m_cli;
};

void CliHostileTest::initTestCase() {
    QCOMPARE(m_cli.run(Cli::tiny()).code, 0);
    QCOMPARE(m_cli.run(Cli::tiny()).code, 0);
    QVERIFY(QFile::link("loop", m_cli.path("loop")));
    m_cli.write("file", "text");
}

void CliHostileTest::paths_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const QString longName(300, 'a');
    const auto train = [](const QStringList& more) { return Cli::tiny() << more; };
    QTest::newRow("long --out") << train({"--out", longName}) << "aaa: the name is too long; choose a shorter one";
    QTest::newRow("--out in a circle") << train({"--out", "loop/run"}) << "loop/run: its links lead in a circle";
    QTest::newRow("--out below a long name") << train({"--out", longName + "/run"}) << "the name is too long";
    QTest::newRow("long path") << train({"--out", QString("a/").repeated(5000)}) << "the name is too long";
    QTest::newRow("store in a circle") << train({"--store", "loop"}) << "its links lead in a circle";
    QTest::newRow("long store") << train({"--store", longName}) << "the name is too long";
    QTest::newRow("corpus in a circle") << QStringList{"train", "--data", "loop"} << "loop: ";
    QTest::newRow("long corpus") << QStringList{"train", "--data", longName} << "aaa: ";
    QTest::newRow("configuration in a circle") << QStringList{"train", "--config", "loop"} << "lead in a circle";
    QTest::newRow("model in a circle") << QStringList{"inspect", "loop"} << "its links lead in a circle";
    QTest::newRow("long model") << QStringList{"attend", longName, "a1"} << "the name is too long";
}

void CliHostileTest::paths() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    verifyRefused(m_cli.run(arguments), says);
}

void CliHostileTest::foldersOfStoredRuns_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("says");
    QTest::newRow("long") << "/tmp/" + QString("a/").repeated(50000) << "the name is too long";
    QTest::newRow("a circle") << m_cli.path("loop") << "its links lead in a circle";
    QTest::newRow("a file") << m_cli.path("file") << "the checkpoint of run 1 is missing";
    QTest::newRow("a device") << "/dev/zero"
                              << "the checkpoint of run 1 is missing";
}

void CliHostileTest::foldersOfStoredRuns() {
    QFETCH(QString, folder);
    QFETCH(QString, says);
    change("UPDATE run SET status = 'stopped', checkpoint = ? WHERE id = 1", folder.toStdString());
    verifyRefused(m_cli.run({"train", "--resume", "1"}), says);
}

void CliHostileTest::aPipeInThePlaceOfAModelIsToldAtTheBegin() {
    change("UPDATE run SET status = ? WHERE id = 2", "stopped");
    const QString last = m_cli.path("runs/2/last");
    QVERIFY(QDir(last).removeRecursively());
    QCOMPARE(::mkfifo(last.toLocal8Bit().constData(), 0600), 0);
    const CliResult result = m_cli.run({"train", "--resume", "2"});
    verifyRefused(result, "runs/2/last: there is a pipe of that name; remove it");
    QVERIFY2(!result.err.contains("epoch"), result.err);
    // Who reads a pipe waits for who writes to it: a checkpoint is none.
    QVERIFY(QFile::remove(last));
    const QString state = m_cli.path("runs/2/resume/state.json");
    QVERIFY(QFile::rename(state, state + ".good"));
    QCOMPARE(::mkfifo(state.toLocal8Bit().constData(), 0600), 0);
    verifyRefused(m_cli.run({"train", "--resume", "2"}), "state.json: it is a pipe, expected a regular file");
}

void CliHostileTest::aStoreThatGoesAway() {
    Cli cli;
    QProcess training;
    cli.prepare(training);
    training.start(cliProgram(), Cli::tiny("mtsa", 100000) << "--store" << cli.path("gone.sqlite"));
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(cli.path("runs/1/best/config.json")); }, 60000));
    for (const char* suffix : {"", "-wal", "-shm"})
        QFile::remove(cli.path("gone.sqlite") + suffix);
    QVERIFY(training.waitForFinished(60000));
    QCOMPARE(training.exitCode(), 1);
    const QByteArray message = training.readAllStandardError().trimmed().split('\n').last();
    QVERIFY2(message.startsWith("headlight-cli: run 1: the store ") &&
                 message.contains("gone.sqlite is gone: it was deleted or moved") &&
                 message.endsWith("are kept in " + cli.path("runs/1").toUtf8()),
             message);
    QVERIFY(!QFile::exists(cli.path("gone.sqlite"))); // no empty one is left in its place
    QCOMPARE(cli.run({"inspect", "runs/1/best"}).code, 0);
}

void CliHostileTest::longTextsAreCut() {
    const std::string name(1000000, 'W');
    change("UPDATE run SET name = ?1, model = ?1, dataset_name = ?1, notes = ?1, message = ?1", name);
    for (const QStringList& arguments :
         {QStringList{"runs", "list"}, {"runs", "show", "1"}, {"runs", "compare", "1", "2"}}) {
        const CliResult result = m_cli.run(arguments);
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.size() < 40000, QByteArray::number(result.out.size()));
        QVERIFY(result.out.contains(QByteArray(79, 'W') + "…"));
    }
    QVERIFY(!m_cli.run({"runs", "compare", "1", "2"}).out.contains(QByteArray(80, 'W')));
    QCOMPARE(m_cli.run({"runs", "show", "1", "--json"}).object()["name"].toString().size(), 1000000);
    QVERIFY(m_cli.run({"runs", "compare", "1", "2", "--csv"}).out.contains(QByteArray(1000000, 'W')));
    // Characters are cut, not bytes, and what breaks lines breaks no table.
    change("UPDATE run SET name = ?", QString::fromUtf8("ä\n").repeated(60).toStdString());
    const QByteArray table = m_cli.run({"runs", "compare", "1", "2"}).out;
    QVERIFY2(table.contains(QString::fromUtf8("ä?").repeated(39).toUtf8() + "ä…"), table);
}

void CliHostileTest::documentsSteerNoTerminal() {
    const QString name = QString::fromUtf8("a\u202eb\u009bc\x7f");
    change("UPDATE run SET name = ?, notes = '', message = ''", name.toStdString());
    for (const QStringList& arguments : {QStringList{"runs", "list", "--json"}, {"runs", "show", "1", "--json"}}) {
        const CliResult result = m_cli.run(arguments);
        QVERIFY2(result.out.contains("a\\u202eb\\u009bc\\u007f"), result.out);
        QCOMPARE((arguments[1] == "list" ? result.array()[0].toObject() : result.object())["name"].toString(), name);
    }
}

void CliHostileTest::dataIsPrintableOnATerminal() {
    change("UPDATE metric SET name = name || ?", "\x1b[2J");
    const QString exporting = "\"$CLI\" runs export 1 --metric \"$(printf 'train.loss\\033[2J')\"";
    const CliResult piped = m_cli.shell(exporting);
    QCOMPARE(piped.code, 0);
    QVERIFY2(piped.out.contains("1,train.loss\x1b[2J,"), piped.out);
    m_cli.write("export.sh", exporting.toUtf8());
    const CliResult shown =
        m_cli.shell("command -v script > /dev/null || exit 99; script -qec 'sh export.sh' /dev/null");
    if (shown.code == 99)
        QSKIP("script is missing, which gives a terminal");
    QVERIFY2(shown.out.contains("1,train.loss?[2J,") && !shown.out.contains('\x1b'), shown.out);
}

void CliHostileTest::namesOfEntriesAreShownInOneLine() {
    QCOMPARE(m_cli
                 .run(Cli::tiny() << "--out"
                                  << "model")
                 .code,
             0);
    QByteArray config = Cli::read(m_cli.path("model/best/config.json"));
    config.replace("\"version\"", "\"a\\nb" + QByteArray(3000, 'c') + "\": 1, \"version\"");
    m_cli.write("model/best/config.json", config);
    const CliResult result = m_cli.run({"inspect", "model/best"});
    verifyRefused(result, "config.json: unknown entry \"a?bccc");
    QVERIFY2(result.err.count('\n') == 1 && result.err.size() < 500, result.err);
}

/// To look at every level by a call of its own would exhaust the stack.
void CliHostileTest::documentsOfAStoreMayBeNestedDeeply() {
    const std::string deep = std::string(100000, '[') + std::string(100000, ']');
    for (const std::string& document : {"{\"train\": {\"seed\": " + deep + "}}", "{\"version\": " + deep + "}", deep}) {
        change("UPDATE run SET configuration = ?", document);
        for (const QStringList& arguments : {QStringList{"runs", "list", "--json"},
                                             {"runs", "show", "1"},
                                             {"runs", "show", "1", "--json"},
                                             {"runs", "compare", "1", "2"},
                                             {"runs", "export", "1", "--json"}})
            QCOMPARE(m_cli.run(arguments).code, 0);
        change("UPDATE run SET status = ?", "stopped");
        verifyRefused(m_cli.run({"train", "--resume", "1"}), "its stored configuration is damaged");
    }
    change("UPDATE evaluation SET details = ?", deep);
    const CliResult shown = m_cli.run({"runs", "show", "1", "--json"}); // all that is not damaged
    QCOMPARE(shown.code, 0);
    QVERIFY2(shown.err.contains("more than 100 brackets within each other"), shown.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliHostileTest)
#include "cli_hostile_test.moc"
