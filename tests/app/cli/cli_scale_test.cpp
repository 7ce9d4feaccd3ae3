#include "app/cli/cli_runner.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace headlight {

class CliScaleTest : public QObject {
    Q_OBJECT

private slots:
    void measures();
    void leavesOutWhatDoesNotFit();
    void goesOn();
    void theListLeavesDamagedSweepsOut();
    void measuresOneSequenceAtATime();
    void tellsHowMemoryGrowsAndWhyItFalls();
    void tellsHowTimeGrows();
    void refuses_data();
    void refuses();

private:
    static QStringList small() {
        return {"scale",      "--models", "disa:features=8,avg", "--lengths", "4,8",       "--batch", "2",
                "--features", "8",        "--repetitions",       "2",         "--threads", "1"};
    }
    QList<QByteArrayList> table(const QString& file) const {
        QFile csv(m_cli.path(file));
        QList<QByteArrayList> rows;
        if (csv.open(QIODevice::ReadOnly))
            for (const QByteArray& line : csv.readAll().trimmed().split('\n'))
                rows << line.split(',');
        return rows;
    }
    /// The number of the last one.
    QString lastSweep() const {
        SQLite::Database store(m_cli.path("runs.sqlite").toStdString());
        return QString::number(store.execAndGet("SELECT max(id) FROM sweep").getInt());
    }
    Cli m_cli;
};

void CliScaleTest::measures() {
    const CliResult result = m_cli.run(small() << "--form"
                                               << "fused,reference"
                                               << "--out"
                                               << "x.csv");
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(result.err.contains("avg has one form only, and that is measured\n"), result.err);
    const auto rows = table("x.csv");
    QCOMPARE(rows[0].join(','),
             QByteArray("model,options,form,mode,sequences,batch,length,features,threads,seconds,seconds_low,"
                        "seconds_high,peak_bytes,parameter_bytes,activation_bytes,attention_bytes,sequences_at_once,"
                        "foretold_bytes,status"));
    QCOMPARE(rows.size(), 1 + 2 * 2 * 3); // lengths, modes, two forms of disa and the one of avg
    for (int k = 1; k < rows.size(); ++k) {
        QCOMPARE(rows[k].size(), rows[0].size());
        QCOMPARE(rows[k].last(), QByteArray("measured"));
        QVERIFY(rows[k][9].toDouble() > 0);
        QVERIFY(rows[k][12].toLongLong() >=
                rows[k][13].toLongLong() + rows[k][14].toLongLong() + rows[k][15].toLongLong());
        QCOMPARE(rows[k][4], rows[k][2] == "reference" ? QByteArray("whole") : QByteArray("pieces"));
        QCOMPARE(rows[k][16], QByteArray("2"));
        const double ratio = rows[k][17].toDouble() / rows[k][12].toDouble();
        QVERIFY2(ratio > 0.85 && ratio < 1.2, rows[k].join(','));
    }
    QCOMPARE(rows[1].mid(0, 9).join(','), QByteArray("disa,features=8,fused,infer,pieces,2,4,8,1"));
    QVERIFY(m_cli.run({"scale", "--sweep", "1"}).out.contains("not fitted: fewer than 3 lengths over a factor of 4\n"));
}

void CliScaleTest::tellsHowMemoryGrowsAndWhyItFalls() {
    const CliResult result =
        m_cli.run({"scale", "--models", "disa:features=8", "--lengths", "64:512:x2", "--batch", "8", "--features", "8",
                   "--repetitions", "1", "--mode", "infer", "--sequences", "pieces,single"});
    QVERIFY2(result.code == 0, result.err);
    const auto row = [&](const QByteArray& name, const QByteArray& of) {
        for (const QByteArray& line : result.out.split('\n'))
            if (line.startsWith(name + "  ") && line.simplified().contains(' ' + of + ' '))
                return line.simplified();
        return QByteArray();
    };
    QVERIFY2(row("disa:features=8, fused, infer", "activations and attention")
                 .endsWith("not fitted: fewer sequences in memory at greater lengths"),
             result.out);
    const QByteArray single = row("disa:features=8, fused, one at a time, infer", "activations and attention");
    QVERIFY2(
        QRegularExpression(QStringLiteral(" n\\^(0\\.9[5-9]|1\\.0[0-5]) ± 0\\.0\\d, 128 to 512 tokens, R² 1\\.000$"))
            .match(QString::fromUtf8(single))
            .hasMatch(),
        result.out);
    QVERIFY2(result.out.endsWith(
                 "\n\nMemory falls where fewer sequences are in memory at once: 6 at 256 tokens, 2 at 512.\n"),
             result.out);
}

/// Of times that are no measurement's: those are noisy where others work, too.
void CliScaleTest::tellsHowTimeGrows() {
    const auto timeOf = [&](const char* seconds) {
        SQLite::Database(m_cli.path("runs.sqlite").toStdString(), SQLite::OPEN_READWRITE)
            .exec(std::string("UPDATE measurement SET seconds = ") + seconds +
                  ", seconds_low = 0, seconds_high = 1e9 WHERE sweep = (SELECT max(id) FROM sweep)");
        for (const QByteArray& line : m_cli.run({"scale", "--sweep", lastSweep()}).out.split('\n'))
            if (line.startsWith("disa:features=8, fused, infer  ") && line.simplified().contains(" time "))
                return line.simplified();
        return QByteArray();
    };
    const QByteArray squared = timeOf("1e-6 * length * length");
    QVERIFY2(squared.endsWith(" time n^2.00 ± 0.00, 128 to 512 tokens, R² 1.000"), squared);
    const QByteArray noisy = timeOf("CASE length WHEN 256 THEN 1.0 ELSE 0.01 END");
    QVERIFY2(noisy.endsWith(" time not fitted: no power of the length"), noisy);
}

