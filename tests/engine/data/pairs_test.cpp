#include "data/corpus.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

using Names = std::vector<std::string>;

namespace {

std::string sample(const std::string& path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/datasets/samples/" + path;
}

std::string shared(const std::string& path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/" + path;
}

QString messageOf(const std::string& spec) {
    try {
        openCorpus(spec);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

/// Corpora whose examples are two sentences.
class PairsTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::string write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName().toStdString();
    }

private slots:
    void tableWithoutHeader() {
        const Corpus corpus = openCorpus(sample("pairs"));
        QVERIFY(corpus.kind == CorpusKind::Pairs);
        QCOMPARE(corpus.labels, (Names{"contradiction", "entailment", "neutral"}));
        QCOMPARE(corpus.train.size(), std::size_t(5));
        QCOMPARE(corpus.test.size(), std::size_t(2));
        QCOMPARE(corpus.train[1].tokens, (Names{"she", "waters", "the", "plants"}));
        QCOMPARE(corpus.train[1].second, (Names{"someone", "waters", "plants"}));
        QCOMPARE(corpus.train[1].label, 1);
    }

    void scoresGoBeforeLabels() {
        const Corpus corpus = openCorpus(sample("scored_pairs"));
        QVERIFY(corpus.kind == CorpusKind::ScoredPairs);
        QCOMPARE(corpus.labels, (Names{"1", "2", "3", "4", "5"})); // the levels around the scores
        QCOMPARE(corpus.train[2].label, 2);
        QCOMPARE(corpus.train[2].score, 3.3);
        QCOMPARE(corpus.dev.size(), std::size_t(1));
        const Corpus labelled = openCorpus(sample("scored_pairs?label=entailment_judgment"));
        QVERIFY(labelled.kind == CorpusKind::Pairs);
        QCOMPARE(labelled.labels, (Names{"CONTRADICTION", "ENTAILMENT", "NEUTRAL"}));
    }

    void parallelFiles() {
        const Corpus corpus = openCorpus(sample("parallel"));
        QVERIFY(corpus.kind == CorpusKind::Pairs);
        QVERIFY(corpus.train.empty());
        QCOMPARE(corpus.dev.size(), std::size_t(2)); // without the pair that has no label
        QCOMPARE(corpus.dev[1].second, (Names{"No", "dog", "digs", "."}));
        const Corpus trained = openCorpus(sample("parallel?train_on_dev=true"));
        QCOMPARE(trained.train.size(), std::size_t(2));
        QVERIFY(trained.dev.empty());
        QCOMPARE(trained.test.size(), std::size_t(1));
    }

    void wordsOfBothSidesCount() {
        const Corpus corpus = openCorpus(sample("pairs"));
        const Vocabulary words = Vocabulary::fromCounts(countTokens(corpus.train), 1);
        QVERIFY(words.contains("kettle") && words.contains("harbour"));
    }

    void fingerprintSeesTheSecondSide() {
        const Corpus corpus = openCorpus(sample("pairs"));
        Corpus other = corpus;
        other.train[0].second[0] = "a";
        QVERIFY(fingerprint(other) != fingerprint(corpus));
        other = corpus;
        other.train[0].score = 1;
        QVERIFY(fingerprint(other) != fingerprint(corpus));
    }

    void badFiles_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("says");
        const QByteArray header = "sentence1\tsentence2\tlabel\n";
        QTest::newRow("few columns") << header + "a b\tc d\tyes\na b\tc\n" << QString() << "line 3: expected 3 columns";
        QTest::newRow("first empty") << header + "a b\tc d\tyes\n\tc\tno\n"
                                     << QString() << "line 3: the first sentence of the pair is empty";
        QTest::newRow("second empty") << header + "a b\t \tyes\n"
                                      << QString() << "line 2: the second sentence of the pair is empty";
        QTest::newRow("label empty") << header + "a b\tc\t\n" << QString() << "line 2: the label is empty";
        QTest::newRow("score") << QByteArray("sentence1\tsentence2\tscore\na\tb\t2.5\na\tb\thigh\n") << QString()
                               << "line 3: expected a number as the score, got \"high\"";
        // A row that differs does not make another kind of table of it, wherever it stands.
        const QByteArray three = "a b\tc d\tyes\nd e\tf g\tno\n";
        QTest::newRow("tab in a sentence")
            << three + "a\tb\tc d\tyes\n" + three << QString() << "line 3: expected two sentences and a label";
        QTest::newRow("late tab in a sentence") << three.repeated(150) + "a\tb\tc d\tyes\n"
                                                << QString() << "line 301: expected two sentences and a label";
        QTest::newRow("two columns") << three + "a b\tc d\n" + three << QString() << "line 3: expected 3 columns";
        const QByteArray scored = "g\tf\t2012\t1\t2.5\ta b\tc d\n";
        QTest::newRow("benchmark score") << scored + scored + "g\tf\t2012\t1\thigh\ta b\tc d\n"
                                         << QString() << "line 3: expected a number as the score, got \"high\"";
        QTest::newRow("column") << header + "a b\tc d\tyes\n"
                                << "?second=sentense2"
                                << "Did you mean \"sentence2\"?";
    }
    void badFiles() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, spec);
        QFETCH(QString, says);
        const QString message = messageOf(write("bad.tsv", bytes) + spec.toStdString());
        QVERIFY2(message.contains("bad.tsv") && message.contains(says), qPrintable(message));
    }

    void parallelFilesOfOtherLengths() {
        write("s1.dev", "a\nb\n");
        write("s2.dev", "a\nb\n");
        write("labels.dev", "yes\n");
        const QString message = messageOf(m_folder.filePath("s1.dev").toStdString());
        QVERIFY2(message.contains("2, 2 and 1 lines"), qPrintable(message));
    }

    void publicCorpora_data() {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<bool>("scored");
        QTest::addColumn<int>("train");
        QTest::addColumn<int>("dev");
        QTest::addColumn<int>("test");
        QTest::newRow("snli") << "snli" << false << 0 << 9842 << 9824;
        QTest::newRow("sick") << "sick" << true << 4500 << 500 << 0;
        QTest::newRow("sick, entailment") << "sick?label=entailment_judgment" << false << 4500 << 500 << 0;
        QTest::newRow("stsb") << "stsb" << true << 5749 << 1500 << 1379;
        QTest::newRow("mrpc") << "mrpc" << false << 3668 << 0 << 408;
        QTest::newRow("rte") << "rte" << false << 2490 << 0 << 277;
        QTest::newRow("quora") << "quora" << false << 0 << 10000 << 10000;
        QTest::newRow("multinli") << "mnli_sample/mnli_matched" << false << 1000 << 0 << 0;
        QTest::newRow("med") << "med" << false << 5382 << 0 << 0;
    }
    void publicCorpora() {
        if (!QDir(QString::fromStdString(shared("snli"))).exists())
            QSKIP("../shared/data is absent");
        QFETCH(QString, spec);
        QFETCH(bool, scored);
        QFETCH(int, train);
        QFETCH(int, dev);
        QFETCH(int, test);
        const Corpus corpus = openCorpus(shared(spec.toStdString()));
        QVERIFY(corpus.kind == (scored ? CorpusKind::ScoredPairs : CorpusKind::Pairs));
        QCOMPARE(int(corpus.train.size()), train);
        QCOMPARE(int(corpus.dev.size()), dev);
        QCOMPARE(int(corpus.test.size()), test);
        QCOMPARE(corpus.emptyTexts, 0);
    }
};

QTEST_GUILESS_MAIN(PairsTest)
#include "pairs_test.moc"
