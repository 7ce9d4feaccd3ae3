#include "engine/data/corpus_files.h"

#include <QtTest>

using namespace headlight;

namespace {

std::string shared(const std::string& path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/" + path;
}

} // namespace

/// Corpora whose examples are two sentences.
class PairsTest : public QObject, CorpusFiles {
    Q_OBJECT

private slots:
    void tableWithoutHeader() {
        const Corpus corpus = openCorpus(sample("pairs"));
        QVERIFY(corpus.kind == CorpusKind::Pairs);
        QCOMPARE(corpus.labels, (Names{"contradiction", "entailment", "neutral"}));
        QCOMPARE(corpus.train.size(), std::size_t(5));
        QCOMPARE(corpus.test.size(), std::size_t(2));
        QCOMPARE(corpus.train[1].texts[0], (Names{"she", "waters", "the", "plants"}));
        QCOMPARE(corpus.train[1].texts[1], (Names{"someone", "waters", "plants"}));
        QCOMPARE(corpus.train[1].label, 1);
    }

    void aHeaderIsNoExampleWhereColumnsAreGivenByNumber() {
        const std::string path = write("numbered.tsv", "index\tquestion\tsentence\tlabel\n"
                                                       "0\tWho waters them ?\tShe waters them .\tyes\n"
                                                       "1\tWho sleeps ?\tThe dog digs .\tno\n");
        QCOMPARE(openCorpus(path + "?text=2&second=3&label=4").labels, (Names{"no", "yes"}));
        const std::string single = write("numbered.csv", "text,label\n\"a b\",1\n\"c d\",0\n");
        QCOMPARE(openCorpus(single + "?text=1&label=2").labels, (Names{"0", "1"}));
        for (const char* header : {"first one,the other,label", "premise,the other,verdict"}) {
            const std::string unusual =
                write("unusual.csv", QByteArray(header) + "\nA dog runs,It runs,yes\nIt sits,It runs,no\n");
            QCOMPARE(openCorpus(unusual + "?format=pairs&text=1&second=2&label=3").labels, (Names{"no", "yes"}));
        }
    }

    void aNameOfTheExampleIsNoSentence() {
        QByteArray single, pairs;
        for (int i = 0; i < 6; ++i) {
            const QByteArray name = "dev-" + QByteArray::number(i), label = i % 2 ? "good" : "bad";
            single += name + "\tthe dog digs there\t" + label + "\n";
            pairs += name + "\tthe dog digs\tit digs\t" + label + "\n";
        }
        const Corpus corpus = openCorpus(write("named.tsv", single));
        QVERIFY(corpus.kind == CorpusKind::Sentences);
        QCOMPARE(corpus.labels, (Names{"bad", "good"}));
        QCOMPARE(corpus.train[0].texts[0].front(), std::string("the"));
        QVERIFY(openCorpus(write("named-pairs.tsv", pairs)).kind == CorpusKind::Pairs);
        QByteArray dated, addressed;
        for (int i = 0; i < 6; ++i) {
            const QByteArray rest = QByteArray("\tthe dog digs\t") + (i % 2 ? "good" : "bad") + "\n";
            dated += "2024-01-0" + QByteArray::number(1 + i / 2) + rest;
            addressed += "https://example.org/opinions/of/dogs/" + QByteArray::number(i) + rest;
        }
        for (const QByteArray& bytes : {dated, addressed}) {
            const Corpus opinions = openCorpus(write("opinions.tsv", bytes));
            QVERIFY(opinions.kind == CorpusKind::Sentences);
            QCOMPARE(opinions.labels, (Names{"bad", "good"}));
            QCOMPARE(opinions.train[0].texts[0], (Names{"the", "dog", "digs"}));
        }
        QByteArray numbered; // lines of a document have its number
        for (int i = 0; i < 8; ++i)
            numbered += QByteArray::number(i / 2) + "\tthe dog digs there\t" + (i % 2 ? "good" : "bad") + "\t\n";
        const Corpus lines = openCorpus(write("numbered.tsv", numbered));
        QVERIFY(lines.kind == CorpusKind::Sentences);
        QCOMPARE(lines.labels, (Names{"bad", "good"}));
    }