void CliScaleTest::leavesOutWhatDoesNotFit() {
    QStringList arguments = small();
    arguments.replaceInStrings("4,8", "40000");
    const CliResult result = m_cli.run(arguments << "--memory"
                                                 << "1MB"
                                                 << "--out"
                                                 << "large.csv");
    QVERIFY2(result.code == 0, result.err);
    const auto rows = table("large.csv");
    QVERIFY(rows[1].last().startsWith("too large: would need "));
    QCOMPARE(rows[1].size(), rows[0].size());
    QVERIFY(rows[1][9].isEmpty() && rows[1][12].isEmpty() && rows[1][16].isEmpty());
    QVERIFY2(QRegularExpression(QStringLiteral("^[1-9][0-9]{6,}$")).match(QString::fromUtf8(rows[1][17])).hasMatch(),
             rows[1].join(',')); // more than the limit, in bytes
}

void CliScaleTest::measuresOneSequenceAtATime() {
    const CliResult result = m_cli.run(small() << "--form"
                                               << "fused,reference"
                                               << "--sequences"
                                               << "single"
                                               << "--out"
                                               << "single.csv");
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(result.err.contains("reference forms take the batch whole, not one sequence at a time\n"), result.err);
    const auto rows = table("single.csv");
    QCOMPARE(rows.size(), 1 + 2 * 2 * 3);
    for (int k = 1; k < rows.size(); ++k) {
        QCOMPARE(rows[k][4], rows[k][2] == "reference" ? QByteArray("whole") : QByteArray("single"));
        QCOMPARE(rows[k][16], rows[k][2] == "reference" ? QByteArray("2") : QByteArray("1"));
    }
}

void CliScaleTest::goesOn() {
    QCOMPARE(m_cli.run({"scale", "--sweep", "1", "--lengths", "4,8,12", "--out", "more.csv"}).code, 0);
    QCOMPARE(table("more.csv").size(), 1 + 3 * 2 * 3);
    const QByteArray list = m_cli.run({"scale", "--list"}).out;
    QVERIFY2(list.contains("18 of 18"), list);
}

void CliScaleTest::theListLeavesDamagedSweepsOut() {
    QFile::copy(m_cli.path("runs.sqlite"), m_cli.path("damaged.sqlite"));
    for (int sweep = 0; sweep < 2; ++sweep)
        QCOMPARE(m_cli
                     .run(small() << "--store"
                                  << "damaged.sqlite")
                     .code,
                 0);
    SQLite::Database(m_cli.path("damaged.sqlite").toStdString(), SQLite::OPEN_READWRITE)
        .exec("UPDATE sweep SET plan = '[1e400' WHERE id = 1; UPDATE sweep SET updated = -1 WHERE id = 2");
    const CliResult result = m_cli.run({"scale", "--list", "--store", "damaged.sqlite"});
    QVERIFY2(result.code == 0, result.err);
    QVERIFY2(
        result.err.startsWith("damaged.sqlite: the run store is damaged; left out are sweep 2: updated: expected "),
        result.err);
    QVERIFY2(result.err.contains("; sweep 1: its plan is damaged."), result.err);
    QCOMPARE(result.err.count('\n'), 1);
    const CliResult one = m_cli.run({"scale", "--sweep", "1", "--store", "damaged.sqlite"});
    QCOMPARE(one.code, 1);
    QCOMPARE(one.err, QByteArray("headlight-cli: damaged.sqlite: sweep 1: its plan is damaged\n"));
    QVERIFY2(result.out.count("disa:features=8,avg") > 0 && !result.out.contains("\n 1 "), result.out);
}

void CliScaleTest::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const QStringList disa = {"--models", "disa", "--lengths", "4"};
    QTest::newRow("no models") << QStringList{"--lengths", "4"} << 2 << "--models";
    QTest::newRow("no lengths") << QStringList{"--models", "disa"} << 2 << "--lengths";
    QTest::newRow("unknown model") << QStringList{"--models", "dsia", "--lengths", "4"} << 1 << "disa";
    QTest::newRow("unknown form") << disa + QStringList{"--form", "quick"} << 2 << "fused";
    QTest::newRow("unknown sequences") << disa + QStringList{"--sequences", "whole"} << 2 << "pieces";
    QTest::newRow("memory") << disa + QStringList{"--memory", "much"} << 2 << "8GB";
    QTest::newRow("memory of a larger machine")
        << disa + QStringList{"--memory", "500000GB"} << 2 << "this machine has";
    QTest::newRow("no such folder") << disa + QStringList{"--out", "missing/x.csv"} << 1 << "missing/x.csv: can't";
    QTest::newRow("unknown option") << QStringList{"--models", "avg,disa:foo=1", "--lengths", "4"} << 1 << "disa: unkn";
    QTest::newRow("no such sweep") << QStringList{"--sweep", "77"} << 1 << "no sweep 77";
    QTest::newRow("no point that works") << QStringList{"--models", "mtsa:heads=7", "--lengths", "4,8"} << 1
                                         << "no point could be measured; mtsa:heads=7, fused, infer, length 4: masks:";
    QTest::newRow("file") << disa + QStringList{"--out", "x.png"} << 1 << "csv";
}

void CliScaleTest::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, message);
    const CliResult result = m_cli.run(QStringList{"scale"} + arguments);
    QCOMPARE(result.code, code);
    QVERIFY2(result.message().contains(message), result.err);
}

} // namespace headlight

QTEST_APPLESS_MAIN(headlight::CliScaleTest)
#include "cli_scale_test.moc"
