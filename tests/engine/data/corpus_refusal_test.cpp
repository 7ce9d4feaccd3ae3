#include "engine/data/corpus_files.h"

#include <QtTest>
#include <sys/stat.h>
#include <unistd.h>

using namespace headlight;

/// What is no corpus is refused with its file, its line and what to do.
class CorpusRefusalTest : public QObject, CorpusFiles {
    Q_OBJECT

private slots:
    void otherFormatsAreRefused() {
        const QByteArray line = R"({"sentence1": "a dog runs", "sentence2": "it runs", "label": "yes"})"
                                "\n";
        for (const QByteArray& json : {line + line, "[\n" + line, "[" + line, QByteArray("{\n  \"rows\": 1\n}\n")}) {
            const QString message = messageOf(write("rows.jsonl", json));
            QVERIFY2(message.contains("rows.jsonl, line 1: this is JSON, no format of a corpus here (trees, parallel"),
                     qPrintable(message));
            QCOMPARE(messageOf(m_folder.filePath("rows.jsonl").toStdString() + "?text=sentence1&label=label"), message);
        }
        const std::string conllu = write("s.conllu", "# text = a dog\n1\ta\ta\tDET\t_\t_\t2\tdet\t_\t_\n"
                                                     "2\tdog\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n");
        const QString conll = messageOf(conllu + "?format=text");
        QVERIFY2(conll.contains("s.conllu, line 2: this is CoNLL-U"), qPrintable(conll));
        QCOMPARE(openCorpus(write("brackets.txt", "[x] a b\n[y] c\n[x] d\n[y] e\n")).labels, (Names{"[x]", "[y]"}));
    }

    void optionsOfOtherFormatsAreRefused() {
        const std::string text = write("l.txt", "0 a\n1 b\n"), table = write("t.csv", "label,text\n0,a\n1,b\n");
        QVERIFY2(
            messageOf(text + "?text=body")
                .endsWith("l.txt?text=body: the option text belongs to the formats translation_table, pairs and "
                          "table, and this corpus is of the format text: leave the option out, or say format=table"),
            qPrintable(messageOf(text + "?text=body")));
        QVERIFY(messageOf(text + "?phrases=false").contains("phrases belongs to the format trees"));
        QVERIFY(messageOf(text + "?labels=fine").contains("labels belongs to the format trees"));
        QVERIFY(
            messageOf(table + "?second=text").contains("second belongs to the formats translation_table and pairs"));
        QCOMPARE(openCorpus(table + "?text=text&limit=1").train.size(), std::size_t(1));
        QVERIFY2(messageOf(table + "?limit=1&text=text&limit=2").contains("the option limit is there twice"),
                 qPrintable(messageOf(table + "?limit=1&text=text&limit=2")));
        write("several/a.binary.train", "0 a\n1 b\n");
        write("several/a.fine.train", "0 a\n1 b\n2 c\n0 d\n1 e\n2 f\n");
        QCOMPARE(openCorpus(m_folder.filePath("several").toStdString() + "?labels=fine").labels.size(), std::size_t(3));
    }

    void whatIsNoFileIsNamed() {
        QVERIFY(messageOf("/dev/zero").contains("cannot read /dev/zero: it is a device, expected a regular file"));
        const std::string pipe = m_folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(messageOf(pipe).contains(
            "pipe: it is a pipe, and nobody has written anything into it; give a regular file"));
    }