    void aGuessedPairIsTold() {
        QByteArray rooms;
        for (int i = 0; i < 6; ++i)
            rooms +=
                "2024-01-0" + QByteArray::number(1 + i) + " 12:00:05\ta nice room\t" + (i % 2 ? "good" : "bad") + "\n";
        const std::string path = write("rooms.tsv", rooms);
        QVERIFY(openCorpus(path).kind == CorpusKind::Pairs);
        QCOMPARE(openCorpus(path).notes, Names{"read as pairs of sentences: columns 1 and 2, the label in column 3; if "
                                               "an example is one text, name its columns, as in FILE?text=2&label=3"});
        const Corpus named = openCorpus(path + "?text=2&label=3");
        QVERIFY(named.kind == CorpusKind::Sentences);
        QVERIFY(named.notes.empty());
        QCOMPARE(named.labels, (Names{"bad", "good"}));
        QCOMPARE(named.train.size(), std::size_t(6));
        QCOMPARE(named.train[0].texts[0], (Names{"a", "nice", "room"}));
        QVERIFY(openCorpus(path + "?text=1&second=2&label=3").notes.empty());
        QVERIFY(openCorpus(path + "?format=pairs").notes.empty());
        QCOMPARE(openCorpus(sample("pairs")).notes.size(), std::size_t(1)); // once, with two parts
        QVERIFY(openCorpus(sample("scored_pairs")).notes.empty());          // a header says it
    }

    void pairsWithoutAnyLabelAreCounted() {
        const std::string path =
            write("dashes.tsv", "premise\thypothesis\tlabel\na dog\tit digs\t-\na cat\tit digs\t-\n");
        QCOMPARE(messageOf(path), QString::fromStdString(path) + ": no example is in it; dashes.tsv: 2 pairs with the "
                                                                 "label \"-\" left out: the annotators did not agree");
        QVERIFY(QDir(m_folder.path()).mkdir("parallel"));
        const std::string first = write("parallel/s1.train", "a dog\na cat\n");
        write("parallel/s2.train", "it digs\nit sleeps\n");
        write("parallel/labels.train", "-\n-\n");
        for (const std::string& spec : {first, m_folder.filePath("parallel").toStdString()})
            QCOMPARE(messageOf(spec), QString::fromStdString(first) +
                                          ": no example is in it; labels.train: 2 pairs with "
                                          "the label \"-\" left out: the annotators did not agree");
    }

