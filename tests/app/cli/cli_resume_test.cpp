#include "app/cli/cli_runner.h"

#include <QElapsedTimer>
#include <csignal>

namespace headlight {

/// Trainings that are stopped or killed, and go on.
class CliResumeTest : public QObject {
    Q_OBJECT

private slots:
    void goesOnAfterAKill();
    void stopsOnCtrlC();
    void aKilledSeriesGoesOnWithWhatHadNotBegun();
    void aDamagedSeriesIsRefusedBeforeAnyOfItIsTrained();
    void whatASeriesCouldNotReadAgainIsRefusedAtOnce();
    void aMovedCorpusIsNamedAnew();

private:
    /// Starts a long training; returns when it is past its first epoch.
    void startLong(QProcess& process, const QStringList& arguments);
    static QByteArray modelOf(const Cli& cli, int run, const QString& kind = QStringLiteral("last")) {
        const QByteArray bytes = Cli::read(cli.path(QStringLiteral("runs/%1/%2/model.safetensors").arg(run).arg(kind)));
        return bytes;
    }
};

void CliResumeTest::startLong(QProcess& process, const QStringList& arguments) {
    process.start(cliProgram(), arguments);
    QByteArray err;
    QElapsedTimer timer;
    timer.start();
    while (!err.contains("epoch 2") && timer.elapsed() < 60000) {
        process.waitForReadyRead(100);
        process.setReadChannel(QProcess::StandardError);
        process.waitForReadyRead(100);
        err += process.readAllStandardError();
    }
    QVERIFY2(err.contains("epoch 2"), err);
    QCOMPARE(process.state(), QProcess::Running);
}

void CliResumeTest::goesOnAfterAKill() {
    Cli cli;
    const QStringList arguments = Cli::tiny("mtsa", 30, 1500);
    cli.setVariable("LC_ALL", "de_DE.UTF-8");
    const CliResult undisturbed = cli.run(arguments);
    QCOMPARE(undisturbed.code, 0);
    QVERIFY2(undisturbed.err.contains(
                 "Trained on 1,500 examples. The best model is chosen on 20 examples (dev) and tested on 20"),
             undisturbed.err);
    QProcess process;
    cli.prepare(process);
    startLong(process, arguments);
    process.kill();
    QVERIFY(process.waitForFinished());
    QVERIFY(modelOf(cli, 2).isEmpty());
    const CliResult resumed = cli.run({"train", "--resume", "2", "--threads", "1"});
    QVERIFY2(resumed.code == 0, resumed.err);
    QVERIFY2(resumed.err.contains("resumed after step"), resumed.err);
    QVERIFY2(resumed.err.contains("Trained on 1,500 examples. "), resumed.err);
    QVERIFY(!modelOf(cli, 1).isEmpty());
    QCOMPARE(modelOf(cli, 2), modelOf(cli, 1));
    QCOMPARE(modelOf(cli, 2, "best"), modelOf(cli, 1, "best"));
    const CliResult again = cli.run({"train", "--resume", "2"});
    QCOMPARE(again.code, 1);
    QVERIFY2(again.message().contains("finished"), again.err);
}

void CliResumeTest::stopsOnCtrlC() {
    Cli cli;
    QProcess process;
    cli.prepare(process);
    startLong(process, Cli::tiny("mtsa", 1000, 500) + QStringList{"--seeds", "1,2,3"});
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 130);
    const QByteArray err = process.readAllStandardError();
    QVERIFY2(err.contains("stopped; go on, then with those not begun, with: headlight-cli train --resume 1"), err);
    QVERIFY2(err.contains("not begun: seed 2; seed 3\n"), err);
    QVERIFY(process.readAllStandardOutput().contains("run 1 stopped"));
    QCOMPARE(cli.run({"runs", "list", "--json"}).array()[0].toObject()["status"].toString(), QStringLiteral("stopped"));
    QVERIFY(QFile::exists(cli.path("runs/1/last/config.json")));
}

void CliResumeTest::aKilledSeriesGoesOnWithWhatHadNotBegun() {
    Cli cli;
    QProcess process;
    cli.prepare(process);
    startLong(process, Cli::tiny("mtsa", 4, 1500) + QStringList{"--seeds", "1,2,3", "--name", "three", "--tag", "x"});
    process.kill();
    QVERIFY(process.waitForFinished());
    const CliResult resumed = cli.run({"train", "--resume", "1", "--json"});
    QVERIFY2(resumed.code == 0, resumed.err);
    QStringList names;
    for (const QJsonValue& run : resumed.object()["runs"].toArray())
        names << run.toObject()["name"].toString() + ' ' + run.toObject()["status"].toString();
    QCOMPARE(names, QStringList({"three, seed 1 finished", "three, seed 2 finished", "three, seed 3 finished"}));
    const QJsonArray stored = cli.run({"runs", "list", "--json"}).array();
    QCOMPARE(stored.size(), 3);
    QCOMPARE(stored[2].toObject()["tags"].toArray(), QJsonArray({"x"}));
    QCOMPARE(cli.run({"train", "--resume", "3"}).code, 1); // nothing is left
}

void CliResumeTest::aDamagedSeriesIsRefusedBeforeAnyOfItIsTrained() {
    Cli cli;
    QCOMPARE(cli.run(Cli::tiny("mtsa", 1, 20)).code, 0);
    cli.write("runs/1/series.json", R"([[2, 0, "", [], ""], [3, 1, "", [], ""]])");
    const CliResult resumed = cli.run({"train", "--resume", "1"});
    QCOMPARE(resumed.code, 1);
    QVERIFY2(resumed.message().contains("series.json: run 2 of 2: fold: expected 0 … 0, got 1; run 1 itself is "
                                        "finished: without this file nothing more follows it"),
             resumed.err);
    QCOMPARE(cli.run({"runs", "list", "--json"}).array().size(), 1);
}

void CliResumeTest::whatASeriesCouldNotReadAgainIsRefusedAtOnce() {
    Cli cli;
    for (const QStringList& label : {QStringList{"--name", "a\nb"}, {"--tag", " "}, {"--out", "a\nb"}}) {
        const CliResult refused = cli.run(Cli::tiny("mtsa", 1, 20) + label);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.message().contains(label[0] + ": expected a text of one line"), refused.err);
    }
}

void CliResumeTest::aMovedCorpusIsNamedAnew() {
    Cli cli;
    QVERIFY(QDir().mkpath(cli.path("old")));
    for (const char* name : {"train.txt", "test.txt"})
        cli.write(QString("old/") + name, QByteArray("good\ta day\nbad\tno day\n").repeated(40));
    QProcess process;
    cli.prepare(process);
    startLong(process, {"train", "--data", "old", "--set", "epochs=20000", "--set", "embedding_features=8", "--set",
                        "head_features=4", "--set", "hidden=4"});
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished());
    QVERIFY(QDir().rename(cli.path("old"), cli.path("new")));
    const CliResult lost = cli.run({"train", "--resume", "1"});
    QCOMPARE(lost.code, 1);
    QVERIFY2(lost.message().contains("no such file or folder"), lost.err);
    QVERIFY2(lost.message().endsWith("name it with --data"), lost.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliResumeTest)
#include "cli_resume_test.moc"
