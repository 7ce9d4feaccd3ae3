#include "app/cli/cli_runner.h"

#include <csignal>

namespace headlight {

/// The papers' figures that are trained: on small corpora of their names, stopped, gone on with, and never twice.
class CliReproduceTrainedTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void isStoppedAndGoesOn();
    void drawsItsRunsAgain();
    void aTableHasThePapersFigures();
    void figuresShareRuns();
    void leavesOutWhatHasNoCorpus();

private:
    QStringList command(const QString& list) const {
        return {"reproduce", list, "--quick", "--data", "data", "--out", "figures"};
    }
    /// By the names of its columns.
    QList<QMap<QString, QString>> table(const QString& file) const {
        QList<QMap<QString, QString>> rows;
        const QList<QByteArray> lines = Cli::read(m_cli.path(file)).trimmed().split('\n');
        const QByteArrayList names = lines.first().split(',');
        for (const QByteArray& line : lines.mid(1)) {
            const QByteArrayList cells = line.split(',');
            QMap<QString, QString>& row = rows.emplace_back();
            for (qsizetype c = 0; c < qMin(cells.size(), names.size()); ++c)
                row.insert(names[c], cells[c]);
            row[names.last()] = cells.last(); // a source before it has a comma
        }
        return rows;
    }
    QJsonArray runs(const QString& figure) const {
        QJsonArray found;
        for (const QJsonValue& run : m_cli.run({"runs", "list", "--json"}).array())
            if (run["tags"].toArray().contains(figure))
                found.append(run);
        return found;
    }
    Cli m_cli;
};

void CliReproduceTrainedTest::initTestCase() {
    QDir(m_cli.path({})).mkpath("data/cr");
    QDir(m_cli.path({})).mkpath("data/snli");
    QDir(m_cli.path({})).mkpath("data/multi30k_ende/tok");
    QByteArray reviews, first, second, labels;
    for (int i = 0; i < 300; ++i) {
        const bool isGood = i % 3 > 0;
        reviews += QByteArray(isGood ? "1 it works well and" : "0 it broke soon and") + " the box has " +
                   QByteArray::number(i % 17) + " parts\n";
    }
    for (int i = 0; i < 60; ++i) {
        first += "a man walks with " + QByteArray::number(i % 7) + " dogs \n";
        second += (i % 2 > 0 ? "a man walks " : "nobody is here ") + QByteArray("now \n");
        labels += i % 2 > 0 ? "entailment\n" : "contradiction\n";
    }
    m_cli.write("data/cr/custrev.all", reviews);
    for (const char* part : {"dev", "test"}) {
        m_cli.write(QStringLiteral("data/snli/s1.%1").arg(part), first);
        m_cli.write(QStringLiteral("data/snli/s2.%1").arg(part), second);
        m_cli.write(QStringLiteral("data/snli/labels.%1").arg(part), labels);
    }
    for (const char* file : {"train.en", "train.de", "dev.en", "dev.de", "test.en", "test.de"})
        QVERIFY(QFile::copy(samples(QStringLiteral("translations/") + file),
                            m_cli.path(QStringLiteral("data/multi30k_ende/tok/") + file)));
}

void CliReproduceTrainedTest::isStoppedAndGoesOn() {
    QProcess process;
    m_cli.prepare(process);
    process.setReadChannel(QProcess::StandardError);
    process.start(cliProgram(), command("biblosan-figure-5"));
    QByteArray told;
    while (!told.contains("run 2 of 5") && process.waitForReadyRead(60000))
        told += process.readAllStandardError();
    QVERIFY2(told.contains("biblosan-figure-5: run 2 of 5"), told);
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(!QFile::exists(m_cli.path("figures/index.html")));
    const CliResult result = m_cli.run(command("biblosan-figure-5"));
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(result.err.contains("run 1 of 4"), result.err); // the first had ended
    const QJsonArray kept = runs("biblosan-figure-5");
    QCOMPARE(kept.size(), 5); // the stopped one was gone on with
    for (const QJsonValue& run : kept)
        QCOMPARE(run["status"].toString(), QStringLiteral("finished"));
}

void CliReproduceTrainedTest::drawsItsRunsAgain() {
    const QByteArray before = Cli::read(m_cli.path("figures/biblosan-figure-5.csv"));
    const CliResult result = m_cli.run(command("biblosan-figure-5"));
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(!result.err.contains("run 1 of"), result.err);
    QCOMPARE(runs("biblosan-figure-5").size(), 5);
    QCOMPARE(Cli::read(m_cli.path("figures/biblosan-figure-5.csv")), before);
    QVERIFY(Cli::read(m_cli.path("figures/biblosan-figure-5-accuracy.pdf")).startsWith("%PDF-"));
    const QByteArray page = Cli::read(m_cli.path("figures/index.html"));
    QVERIFY(page.contains("biblosan-figure-5-accuracy.svg"));
    QVERIFY(page.contains("Quick: "));
}

void CliReproduceTrainedTest::aTableHasThePapersFigures() {
    const CliResult result = m_cli.run(command("mtsa-table-3"));
    QVERIFY2(result.code == 0, result.err);
    const auto rows = table("figures/mtsa-table-3.csv");
    QCOMPARE(rows.size(), 5);
    QMap<QString, QString> published;
    for (const auto& row : rows) {
        published.insert(row["setting"], row["published_accuracy"]);
        QCOMPARE(row["status"], QStringLiteral("finished"));
        const CliResult shown = m_cli.run({"runs", "show", row["run"], "--json"});
        QCOMPARE(shown.object()["model"].toString(), QStringLiteral("mtsa"));
        QVERIFY(row["accuracy"].toDouble() >= 0 && row["accuracy"].toDouble() <= 1);
    }
    QCOMPARE(published, (QMap<QString, QString>{{"MTSA", "0.863"},
                                                {"no masks", "0.853"},
                                                {"no token2token", "0.858"},
                                                {"no source2token", "0.849"},
                                                {"none of them", "0.843"}}));
}

void CliReproduceTrainedTest::figuresShareRuns() {
    const CliResult result = m_cli.run(command("csan-figure-2,csan-figure-3"));
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(!result.err.contains("csan-figure-3: run"), result.err); // it has those of the other one
    QCOMPARE(runs("csan-figure-2").size(), 9);                        // 5 windows, 3 more areas, plain
    QMap<QString, QSet<QString>> orders;
    for (const auto& row : table("figures/csan-figure-3.csv"))
        orders[row["setting"]].insert(row["n"]);
    const QSet<QString> four = {"1", "2", "3", "4"};
    QCOMPARE(orders, (QMap<QString, QSet<QString>>{{"plain", four}, {"1D-CSAN", four}, {"2D-CSAN", four}}));
}

void CliReproduceTrainedTest::leavesOutWhatHasNoCorpus() {
    const CliResult result = m_cli.run(command("lama-figure-5,mtsa-table-3"));
    QCOMPARE(result.code, 1);
    QVERIFY2(result.err.contains("lama-figure-5 is left out: it needs the corpus imdb_sample, which is not in data"),
             result.err);
    const QByteArray page = Cli::read(m_cli.path("figures/index.html"));
    QVERIFY(page.contains("Left out: it needs the corpus imdb_sample"));
    QVERIFY(page.contains("mtsa-table-3-accuracy.svg"));
    const CliResult without = m_cli.run({"reproduce", "csan-figure-3", "--quick", "--out", "others"});
    QCOMPARE(without.code, 1);
    QVERIFY2(without.err.contains("give the folder that holds it with --data"), without.err);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliReproduceTrainedTest)
#include "cli_reproduce_trained_test.moc"