    void aQuestionAndASentenceAreAPair() {
        const Corpus corpus = openCorpus(write("qnli.tsv", "index\tquestion\tsentence\tlabel\n"
                                                           "0\tWho waters them ?\tShe waters them .\tentailment\n"
                                                           "1\tWho sleeps ?\tThe dog digs .\tnot_entailment\n"));
        QVERIFY(corpus.kind == CorpusKind::Pairs);
        QCOMPARE(corpus.train[0].texts[0], (Names{"Who", "waters", "them", "?"}));
        QCOMPARE(corpus.train[0].texts[1], (Names{"She", "waters", "them", "."}));
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

    void wordsOfBothSidesCount() {
        const Corpus corpus = openCorpus(sample("pairs"));
        const Vocabulary words = Vocabulary::fromCounts(countTokens(corpus.train), 1);
        QVERIFY(words.contains("kettle") && words.contains("harbour"));
    }

    void fingerprintSeesTheSecondSide() {
        const Corpus corpus = openCorpus(sample("pairs"));
        Corpus other = corpus;
        other.train[0].texts[1][0] = "a";
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
        QTest::newRow("label of two words") << three + "a b\tc d\tnot sure\n" + three << QString()
                                            << "line 3: expected a label in column 3, a single word as on most lines, "
                                               "got \"not sure\"";
        QTest::newRow("late label of two words") << three.repeated(150) + "a b\tc d\tnot sure\n"
                                                 << QString() << "line 301: expected a label in column 3";
        const QByteArray front = "yes\ta b\tc d\nno\td e\tf g\n";
        QTest::newRow("columns swapped") << front + "a b\tyes\tc d\n" + front << QString()
                                         << "line 3: expected a label in column 1, a single word as on most lines, "
                                            "got \"a b\"";
        QTest::newRow("single words as sentences, too")
            << QByteArray("a b\tYes\tyes\na b\tYes\tno\nc d\tYes\tyes\ne f\tno\tnot sure\nh i\tg h\tno\nh i\tg h\tno\n")
            << QString() << "line 4: expected a label in column 3";
        QTest::newRow("two columns") << three + "a b\tc d\n" + three << QString() << "line 3: expected 3 columns";
        const QByteArray scored = "g\tf\t2012\t1\t2.5\ta b\tc d\n";
        QTest::newRow("benchmark score") << scored + scored + "g\tf\t2012\t1\thigh\ta b\tc d\n"
                                         << QString() << "line 3: expected a number as the score, got \"high\"";
        QTest::newRow("column") << header + "a b\tc d\tyes\n"
                                << "?second=sentense2"
                                << "Did you mean \"sentence2\"?";
    }

    void aTableOfThreeColumnsMayHaveOneTextOnly() {
        const Corpus corpus = openCorpus(write("one.tsv", "id\ttext\tlabel\n1\ta b\tyes\n2\tc d\tno\n"));
        QVERIFY(corpus.kind == CorpusKind::Sentences);
        QCOMPARE(corpus.labels, (Names{"no", "yes"}));
        QCOMPARE(corpus.train.front().texts[0], (Names{"a", "b"}));
    }

    void aNamedLabelMayHaveTwoWords() {
        const std::string path = write("named.tsv", "a b\tc d\tyes\nd e\tf g\tnot sure\nd e\tf g\tyes\n");
        QVERIFY(messageOf(path).contains("name the column: ?label=3"));
        QCOMPARE(openCorpus(path + "?label=3").labels, (Names{"not sure", "yes"}));
    }

    void aTabAtTheEndOfALineMakesNoColumn() {
        const Corpus plain = openCorpus(write("plain.txt", "a b\tc d\tyes\nd e\tf g\tno\n"));
        const Corpus tabbed = openCorpus(write("tabbed.txt", "a b\tc d\tyes\t\nd e\tf g\tno\t\n"));
        QVERIFY(tabbed.kind == CorpusKind::Pairs);
        QCOMPARE(fingerprint(tabbed), fingerprint(plain));
    }

    void tablesWithoutKnownHeader_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("row"); // of a sentence, another one and a label
        QTest::newRow("index in front") << QByteArray() << QByteArray("#\tFIRST\tSECOND\tLABEL\n");
        QTest::newRow("two tabs at the end") << QByteArray() << QByteArray("FIRST\tSECOND\tLABEL\t\t\n");
        QTest::newRow("index and tabs") << QByteArray() << QByteArray("#\tLABEL\tFIRST\tSECOND\t\t\t\n");
        QTest::newRow("MRPC") << QByteArray() << QByteArray("LABEL\t70#876\t90#221\tFIRST\tSECOND\n");
        QTest::newRow("MRPC with header") << QByteArray("\xEF\xBB\xBFQuality\t#1 ID\t#2 ID\t#1 String\t#2 String\n")
                                          << QByteArray("LABEL\t70#876\t90#221\tFIRST\tSECOND\n");
    }