    void badInputIsNamed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        QTest::newRow("empty") << "a.txt" << QByteArray() << "the file is empty";
        QTest::newRow("blank") << "a.txt" << QByteArray(" \n\n")
                               << "the file is empty: it holds nothing but white space";
        QTest::newRow("single words") << "a.txt" << QByteArray("hello\nworld\nagain\n")
                                      << "line 1: the lines have no labels: each is a single word";
        QTest::newRow("CR") << "a.txt" << QByteArray("0 a\r1 b\rand a text\r")
                            << "line 3: expected a label (a number, as on the lines before)";
        QByteArray measured = "text,label\n";
        for (int i = 0; i < 10001; ++i)
            measured += "a b," + QByteArray::number(i) + ".5\n";
        QTest::newRow("numbers for labels")
            << "c.csv" << measured
            << "line 10002: \"10000.5\" is one label more than the 10000 different ones that a corpus may have";
        QTest::newRow("column twice") << "c.csv" << QByteArray("text,label,text\na,0,b\n")
                                      << "line 1: the columns 1 and 3 are both named \"text\"; say which one is meant: "
                                         "?text=1";
        QTest::newRow("pair column twice")
            << "p.tsv" << QByteArray("sentence1\tsentence2\tlabel\tlabel\na b\tc d\t1\t2\n")
            << "line 1: the columns 3 and 4 are both named \"label\"; say which one is meant: ?label=3";
        QTest::newRow("binary") << "a.txt" << QByteArray("0 a\n1 b\0c\n", 10)
                                << "line 2: the file is binary (byte 7 is 0)";
        QTest::newRow("UTF-16")
            << "a.txt"
            << QByteArray("\xFF\xFE"
                          "0\0 \0a\0",
                          8)
            << "not UTF-8 but UTF-16, as its first bytes say: convert it with iconv -f UTF-16 -t UTF-8";
        QTest::newRow("UTF-32") << "a.txt"
                                << QByteArray("\xFF\xFE\0\0"
                                              "0\0\0\0 \0\0\0a\0\0\0",
                                              16)
                                << "not UTF-8 but UTF-32, as its first bytes say: convert it with iconv -f UTF-32";
        // A character of Shift-JIS may look like one of UTF-8.
        QTest::newRow("Shift-JIS") << "a.txt" << QByteArray("0 ok\n1 \x93\xfa\x96\x7b\xc2\xa9\xcc\x83\x65\x83\x58\n")
                                   << "line 2: not UTF-8 (byte 7 of the file), nor Latin-1: convert it with iconv -f "
                                      "ENCODING -t UTF-8";
        QTest::newRow("damaged UTF-8") << "a.txt" << QByteArray("0 caf\xC3\xA9\n1 caf\xC3\n")
                                       << "line 2: not UTF-8 (byte 13 of the file), nor Latin-1: repair the line";
        QTest::newRow("other encoding") << "a.txt" << QByteArray("0 ok\n1 \xD0\xD2\xC9\xD7\xC5\xD4 \xCD\xC9\xD2\n")
                                        << "line 2: not UTF-8 (byte 7 of the file), nor Latin-1: convert it";
        QTest::newRow("10-MB line") << "a.txt"
                                    << "0 a\n1 " + QByteArray(10 << 20, 'x') + "\n"
                                    << "line 2: the line has 10485762 bytes";
        QTest::newRow("no label")
            << "a.txt" << QByteArray("0 a\n1 b\nand a text\n")
            << "line 3: expected a label (a number, as on the lines before) in front of the text, got \"and\"";
        QTest::newRow("space first") << "a.txt" << QByteArray("0 a\n b c\n") << "line 2: the line begins with a space";
        QTest::newRow("lone word") << "a.txt" << QByteArray("yes a\nno b\nmaybe\n")
                                   << "line 3: expected a label and a text, got only \"maybe\"";
        QTest::newRow("prose") << "a.txt" << QByteArray("There was a man\nwho lived\nin a small house\nby the sea\n")
                               << "line 1: the lines have no labels";
        QByteArray captions; // six first words stand inside other lines, or on one line only
        for (const char* first : {"a man", "a man", "a man", "a man", "the boy", "the boy", "two", "two", "young",
                                  "she", "in town a", "near", "people", "several"})
            captions += QByteArray(first) + " and two young people she knows are in the street near several of them\n";
        QTest::newRow("captions") << "a.txt" << captions
                                  << "line 1: the lines have no labels: 14 lines begin with 9 different words";
        QTest::newRow("table without columns")
            << "a.txt" << QByteArray("Good it was\tyes it was\nBad it was\tno it was\nSo it was\tso so\n")
            << "?format=table&text=1&label=2";
        QTest::newRow("tree not closed") << "t.txt" << QByteArray("(2 (2 a) (2 b))\n(3 (2 a) (2 b)\n")
                                         << "line 2: character 15: expected \")\"";
        QTest::newRow("tree label") << "t.txt" << QByteArray("(3 (2 a) (7 b))\n")
                                    << "line 1: character 11: expected a label from 0 to 4";
        QTest::newRow("tree behind") << "t.txt" << QByteArray("(3 (2 a) (2 b)) c\n") << "expected the end of the line";
        QTest::newRow("tree too deep") << "t.txt"
                                       << "(2 " + QByteArray("(2 ").repeated(5000) << "deeper than 2000";
        QTest::newRow("open quote") << "c.csv" << QByteArray("label,text\n0,a\n1,\"b\n0,c\n")
                                    << "line 3: the quote that is opened here";
        QTest::newRow("behind quote") << "c.csv" << QByteArray("label,text\n0,\"a\"b\n") << "line 2: expected a comma";
        QTest::newRow("missing column") << "c.csv" << QByteArray("label,text\n0,a\n1\n")
                                        << "line 3: expected 2 columns, as the header has, got 1";
        QTest::newRow("comma in a text") << "c.csv" << QByteArray("text,label\na,0\nHello, world,1\n")
                                         << "line 3: expected 2 columns, as the header has, got 3: a text with commas";
        QTest::newRow("pair column") << "p.tsv" << QByteArray("sentence1\tsentence2\tlabel\na b\tc d\t1\na\tb\t0\tc\n")
                                     << "line 3: expected 3 columns, as the header has, got 4";
        QTest::newRow("empty label") << "c.csv" << QByteArray("label,text\n0,a\n,b\n") << "line 3: the label is empty";
        QTest::newRow("header only") << "c.csv" << QByteArray("label,text\n") << "no example is in it";
        QTest::newRow("unknown columns") << "c.csv" << QByteArray("a,b\n0,c\n")
                                         << "line 1: no column is known to be the label among a, b";
    }

    void badInputIsNamed() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const QString found = messageOf(write(name, bytes));
        QVERIFY2(found.contains(message), qPrintable(found.left(400)));
        QVERIFY2(found.contains(name), qPrintable(found.left(400)));
        QVERIFY2(found.size() < 400, "one short message");
    }

    void badSpecifications() {
        const std::string good = sample("tables/reviews.csv");
        QVERIFY(messageOf(good + "?formt=x").contains("unknown option \"formt\". Did you mean \"format\"?"));
        QVERIFY(messageOf(good + "?label=lbel").contains("Did you mean \"label\"?"));
        QVERIFY(messageOf(good + "?text=9&label=1").contains("there is no column 9"));
        QVERIFY(messageOf(good + "?dev=2").contains("0 … 0.9"));
        QVERIFY(messageOf(good + "?format=tabel").contains("Did you mean \"table\"?"));
        QVERIFY(messageOf(good + "?label").contains("expected key=value"));
        QVERIFY(messageOf(sample("absent")).contains("no such file or folder"));
        QVERIFY(messageOf("").startsWith("\"\": there is no such file or folder"));
    }

    void aCorpusInAClosedFolderIsNotMissing() {
        const QString closed = m_folder.filePath("closed"), corpus = closed + "/trec";
        QVERIFY(QDir().mkpath(corpus));
        QFile::setPermissions(closed, {});
        const uid_t self = ::geteuid();
        if (self == 0)
            QCOMPARE(::seteuid(65534), 0); // the administrator may look into every folder
        const QString message = messageOf(corpus.toStdString());
        QCOMPARE(::seteuid(self), 0);
        QFile::setPermissions(closed, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY2(message.contains("trec: cannot be read: "), qPrintable(message));
    }

    void badFolders() {
        const auto folder = [&](const char* name) { return m_folder.filePath(name).toStdString(); };
        QDir(m_folder.path()).mkpath("nothing");
        QVERIFY(messageOf(folder("nothing")).contains("the folder holds no corpus"));
        write("doc/README.md", "about");
        QVERIFY(messageOf(folder("doc")).contains("the folder holds no corpus"));
        write("loose/a.txt", "0 a\n");
        write("loose/b.txt", "0 a\n");
        QVERIFY(messageOf(folder("loose")).contains("no file is named train.*; the folder has a.txt, b.txt"));
        write("two/a.train", "0 a\n1 b\n");
        write("two/b.train", "0 a\n1 b\n");
        QVERIFY(messageOf(folder("two")).contains("several corpora (a, b)"));
        write("same/dev.txt", "0 a\n");
        write("same/valid.txt", "0 a\n");
        QVERIFY(messageOf(folder("same")).contains("are both the same part"));
        write("new/train.txt", "0 a\n1 b\n");
        write("new/test.txt", "0 a\n2 b\n");
        const QString unknown = messageOf(folder("new"));
        QVERIFY2(unknown.contains("test.txt, line 2: the label \"2\" does not occur"), qPrintable(unknown));
    }
};

QTEST_GUILESS_MAIN(CorpusRefusalTest)
#include "corpus_refusal_test.moc"
