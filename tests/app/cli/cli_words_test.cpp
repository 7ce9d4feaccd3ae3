#include "app/cli/cli_runner.h"

#include <QtTest>
#include <csignal>

using namespace headlight;

/// The words of a corpus on the command line: a small model of ratings is trained and asked.
class CliWordsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const CliResult trained =
            m_cli.run({"train", "--model", "lama", "--data", m_data + "&dev=0.2", "--out", "run", "--set",
                       "embedding_features=8", "--set", "heads=2", "--set", "hidden=6", "--set", "epochs=2"});
        QVERIFY2(trained.code == 0, trained.err);
        m_model = m_cli.path("run/best");
    }

    void chosenWordsByClass() {
        const CliResult asked = words({"--words", "good,terrible", "--json"});
        QVERIFY2(asked.code == 0, asked.err);
        const QJsonObject document = asked.object();
        QCOMPARE(document["split"].toString(), QString("train"));
        QCOMPARE(document["ordered"].toBool(), true);
        QCOMPARE(document["labels"].toArray(), (QJsonArray{"1", "2", "3", "4", "5"}));
        QCOMPARE(document["texts"].toInt(), 50);
        QVERIFY(document["heads"].toArray().first().toString().contains("pooling"));
        QCOMPARE(document["heads"].toArray().size(), 2);
        const QJsonArray found = document["words"].toArray();
        QCOMPARE(found.size(), 2);
        const QJsonObject good = found[0].toObject(), terrible = found[1].toObject();
        QCOMPARE(good["word"].toString(), QString("good"));
        int times = 0;
        for (const QJsonValue& one : good["classes"].toArray())
            times += one.toObject()["times"].toInt();
        QCOMPARE(times, good["times"].toInt());
        QCOMPARE(terrible["classes"].toArray()[4].toObject()["times"].toInt(), 0);
        QVERIFY(terrible["classes"].toArray()[4].toObject()["median"].isNull());
        QVERIFY(terrible["classes"].toArray()[0].toObject()["low_quartile"].toDouble() > 0);
        for (const char* test : {"kruskal_wallis", "jonckheere"}) {
            const double p = good[test].toObject()["p"].toDouble(-1);
            QVERIFY(p >= 0 && p <= 1);
        }
        QVERIFY2(asked.err.contains("weighing the words of 50 texts of the split train"), asked.err);
    }

    void forPeopleAndForSpreadsheets() {
        const CliResult table = words({"--words", "good,terrible"});
        QVERIFY2(table.code == 0 && table.out.contains("Jonckheere") && table.out.contains("good"), table.out);
        QVERIFY2(table.out.contains("—"), table.out); // "terrible" of the best rating
        const CliResult csv = words({"--words", "good", "--csv"});
        const QStringList lines = QString::fromUtf8(csv.out).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[0], QString("word,class,times,mean,low_quartile,median,high_quartile,h,h_p,z,z_p"));
        QVERIFY(lines[1].startsWith("good,1,0,,,,,"));
        QVERIFY(lines[4].startsWith("good,4,8,"));
    }

    void topWordsOfEachClass() {
        const CliResult asked = words({"--top", "3", "--fewest", "2", "--json"});
        QVERIFY2(asked.code == 0, asked.err);
        const QJsonArray classes = asked.object()["top"].toArray();
        QCOMPARE(classes.size(), 5);
        for (const QJsonValue& one : classes) {
            const QJsonArray found = one.toObject()["words"].toArray();
            QCOMPARE(found.size(), 3);
            for (int k = 0; k < 3; ++k) {
                QVERIFY(found[k].toObject()["times"].toInt() >= 2);
                QVERIFY(k == 0 || found[k].toObject()["mean"].toDouble() <= found[k - 1].toObject()["mean"].toDouble());
            }
        }
        const CliResult csv = words({"--top", "2", "--csv"});
        QVERIFY2(csv.out.startsWith("class,rank,word,mean,times\n1,1,"), csv.out);
        QCOMPARE(words({"--top", "1", "--fewest", "1000", "--csv"}).out, QByteArray("class,rank,word,mean,times\n"));
        QVERIFY(words({"--top", "2"}).out.contains("largest mean weights"));
    }

    void headsAreChosen() {
        const QString one = words({"--heads", "0.pooling.1", "--json"}).object()["heads"].toArray().first().toString();
        QCOMPARE(one, QString("0.pooling.1"));
        const CliResult none = words({"--heads", "9.9"});
        QCOMPARE(none.code, 1);
        QVERIFY2(none.message().contains("those are 0.pooling.0, 0.pooling.1"), none.err);
    }

    void whatIsWrongIsSaid() {
        const CliResult missing = words({"--words", "good,zebra,xylophone"});
        QCOMPARE(missing.code, 1);
        QVERIFY2(missing.message().contains("does not have: zebra, xylophone"), missing.err);
        QVERIFY(words({"--words", "very good"}).message().contains("several tokens (very, good)"));
        QCOMPARE(words({"--words", " , "}).code, 2);
        QCOMPARE(words({"--words", "good", "--top", "3"}).code, 2);
        QCOMPARE(words({"--json", "--csv"}).code, 2);
        QVERIFY(words({"--split", "dev"}).message().contains("dev"));
        const CliResult pairs = m_cli.run({"words", m_model, "--data", samples("pairs")});
        QVERIFY2(pairs.code == 1 && pairs.message().contains("classes of single texts"), pairs.err);
    }

    void isStopped() {
        QProcess process;
        m_cli.prepare(process);
        process.setReadChannel(QProcess::StandardError);
        process.start(cliProgram(),
                      {"words", m_model, "--data", "diagnostic:first?length=400&train=10&dev=10&test=9999"});
        QByteArray told;
        while (!told.contains("weighing the words of 9,999 texts") && process.waitForReadyRead(60000))
            told += process.readAllStandardError();
        QVERIFY2(told.contains("weighing the words of 9,999 texts"), told);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 130);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
    }

private:
    CliResult words(const QStringList& more) const {
        return m_cli.run(QStringList{"words", m_model, "--data", m_data} + more);
    }

    Cli m_cli;
    QString m_model, m_data = samples("ratings/stays.csv?label=rating&text=text");
};

QTEST_GUILESS_MAIN(CliWordsTest)
#include "cli_words_test.moc"
