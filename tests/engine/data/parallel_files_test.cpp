#include "engine/data/corpus_files.h"

#include <QtTest>

using namespace headlight;

/// Corpora of pairs with a file for each side and one for the labels.
class ParallelFilesTest : public QObject, CorpusFiles {
    Q_OBJECT

private slots:
    void parallelFiles() {
        const Corpus corpus = openCorpus(sample("parallel"));
        QVERIFY(corpus.kind == CorpusKind::Pairs);
        QVERIFY(corpus.train.empty());
        QCOMPARE(corpus.dev.size(), std::size_t(2)); // without the pair that has no label
        QCOMPARE(corpus.dev[1].texts[1], (Names{"No", "dog", "digs", "."}));
        const Corpus trained = openCorpus(sample("parallel?train_on_dev=true"));
        QCOMPARE(trained.train.size(), std::size_t(2));
        QVERIFY(trained.dev.empty());
        QCOMPARE(trained.test.size(), std::size_t(1));
    }

    void parallelFilesThatDontFit_data() {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QByteArray>("labels");
        QTest::addColumn<QString>("says");
        const QByteArray three = "a\nb\nc\n", yes = "yes\nno\nyes\n";
        const auto row = [](const char* name, const QByteArray& first, const QByteArray& second,
                            const QByteArray& labels,
                            const char* says) { QTest::newRow(name) << first << second << labels << QString(says); };
        row("label missing", three, three, "yes\nno\n", "labels.train, line 3: this line is missing, and in s1.train");
        row("second missing", three, "a\nb\n", yes, "s2.train, line 3: this line is missing");
        row("first missing", "a\nb\n", three, yes, "s1.train, line 3: this line is missing, and in s2.train");
        row("label empty", three, three, "yes\n\nno\n", "labels.train, line 2: this line is empty");
        row("second empty", three, "a\n \nc\n", yes, "s2.train, line 2: this line is empty, and in s1.train");
        row("first empty", "a\n\nc\n", three, yes, "s1.train, line 2: this line is empty");
        row("empty in all", "a\n\nc\n", "a\n\nc\n", "yes\n\nno\n", "no error");
    }

    void parallelFilesThatDontFit() {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(QByteArray, labels);
        QFETCH(QString, says);
        write("s1.train", first);
        write("s2.train", second);
        write("labels.train", labels);
        const QString message = messageOf(m_folder.filePath("s1.train").toStdString());
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    void labelsOfParallelFilesAreNamedInTheirFile() {
        QTemporaryDir folder;
        for (const auto& [name, text] :
             std::initializer_list<std::pair<const char*, const char*>>{{"s1.train", "a\nb\n"},
                                                                        {"s2.train", "a\nb\n"},
                                                                        {"labels.train", "yes\nno\n"},
                                                                        {"s1.test", "a\nb\n"},
                                                                        {"s2.test", "a\nb\n"},
                                                                        {"labels.test", "no\nmaybe\n"}}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
        }
        const QString message = messageOf(folder.path().toStdString());
        QVERIFY2(message.contains("labels.test, line 2: the label \"maybe\""), qPrintable(message));
    }

    void aFileIsMissing_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("says");
        QTest::newRow("all labels") << QStringList{"s1.dev", "s2.dev", "s1.test", "s2.test"}
                                    << "the folder has s1.dev and s2.dev but no labels.dev: the same line";
        QTest::newRow("all s1") << QStringList{"s2.train", "labels.train", "s2.test", "labels.test"}
                                << "the folder has s2.train and labels.train but no s1.train: ";
        QTest::newRow("labels.train") << QStringList{"s1.train", "s2.train", "s1.test", "s2.test", "labels.test"}
                                      << "the folder has s1.train and s2.train but no labels.train: ";
        QTest::newRow("s2.test") << QStringList{"s1.train", "s2.train", "labels.train", "s1.test", "labels.test"}
                                 << "the folder has s1.test and labels.test but no s2.test: ";
        QTest::newRow("two") << QStringList{"s1.train", "s2.train", "labels.train", "s1.test"}
                             << "the folder has s1.test but no s2.test and no labels.test: ";
    }

    void aFileIsMissing() {
        QFETCH(QStringList, files);
        QFETCH(QString, says);
        QTemporaryDir folder;
        for (const QString& name : files) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("yes\nno\n") > 0);
        }
        for (const char* options : {"", "?format=parallel"}) {
            const QString message = messageOf(folder.path().toStdString() + options);
            QVERIFY2(message.contains(says), qPrintable(message));
        }
    }
};

QTEST_GUILESS_MAIN(ParallelFilesTest)
#include "parallel_files_test.moc"
