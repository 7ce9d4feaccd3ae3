#include "wording/corpus_remedy.h"

#include "engine/core/error.h"
#include "engine/data/corpus.h"
#include "open_data.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// What the engine says of a corpus that it refuses has options of the command line: none of them is left in the window
/// where a field does the same.
class CorpusRemedyTest : public QObject {
    Q_OBJECT
private slots:
    void theWindowSaysWhatToDoInIt_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("inWindow");
        QTest::newRow("unclear columns") << "wide.tsv"
                                         << "x7\ta b\tc d\tyes\nx3\td e\tf g\tno\nx7\td e\tf h\tyes\n"
                                         << "choose below which are the two texts";
        QString labelled, prose;
        for (int line = 0; line < 60; ++line) {
            labelled += QStringLiteral("a man %1 walks\ta man %1 sits\t%2\n").arg(line).arg(line % 2 ? "yes" : "no");
            prose += QStringLiteral("word%1 says\tthat it rains in the north\n").arg(line);
        }
        QTest::newRow("label") << "pairs.tsv" << labelled + "a dog runs\ta dog sits\tnot at all\n"
                               << "choose its column as label below";
        QTest::newRow("prose") << "prose.txt" << prose << "of a table, choose the columns below";
        QTest::newRow("inference") << "nli.tsv"
                                   << "gold_label\tsentence1\tsentence2\nneutral\ta b\tc d\nmaybe\te f\tg h\n"
                                   << "write ?label=gold_label behind the corpus above";
        QTest::newRow("scores of a known scale") << "sts.tsv"
                                                 << "g\tf\t2012\t1\t4.5\ta b\tc d\ng\tf\t2012\t2\t7\te f\tg h\n"
                                                 << "choose their column as score below";
        QTest::newRow("scores that the header names")
            << "sick.tsv"
            << "sentence1\tsentence2\trelatedness_score\na b\tc d\t4\ne f\tg h\t9\n"
            << "write ?score=relatedness_score behind the corpus above";
        QTest::newRow("a table without a header") << "test.tsv"
                                                  << "pos\tgood film\nneg\tbad film\n"
                                                  << "among pos, good film; choose it below";
    }
    void theWindowSaysWhatToDoInIt() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(QString, inWindow);
        const QTemporaryDir folder;
        QFile corpus(folder.filePath(file));
        QVERIFY(corpus.open(QIODevice::WriteOnly));
        corpus.write(text.toUtf8());
        corpus.close();
        QString said;
        try {
            openData(corpus.fileName().toStdString());
        } catch (const Error& error) {
            said = QString::fromUtf8(error.what());
        }
        QVERIFY2(said.contains('?'), qPrintable(said)); // else it is another one
        const QString shown = withWindowRemedy(said);
        QVERIFY2(shown.contains(inWindow), qPrintable(shown));
        QVERIFY2(shown.count('?') == inWindow.count('?') && (inWindow.contains('=') || !shown.contains('=')),
                 qPrintable(shown));
    }

    /// What has no field is to be written behind the corpus.
    void whatHasNoFieldIsWrittenBehindTheCorpus_data() {
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("hasFields");
        QTest::addColumn<QString>("inWindow");
        const QString noLabel = "no column is known to be the label among a, b; name it with ?label=COLUMN, by its "
                                "number, from 1, where the table has no header";
        QTest::newRow("column") << noLabel << false
                                << "no column is known to be the label among a, b; write ?label=COLUMN behind the "
                                   "corpus above, by its number, from 1, where the table has no header";
        const QString twice = "the columns 1 and 3 are both named \"label\"; say which one is meant: ?label=1";
        QTest::newRow("two of a name") << twice << true
                                       << "the columns 1 and 3 are both named \"label\"; choose below which one is "
                                          "meant";
        QTest::newRow("two of a name, no field")
            << twice << false
            << "the columns 1 and 3 are both named \"label\"; write which one is meant behind the corpus above, as "
               "?label=1";
        QTest::newRow("tag")
            << "column 2 cannot be both the token and the tag; name another one with tag=COLUMN, from 1 to 3" << true
            << "column 2 cannot be both the token and the tag; name another one behind the corpus above as "
               "tag=COLUMN, from 1 to 3";
        QTest::newRow("parts of speech") << "the word has no tag; the other one is tag=xpos" << true
                                         << "the word has no tag; the other one is tag=xpos, behind the corpus above";
        QTest::newRow("line breaks") << "as Yelp writes it; line_breaks=none keeps it" << true
                                     << "as Yelp writes it; ?line_breaks=none behind the corpus above keeps it";
        QTest::newRow("tokenizer")
            << "words are cut at spaces only, \"a.\" is one word: /my data/x?dev=0.1&tokenizer=treebank sets "
               "punctuation apart"
            << true
            << "words are cut at spaces only, \"a.\" is one word: &tokenizer=treebank behind the corpus above sets "
               "punctuation apart";
    }
    void whatHasNoFieldIsWrittenBehindTheCorpus() {
        QFETCH(QString, said);
        QFETCH(bool, hasFields);
        QFETCH(QString, inWindow);
        QCOMPARE(withWindowRemedy(said, hasFields), inWindow);
    }

    /// As the engine says it, so that the rows above are of its words.
    void twoColumnsOfANameAreChosenBelow() {
        const QTemporaryDir folder;
        QFile corpus(folder.filePath("twice.csv"));
        QVERIFY(corpus.open(QIODevice::WriteOnly));
        corpus.write("label,text,label\na,b c,d\ne,f g,h\n");
        corpus.close();
        QString said;
        try {
            openData(corpus.fileName().toStdString());
        } catch (const Error& error) {
            said = QString::fromUtf8(error.what());
        }
        QVERIFY2(said.contains("?label="), qPrintable(said));
        QVERIFY2(withWindowRemedy(said).endsWith("choose below which one is meant"), qPrintable(said));
    }

    void whatIsNoRemedyStays() {
        const QString text = QStringLiteral("trec?dev=2: dev: expected 0 … 0.9, got \"2\"");
        QCOMPARE(withWindowRemedy(text), text);
    }

    /// A file whose format is named is asked nothing.
    void whereNoFieldIsBelowNoneIsNamed() {
        const QString text = QStringLiteral("the lines have no labels; of a table, name the columns: "
                                            "?format=table&text=1&label=2");
        QVERIFY(withWindowRemedy(text).contains("choose the columns below"));
        QCOMPARE(withWindowRemedy(text, false), text);
    }
};

QTEST_GUILESS_MAIN(CorpusRemedyTest)
#include "corpus_remedy_test.moc"