    void tablesWithoutKnownHeader() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, row);
        const auto table = [](QByteArray all, const QByteArray& one) {
            for (int k = 1; k < 7; ++k)
                all += QByteArray(one)
                           .replace("#", QByteArray::number(k))
                           .replace("FIRST", "a b " + QByteArray::number(k))
                           .replace("SECOND", "c d")
                           .replace("LABEL", k % 3 ? "1" : "0");
            return all;
        };
        const Corpus plain = openCorpus(write("plain.txt", table({}, "FIRST\tSECOND\tLABEL\n")));
        for (const char* name : {"wide.txt", "wide.tsv"}) {
            const Corpus wide = openCorpus(write(name, table(before, row)));
            QVERIFY(wide.kind == CorpusKind::Pairs);
            QCOMPARE(fingerprint(wide), fingerprint(plain));
        }
    }

    /// Which of its sentences make a pair is not guessed, and none of them is dropped.
    void aTableOfUnknownColumnsIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("pairs");
        QTest::addColumn<QString>("one");
        const QByteArray sources = "x7\ta b\tc d\tyes\nx3\td e\tf g\tno\nx5\td e\tf h\tyes\nx7\td e\tf i\tno\n";
        for (const char* name : {"wide.tsv", "wide.txt"})
            QTest::newRow(name) << name << sources << "the columns 2 and 3 hold sentences"
                                << "?text=2&second=3&label=4"
                                << "?format=table&text=2&label=4";
        QTest::newRow("three sentences") << "three.tsv"
                                         << QByteArray(
                                                "1\ta b\tc d\tg h\tyes\n1\td e\tf g\tg h\tno\n1\td e\tf h\tg h\tno\n")
                                         << "the columns 2, 3 and 4 hold sentences"
                                         << "?text=2&second=4&label=5"
                                         << "?text=3&label=5";
        QTest::newRow("no label found") << "scored.tsv" << QByteArray("a b\tc d\tnot yet\nd e\tf g\tnot at all\n")
                                        << "the columns 1, 2 and 3 hold sentences"
                                        << "?text=1&second=2&label=3"
                                        << "?format=table&text=1&label=3";
        QByteArray many = "yes\tMon 6 April\tk";
        for (int k = 0; k < 9; ++k)
            many += "\ta text of " + QByteArray(k == 4 ? "several" : "some") + " words";
        QTest::newRow("the longest are the example")
            << "many.tsv" << QByteArray(many + "\n" + many.replace("yes", "no") + "\n").repeated(3)
            << "the columns 2, 4, 5, 6, 7, 8, 9, 10 … hold sentences, and no header says what they are: name two of "
               "them and the label (or score=), such as ?text=4&second=8&label=1, or, where an example is one text, "
               "?format=table&text=8&label=1"
            << "?text=4&second=8&label=1"
            << "?text=8&label=1";
        QTest::newRow("commas") << "wide.csv" << QByteArray("3,a b,\"c, d\"\n1,d e,f g\n3,d f,f h\n1,d g,f i\n")
                                << "the columns 2 and 3 hold sentences"
                                << "?text=2&second=3&label=1"
                                << "?format=table&text=2+3&label=1";
    }

    void aTableOfUnknownColumnsIsRefused() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        QFETCH(QString, pairs);
        QFETCH(QString, one);
        const std::string path = write(name, bytes);
        const QString message = messageOf(path);
        QVERIFY2(message.contains(name + ", line 1: " + says), qPrintable(message));
        QVERIFY2(message.contains("?text=") && message.contains("&second=") && message.contains("?format=table"),
                 qPrintable(message));
        const Corpus two = openCorpus(path + pairs.toStdString());
        QVERIFY(two.kind == CorpusKind::Pairs && !two.train.front().texts[1].empty());
        QCOMPARE(two.train.size(), std::size_t(bytes.count('\n')));
        const Corpus single = openCorpus(path + one.toStdString());
        QVERIFY(single.kind == CorpusKind::Sentences);
        QCOMPARE(single.labels, two.labels);
    }

    void aNumberedTableOfOneTextIsNoPair() {
        const Corpus corpus = openCorpus(write("one.tsv", "1\ta b\tyes\n2\tc d\tno\n3\te f\tyes\n4\tg h\tno\n"));
        QVERIFY(corpus.kind == CorpusKind::Sentences);
        QCOMPARE(corpus.labels, (Names{"no", "yes"}));
        QCOMPARE(corpus.train.front().texts[0], (Names{"a", "b"}));
    }

    void labelsOfInferenceAreKnown() {
        const std::string path = write("multinli.tsv", "promptID\tsentence1\tsentence2\tgold_label\n"
                                                       "1\ta b\tc d\tneutral\n2\td e\tf g\t-\n3\td e\tf g\tfoo\n");
        const QString message = messageOf(path);
        QVERIFY2(message.contains("multinli.tsv, line 4: expected entailment, neutral, contradiction or -") &&
                     message.contains("got \"foo\"") && message.contains("?label=gold_label"),
                 qPrintable(message));
        QCOMPARE(openCorpus(path + "?label=gold_label").labels, (Names{"foo", "neutral"}));
        QCOMPARE(messageOf(write("rte.tsv", "sentence1\tsentence2\tlabel\na b\tc d\tfoo\na b\tc d\tbar\n")),
                 "no error");
    }

    void badFiles() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, spec);
        QFETCH(QString, says);
        const QString message = messageOf(write("bad.tsv", bytes) + spec.toStdString());
        QVERIFY2(message.contains("bad.tsv") && message.contains(says), qPrintable(message));
    }

    void scoresOutsideOfAKnownScale_data() {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QByteArray>("score");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("scale"); // of the same column, when it is named
        const QByteArray sick = "a b\tc d\tSCORE\n", benchmark = "g\tf\t2012\t1\tSCORE\ta b\tc d\n";
        QTest::newRow("SICK, below") << sick << QByteArray("-7") << "expected a score from 1 to 5, as SICK has them"
                                     << "?score=3";
        QTest::newRow("SICK, above") << sick << QByteArray("9") << "expected a score from 1 to 5, as SICK has them"
                                     << "?score=relatedness_score";
        QTest::newRow("STS-B") << benchmark << QByteArray("5.5") << "expected a score from 0 to 5, as STS-B has them"
                               << "?score=5";
    }

    void scoresOutsideOfAKnownScale() {
        QFETCH(QByteArray, row);
        QFETCH(QByteArray, score);
        QFETCH(QString, says);
        QFETCH(QString, scale);
        const auto with = [&](const char* one) { return QByteArray(row).replace("SCORE", one); };
        const bool isSick = row.startsWith("a b");
        const std::string path = write("scored.tsv", (isSick ? "sentence1\tsentence2\trelatedness_score\n" : "") +
                                                         with("2.5") + with("4") + with(score));
        const QString message = messageOf(path);
        QVERIFY2(message.contains(QStringLiteral("scored.tsv, line %1: ").arg(isSick ? 4 : 3) + says),
                 qPrintable(message));
        QVERIFY2(message.contains("got \"" + score + "\""), qPrintable(message));
        QVERIFY2(message.endsWith(isSick ? "?score=relatedness_score" : "?score=5"), qPrintable(message));
        QCOMPARE(openCorpus(path + scale.toStdString()).train.size(), std::size_t(3)); // as many levels as it takes
    }

    void aScoreFarFromTheOthersIsNamed() {
        const QByteArray rows = "sentence1\tsentence2\tscore\na b\tc d\t2.5\na b\tc d\t4\n";
        const auto message = [&](const QByteArray& score) {
            return messageOf(write("far.tsv", rows + "a b\tc d\t" + score + "\na b\tc d\t3\n"));
        };
        for (const char* score : {"700", "-30", "1e+300"})
            QVERIFY2(message(score).contains(QStringLiteral("far.tsv, line 4: the score %1: ").arg(score)),
                     qPrintable(message(score)));
        QCOMPARE(message("20"), QString("no error"));
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
