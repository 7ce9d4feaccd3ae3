#include "app/cli/cli_runner.h"

#include <QtTest>

using namespace headlight;

/// LAMA's figures of words, on a small corpus with that one's name: trained once, weighed once, drawn from what is
/// kept.
class CliReproduceWordsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QDir(m_cli.path({})).mkpath("data/imdb_sample");
        for (const char* part : {"train", "test"}) {
            QByteArray reviews;
            for (int k = 0; k < 60; ++k) {
                const int stars = QList<int>{1, 4, 7, 10}[k % 4];
                reviews += QByteArray::number(stars > 5) + '\t' + QByteArray::number(stars) + "\tname\tthe film was " +
                           (stars > 5 ? "amazing and we are happy " : "terrible and poor ") +
                           QByteArray::number(k % 7) + " times , recommended to nobody\n";
            }
            m_cli.write(QStringLiteral("data/imdb_sample/%1.tsv").arg(part), reviews);
        }
    }

    void bothAreMadeOfOneRun() {
        const CliResult result = make();
        QVERIFY2(result.code == 0, result.err);
        QCOMPARE(result.err.count("run 1 of 1"), 1);
        QCOMPARE(result.err.count("weighing the words of"), 1); // both ask the same
        const QStringList rows = lines("lama-figure-4");
        QCOMPARE(rows.size(), 1 + 5 * 4); // "worst" is in no text
        QVERIFY2(rows[1].startsWith("amazing,1,0,,,,,"), qPrintable(rows[1]));
        QVERIFY2(rows[3].startsWith("amazing,7,15,"), qPrintable(rows[3]));
        QVERIFY(Cli::read(m_cli.path("figures/lama-figure-4-ratings.pdf")).startsWith("%PDF-"));
        QVERIFY(Cli::read(m_cli.path("figures/lama-table-6-highest.svg")).contains("<svg"));
        const QStringList top = lines("lama-table-6");
        QCOMPARE(top[0], QString("stars,rank,word,mean,times,status"));
        QVERIFY2(top[1].startsWith("1,1,") && top[1].endsWith(",weighed"), qPrintable(top[1]));
        const QByteArray page = Cli::read(m_cli.path("figures/index.html"));
        QVERIFY(page.contains("<th>1 star</th>") && page.contains("<th>10 stars</th>") &&
                page.contains("lama-table-6-lowest.svg"));
        QVERIFY(page.contains("are not at hand"));
    }

    void nothingIsDoneTwice() {
        const QByteArray before = Cli::read(m_cli.path("figures/lama-figure-4.csv"));
        const CliResult result = make();
        QVERIFY2(result.code == 0, result.err);
        QVERIFY2(!result.err.contains("weighing") && !result.err.contains("run 1 of"), result.err);
        QCOMPARE(Cli::read(m_cli.path("figures/lama-figure-4.csv")), before);
    }

private:
    CliResult make() const {
        return m_cli.run({"reproduce", "lama-figure-4,lama-table-6", "--quick", "--data", "data", "--out", "figures"});
    }
    QStringList lines(const QString& figure) const {
        return QString::fromUtf8(Cli::read(m_cli.path("figures/" + figure + ".csv"))).trimmed().split('\n');
    }

    Cli m_cli;
};

QTEST_GUILESS_MAIN(CliReproduceWordsTest)
#include "cli_reproduce_words_test.moc"
