#include "data/corpus.h"
#include "data/formats.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <sys/stat.h>
#include <unistd.h>

using namespace headlight;

using Names = std::vector<std::string>;

namespace {

std::string sample(const std::string& path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/datasets/samples/" + path;
}

std::string joined(const Example& example) {
    std::string text;
    for (const std::string& token : example.tokens)
        text += (text.empty() ? "" : " ") + token;
    return text;
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

class CorpusTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const QString& name, const QByteArray& bytes) {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path));
        return path.toStdString();
    }

private slots:
    /// rev.test.neg is missing: the figure of such a test set says little.
    void aPartOfOneLabelIsNoted() {
        write("rev/rev.train.neg", "a\nb\n");
        write("rev/rev.train.pos", "c\n");
        write("rev/rev.test.pos", "d\ne\n");
        const std::string folder = m_folder.filePath("rev").toStdString();
        QCOMPARE(openCorpus(folder).notes,
                 Names{"rev.test.pos: every example of the test set has the label \"pos\", and the training set has "
                       "others too: is a part of it missing?"});
        write("rev/rev.test.neg", "f\n");
        QCOMPARE(openCorpus(folder).notes, Names{});
    }

    void otherFormatsAreRefused() {
        const QByteArray line = R"({"sentence1": "a dog runs", "sentence2": "it runs", "label": "yes"})"
                                "\n";
        for (const QByteArray& json : {line + line, "[\n" + line, "[" + line, QByteArray("{\n  \"rows\": 1\n}\n")}) {
            const QString message = messageOf(write("rows.jsonl", json));
            QVERIFY2(message.contains("rows.jsonl, line 1: this is JSON, no format of a corpus here (trees, parallel"),
                     qPrintable(message));
            QCOMPARE(messageOf(m_folder.filePath("rows.jsonl").toStdString() + "?text=sentence1&label=label"), message);
        }
        const QString conll = messageOf(write("s.conllu", "# text = a dog\n1\ta\ta\tDET\t_\t_\t2\tdet\t_\t_\n"
                                                          "2\tdog\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n"));
        QVERIFY2(conll.contains("s.conllu, line 2: this is CoNLL-U"), qPrintable(conll));
        QCOMPARE(openCorpus(write("brackets.txt", "[x] a b\n[y] c\n[x] d\n[y] e\n")).labels, (Names{"[x]", "[y]"}));
    }

    void pairsWithoutConsensusAreCounted() {
        const std::string table = write("nli/train.tsv", "gold_label\tsentence1\tsentence2\nneutral\ta\tb\n-\tc\td\n"
                                                         "entailment\te\tf\n-\tg\th\n");
        const Corpus corpus = openCorpus(table);
        QCOMPARE(corpus.train.size(), std::size_t(2));
        QCOMPARE(corpus.notes, Names{"train.tsv: 2 pairs with the label \"-\" left out: the annotators did not agree"});
        write("nli2/s1.train", "a\nb\nc\n");
        write("nli2/s2.train", "a\nb\nc\n");
        write("nli2/labels.train", "neutral\n-\nentailment\n");
        QCOMPARE(openCorpus(m_folder.filePath("nli2").toStdString()).notes,
                 Names{"labels.train: 1 pair with the label \"-\" left out: the annotators did not agree"});
    }

    void labelAndText() {
        const Corpus corpus = openCorpus(sample("label_text"));
        QCOMPARE(corpus.name, std::string("label_text"));
        QCOMPARE(corpus.labels, (Names{"rainy", "sunny"}));
        QCOMPARE(corpus.train.size(), std::size_t(6));
        QVERIFY(corpus.dev.empty() && corpus.test.empty());
        QCOMPARE(corpus.train[3].label, 0);
        QCOMPARE(joined(corpus.train[3]), std::string("my shoes are still wet"));
        QCOMPARE(&evaluationExamples(corpus), &corpus.train);
        QCOMPARE(fingerprint(openCorpus(sample("label_text/weather.all"))), fingerprint(corpus));
        QCOMPARE(fingerprint(openCorpus(corpus.spec)), fingerprint(corpus));
        const TokenizerOptions typed = tokenizerForTyping(corpus);
        QVERIFY(typed.rule == "words" && typed.lower && !typed.pennQuotes);
    }

    void proseIsTypedAsItIsRead() {
        const std::string prose = write("prose.txt", "bad The film was horrid, and Mr. Hill slept.\n"
                                                     "good We laughed; it's great!\nbad Never again.\n");
        const Corpus corpus = openCorpus(prose);
        QCOMPARE(corpus.train[0].tokens[3], std::string("horrid,"));
        const TokenizerOptions typed = tokenizerForTyping(corpus);
        QVERIFY(!typed.lower && !typed.pennQuotes);
        for (const Example& example : corpus.train)
            QCOMPARE(tokenize(joined(example), typed), example.tokens);
        QCOMPARE(corpus.notes.size(), std::size_t(1));
        QCOMPARE(corpus.notes[0], "words are cut at spaces only, \"horrid,\" is one word: " + prose +
                                      "?tokenizer=words sets punctuation apart");
        QVERIFY(openCorpus(prose + "?tokenizer=whitespace").notes.empty()); // who says so knows
        const Corpus words = openCorpus(prose + "?tokenizer=words");
        QVERIFY(words.notes.empty() && words.train[0].tokens[3] == "horrid");
        QCOMPARE(tokenizerForTyping(words).rule, std::string("words"));
        // Abbreviations and few slips don't make prose of a corpus whose marks stand apart.
        const Corpus apart = openCorpus(write("apart.txt", "bad The film , by Mr. Hill , was horrid .\n"
                                                           "good It 's great ! Thanks, all .\n"));
        QVERIFY(apart.notes.empty());
        QCOMPARE(tokenizerForTyping(apart).rule, std::string("words"));
    }

    void folderWithSplit() {
        const Corpus corpus = openCorpus(sample("split"));
        QCOMPARE(corpus.labels, (Names{"0", "1"}));
        QCOMPARE(corpus.train.size(), std::size_t(6));
        QCOMPARE(corpus.dev.size(), std::size_t(2));
        QCOMPARE(corpus.test.size(), std::size_t(3));
        QCOMPARE(&evaluationExamples(corpus), &corpus.test);
    }

    void labelNamesFromRaw() { QCOMPARE(openCorpus(sample("raw_names")).labels, (Names{"calm", "gloomy"})); }

    void sentimentTrees() {
        const Corpus binary = openCorpus(sample("trees"));
        QCOMPARE(binary.labels, (Names{"negative", "positive"}));
        Names phrases;
        for (const Example& example : binary.train)
            phrases.push_back(std::to_string(example.label) + " " + joined(example));
        QCOMPARE(phrases,
                 (Names{"1 bright", "1 garden was bright", "1 garden was bright .", "1 The garden was bright .",
                        "0 without an end", "0 without an end .", "0 A walk without an end ."}));
        QCOMPARE(binary.dev.size(), std::size_t(1)); // the neutral one is left out
        const Corpus fine = openCorpus(sample("trees?labels=fine"));
        QCOMPARE(fine.labels.size(), std::size_t(5));
        // 25 phrases; 7 that are not neutral and one neutral sentence three times more
        QCOMPARE(fine.train.size(), std::size_t(25 + 8 * 3));
        QCOMPARE(joined(fine.train.back()), std::string("Mornings/evenings -LRB- both -RRB-"));
        const Corpus sentences = openCorpus(sample("trees?labels=fine&phrases=false"));
        QCOMPARE(sentences.train.size(), std::size_t(3));
        QCOMPARE(sentences.dev.size(), std::size_t(2));
        QCOMPARE(sentences.test[0].label, 0);
    }

    void aFileForEachClass() {
        const Corpus corpus = openCorpus(sample("class_files"));
        QCOMPARE(corpus.labels, (Names{"0", "1"}));
        QCOMPARE(corpus.train.size(), std::size_t(5));
        QCOMPARE(corpus.test.size(), std::size_t(3)); // an empty line is no example
        QCOMPARE(corpus.train[0].label, 0);
        QCOMPARE(joined(corpus.train[0]), std::string("cold bread again ."));
        QCOMPARE(corpus.train[2].label, 1);
        QCOMPARE(joined(corpus.test[2]), std::string("a good day ."));
        write("sides/plot.neg", "dull\nlong\n");
        write("sides/plot.pos", "a joy\n");
        const Corpus whole = openCorpus(m_folder.filePath("sides").toStdString());
        QCOMPARE(whole.labels, (Names{"neg", "pos"}));
        QCOMPARE(whole.train.size(), std::size_t(3));
        write("cut/part.1.txt", "0 a\n");
        write("cut/part.2.txt", "1 a\n");
        QVERIFY(messageOf(m_folder.filePath("cut").toStdString()).contains("no file is named train.*"));
        write("odd/a.train.0", "x\n");
        write("odd/a.train.1", "y\n");
        write("odd/a.test.0", "x\n");
        write("odd/a.test.2", "z\nz\n");
        const QString unknown = messageOf(m_folder.filePath("odd").toStdString());
        QVERIFY2(unknown.contains("a.test.2, line 1: the label \"2\" does not occur"), qPrintable(unknown));
        for (const QString& untrained : {"test.2", "dev.pos"}) { // no class of the part has training texts
            const QString folder = "untrained " + untrained;
            write(folder + "/a.train.0", "x\n");
            write(folder + "/a.train.1", "y\n");
            write(folder + "/a." + untrained, "z\nz\n");
            const QString message = messageOf(m_folder.filePath(folder).toStdString());
            QVERIFY2(message.contains("a." + untrained + ", line 1: the label \""), qPrintable(message));
            QVERIFY2(message.contains("does not occur in the training set"), qPrintable(message));
        }
        const QString noClass = messageOf(sample("label_text/weather.all?format=classes"));
        QVERIFY2(noClass.contains("the name of the file says no class"), qPrintable(noClass));
    }

    void aTableWithoutHeader() {
        const QByteArray rows = "0\t3\ten\tThe plot is long , and long is the film .\n"
                                "1\t9\ten\tA film to see twice , and then again .\n"
                                "1\t8\ten\tWe laughed all the way home after it .\n"
                                "0\t2\ten\tMy neighbour slept through the whole thing .\n";
        const Corpus corpus = openCorpus(write("films/train.tsv", rows));
        QCOMPARE(corpus.name, std::string("films/train.tsv"));
        QCOMPARE(corpus.labels, (Names{"0", "1"}));
        QCOMPARE(corpus.train.size(), std::size_t(4));
        QCOMPARE(corpus.train[1].tokens.front(), std::string("A"));
        const QString ragged = messageOf(write("ragged.tsv", rows + "1\t7\n"));
        QVERIFY2(ragged.contains("ragged.tsv, line 5: expected 4 columns at least, got 2"), qPrintable(ragged));
        // A number is a place, even where the first line has that very text.
        const Corpus numbered =
            openCorpus(write("numbered.tsv", "Good .\t1\nBad .\t0\n") + "?format=table&text=1&label=2");
        QCOMPARE(numbered.train.size(), std::size_t(2));
        QCOMPARE(numbered.train[0].tokens.front(), std::string("Good"));
        const QString header = messageOf(write("other.tsv", "verdict\tprose\n" + rows));
        QVERIFY2(header.contains("line 1: no column is known"), qPrintable(header));
        QVERIFY2(header.contains("verdict, prose"), qPrintable(header));
    }

    void aHeaderOfUnusualNamesIsNoExample() {
        const auto labelsOf = [&](const char* name, const QByteArray& bytes) {
            return openCorpus(write(name, bytes) + "?format=table&text=1&label=2").labels;
        };
        const QByteArray words = "A good day,yes\nA bad day,no\nAnother day,yes\n";
        const QByteArray numbers = "A good day,1\nA bad day,0\nAnother day,1\n";
        QCOMPARE(labelsOf("h.csv", "\"review text\",\"label\"\n" + words), (Names{"no", "yes"}));
        QCOMPARE(labelsOf("h.csv", "Sentence,verdict\n" + words), (Names{"no", "yes"}));
        QCOMPARE(labelsOf("h.csv", "review text,verdict\n" + numbers), (Names{"0", "1"}));
        // A class that bears such a name has more than one example.
        QCOMPARE(labelsOf("h.csv", "On the mark,target\nBeside it,no\nWell aimed,target\n"), (Names{"no", "target"}));
        QCOMPARE(labelsOf("h.csv", words), (Names{"no", "yes"}));
        QCOMPARE(labelsOf("h.csv", numbers), (Names{"0", "1"}));
    }

    void textsLongerThanALimitAreCounted() {
        const std::vector<Example> examples = {{{"a", "b", "c"}, 0}, {{"a"}, 1}, {{"a"}, 1, {"b", "c", "d"}}};
        QCOMPARE(countLonger(examples, 2), std::int64_t(2));
        QCOMPARE(countLonger(examples, 3), std::int64_t(0));
        QCOMPARE(countLonger(examples, 0), std::int64_t(0)); // no limit
        QCOMPARE(countTokens(examples, 1).total(), std::int64_t(4));
        QCOMPARE(countTokens(examples, 2).count("c"), std::int64_t(1));
        QCOMPARE(countTokens(examples).total(), std::int64_t(8));
    }

    void commaSeparatedTable() {
        const Corpus corpus = openCorpus(sample("tables/reviews.csv"));
        QCOMPARE(corpus.labels, (Names{"bad", "good"}));
        QCOMPARE(joined(corpus.train[0]), std::string("Boots They kept my feet dry , and \" dry \" matters here ."));
        QCOMPARE(joined(corpus.train[1]), std::string("Kettle It leaks . Twice I sent it back ."));
        QCOMPARE(joined(corpus.train[2]), std::string("Lamp Warm light nice shade"));
        const Corpus titles = openCorpus(sample("tables/reviews.csv?text=title&label=id&lower=true"));
        QCOMPARE(titles.labels, (Names{"1", "2", "3"}));
        QCOMPARE(joined(titles.train[0]), std::string("boots"));
        QCOMPARE(openCorpus(sample("tables/reviews.csv?tokenizer=whitespace")).train[1].tokens.back(),
                 std::string("back."));
    }

    /// As Yelp's CSV has them; a lone backslash, as AG News' has it, even before an n.
    void lineBreaksWithinATextAreSpaces() {
        const QByteArray yelp = R"("1","Slow.\n\nnever again, the \""chef\"" said\nno.")"
                                "\n"
                                R"("2","Fine food.\nGreat tea.\r\n\r\nCheap.")"
                                "\n";
        const Corpus reviews = openCorpus(write("yelp.csv", yelp) + "?label=1&text=2");
        QCOMPARE(joined(reviews.train[0]), std::string("Slow . never again , the \" chef \" said no ."));
        QCOMPARE(joined(reviews.train[1]), std::string("Fine food . Great tea . Cheap ."));
        const QByteArray news = R"("1","A second\team","a contest for\new rockets\\Others \$10")"
                                "\n"
                                R"("2","It rains","in\Nice, and\nobody stays\ in")"
                                "\n";
        const Corpus articles = openCorpus(write("news.csv", news) + "?label=1&text=2+3");
        QCOMPARE(joined(articles.train[0]), std::string("A second team a contest for new rockets Others $ 10"));
        QCOMPARE(joined(articles.train[1]), std::string("It rains in Nice , and nobody stays in"));
        const Corpus tabbed = openCorpus(write("yelp.tsv", "text\tlabel\nslow .\\n\\nnever\t1\nfine\\nfood\t2\n"));
        QCOMPARE(joined(tabbed.train[0]), std::string("slow . never"));
        QCOMPARE(joined(tabbed.train[1]), std::string("fine food"));
        const Corpus text = openCorpus(write("yelp.txt", "1 slow .\\n\\nnever\n2 fine\\nfood\n"));
        QCOMPARE(joined(text.train[0]), std::string("slow . never"));
    }

    void tabSeparatedTable() {
        const Corpus corpus = openCorpus(sample("tables/answers.tsv"));
        QCOMPARE(joined(corpus.train[0]), std::string("She said \" no .")); // a lone quote means nothing here
        QCOMPARE(joined(corpus.train[1]), std::string("What 's not to like ?"));
        const std::string bare = write("bare.tsv", "5\tgood\tyes\n3\tbad\tno\n");
        const Corpus numbered = openCorpus(bare + "?label=3&text=2");
        QCOMPARE(numbered.train.size(), std::size_t(2)); // columns by number: no header
    }

    void harmlessOddities_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("CR") << QByteArray("0 un caf\xC3\xA9\r1 so so\r");
        QTest::newRow("CRLF") << QByteArray("0 un caf\xC3\xA9\r\n1 so so\r\n");
        QTest::newRow("BOM") << QByteArray("\xEF\xBB\xBF"
                                           "0 un caf\xC3\xA9\n1 so so\n");
        QTest::newRow("two BOMs") << QByteArray("\xEF\xBB\xBF\xEF\xBB\xBF"
                                                "0 un caf\xC3\xA9\n1 so so\n");
        QTest::newRow("Latin-1") << QByteArray("0 un caf\xE9\n1 so so\n");
        QTest::newRow("no last line end") << QByteArray("0 un caf\xC3\xA9\n1 so so");
        QTest::newRow("blank lines") << QByteArray("\n0 un caf\xC3\xA9\n \n1 so so\n\n");
        QTest::newRow("first line of tabs") << QByteArray("\t\t\n0 un caf\xC3\xA9\n1 so so\n");
        QTest::newRow("tabs and spaces") << QByteArray("0\tun  caf\xC3\xA9 \n1 so\tso\n");
    }

    void harmlessOddities() {
        QFETCH(QByteArray, bytes);
        const Corpus corpus = openCorpus(write("odd.txt", bytes));
        QCOMPARE(corpus.train.size(), std::size_t(2));
        QCOMPARE(joined(corpus.train[0]), std::string("un café"));
        QCOMPARE(joined(corpus.train[1]), std::string("so so"));
    }

    void latin1IsSaidWithFileAndLine() {
        const std::string said = ": not UTF-8; the file is read as Latin-1 (Windows-1252)";
        QCOMPARE(openCorpus(write("plain.txt", "0 un caf\xC3\xA9\n1 so so\n")).notes, Names());
        QCOMPARE(openCorpus(write("latin.txt", "0 so\n1 so so\n0 un caf\xE9\n1 d\xE9j\xE0\n")).notes,
                 Names{"latin.txt, line 3" + said});
        write("parts/train.txt", "0 so\n1 so so\n");
        write("parts/test.txt", "0 un caf\xE9\n");
        QCOMPARE(openCorpus(m_folder.filePath("parts").toStdString()).notes, Names{"test.txt, line 1" + said});
        write("classes/s.neg", "so so\n");
        write("classes/s.pos", "ah\nun caf\xE9\n");
        QCOMPARE(openCorpus(m_folder.filePath("classes").toStdString()).notes, Names{"s.pos, line 2" + said});
        write("pairs/s1.train", "a b\nc d\n");
        write("pairs/s2.train", "a b\nun caf\xE9\n");
        write("pairs/labels.train", "yes\nno\n");
        QCOMPARE(openCorpus(m_folder.filePath("pairs").toStdString()).notes, Names{"s2.train, line 2" + said});
    }

    void optionsOfOtherFormatsAreRefused() {
        const std::string text = write("l.txt", "0 a\n1 b\n"), table = write("t.csv", "label,text\n0,a\n1,b\n");
        QVERIFY2(
            messageOf(text + "?text=body")
                .endsWith("l.txt?text=body: the option text belongs to the formats pairs and table, and this corpus "
                          "is of the format text: leave the option out, or say format=table"),
            qPrintable(messageOf(text + "?text=body")));
        QVERIFY(messageOf(text + "?phrases=false").contains("phrases belongs to the format trees"));
        QVERIFY(messageOf(text + "?labels=fine").contains("labels belongs to the format trees"));
        QVERIFY(messageOf(table + "?second=text").contains("second belongs to the format pairs"));
        QCOMPARE(openCorpus(table + "?text=text&limit=1").train.size(), std::size_t(1));
        QVERIFY2(messageOf(table + "?limit=1&text=text&limit=2").contains("the option limit is there twice"),
                 qPrintable(messageOf(table + "?limit=1&text=text&limit=2")));
        write("several/a.binary.train", "0 a\n1 b\n");
        write("several/a.fine.train", "0 a\n1 b\n2 c\n0 d\n1 e\n2 f\n");
        QCOMPARE(openCorpus(m_folder.filePath("several").toStdString() + "?labels=fine").labels.size(), std::size_t(3));
    }

    void whatIsNoFileIsNamed() {
        QVERIFY(messageOf("/dev/zero").contains("cannot read /dev/zero: it is a device, not a file"));
        const std::string pipe = m_folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(messageOf(pipe).contains("pipe: the file is empty")); // nobody writes to it
    }

    void anEmptyTextIsLeftOutAndCounted() {
        const Corpus corpus = openCorpus(write("gap.txt", "0 one\n1\n0 \n1 two\n"));
        QCOMPARE(corpus.train.size(), std::size_t(2));
        QCOMPARE(corpus.emptyTexts, 2);
    }

    void windowsPunctuationIsKept() {
        const Corpus corpus =
            openCorpus(write("w.txt", "0 it\x92s long enough \x96 really\n1 so so it goes on and on\n"));
        QCOMPARE(joined(corpus.train[0]), std::string("it’s long enough – really"));
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

    void aSplitNeedsItsOwnFileOnly() {
        write("split/train.txt", "0 a b\n1 c d\n0 e f\n");
        write("split/dev.txt", "0 a b\n2 g\n"); // no label of the training set
        const std::string folder = m_folder.filePath("split").toStdString();
        write("split/test.txt", "1 a b\n0 c\n1 d\n");
        QVERIFY(messageOf(folder).contains("dev.txt, line 2: the label \"2\""));
        for (const char* split : {"test", ""}) {
            const Corpus corpus = openSplit(folder, split);
            QCOMPARE(corpus.test.size(), std::size_t(3));
            QVERIFY(corpus.train.empty() && corpus.dev.empty());
            QCOMPARE(corpus.labels, (Names{"0", "1", "2"})); // a number is what it is in all of the corpus
            QCOMPARE(corpus.test.front().label, 1);
        }
        QCOMPARE(openSplit(folder, "train").train.size(), std::size_t(3));
        QCOMPARE(openSplit(folder, "dev").dev.size(), std::size_t(2));
        write("split/train.txt", QByteArray("0 a\n1 b\0c\n", 10));
        QCOMPARE(openSplit(folder, "test").labels, (Names{"0", "1", "2"}));
        try {
            openSplit(folder, "train");
            QFAIL("what is asked for is read");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("train.txt, line 2: the file is binary"), error.what());
        }
        QFile::remove(m_folder.filePath("split/test.txt"));
        try {
            openSplit(folder, "test");
            QFAIL("there is none");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("there is no split \"test\"; it has dev, train"), error.what());
        }
    }

    void aSplitMayBeMadeOfAnotherFile() {
        write("drawn/train.txt", QByteArray("0 a b\n1 c d\n").repeated(10));
        const std::string drawn = m_folder.filePath("drawn").toStdString();
        QCOMPARE(openSplit(drawn + "?dev=0.1", "dev").dev.size(), std::size_t(2));
        QCOMPARE(openSplit(drawn + "?dev=0.1", "train").train.size(), std::size_t(18));
        write("given/dev.txt", "0 a b\n1 c d\n");
        write("given/test.txt", "0 a b\n");
        const std::string given = m_folder.filePath("given").toStdString() + "?train_on_dev=true";
        QCOMPARE(openSplit(given, "train").train.size(), std::size_t(2));
        QCOMPARE(openSplit(given, "test").test.size(), std::size_t(1));
    }

    /// What a number is called does not depend on which files are read.
    void numbersAreNamedAlikeInASplit() {
        write("named/train.txt", "0 how do i\n1 who is he\n0 what is it\n");
        write("named/test.txt", "0 how do i\n1 who is he\n");
        write("named/raw/all.txt", "DESC:manner how do i\nHUM:ind who is he\nDESC:def what is it\n");
        const std::string folder = m_folder.filePath("named").toStdString();
        QCOMPARE(openCorpus(folder).labels, (Names{"DESC", "HUM"}));
        QCOMPARE(openSplit(folder, "test").labels, (Names{"DESC", "HUM"}));
        write("named/train.txt", "0 how do i\n1 who is he\n0 what is it\nfoo what\n");
        QCOMPARE(openSplit(folder, "test").test.size(), std::size_t(2));
    }

    void devIsHeldOutAndLimitDraws() {
        QByteArray lines;
        for (int i = 0; i < 100; ++i)
            lines += QByteArray::number(i < 50 ? 0 : 1) + " text" + QByteArray::number(i) + "\n";
        const std::string path = write("many.txt", lines);
        const Corpus corpus = openCorpus(path + "?dev=0.1");
        QCOMPARE(corpus.dev.size(), std::size_t(10));
        QCOMPARE(corpus.train.size(), std::size_t(90));
        QCOMPARE(countTokens(corpus.train).count(corpus.dev[0].tokens[0]), std::int64_t(0));
        QCOMPARE(fingerprint(openCorpus(path + "?dev=0.1")), fingerprint(corpus));
        QVERIFY(fingerprint(openCorpus(path + "?dev=0.1&seed=2")) != fingerprint(corpus));
        const Corpus few = openCorpus(path + "?limit=20");
        QCOMPARE(few.train.size(), std::size_t(20));
        QCOMPARE(few.labels.size(), std::size_t(2));
        QVERIFY(few.train.back().label == 1); // drawn from the whole file, not from its beginning
        QCOMPARE(openCorpus(path + "?limit=1000").train.size(), std::size_t(100));
        QCOMPARE(openCorpus(sample("split?dev=0.5")).train.size(), std::size_t(6)); // has its own
    }

    void anotherCorpusHasAnotherFingerprint() {
        const Corpus corpus = openCorpus(sample("split"));
        Corpus changed = corpus;
        changed.train[0].label = 1 - changed.train[0].label;
        QVERIFY(fingerprint(changed) != fingerprint(corpus));
        changed = corpus;
        changed.train[0].tokens.back() += "x";
        QVERIFY(fingerprint(changed) != fingerprint(corpus));
        changed = corpus;
        std::swap(changed.dev, changed.test);
        QVERIFY(fingerprint(changed) != fingerprint(corpus));
        changed = corpus;
        changed.name = "moved";
        QCOMPARE(fingerprint(changed), fingerprint(corpus));
    }

    void aSmallCorpusOfManyClassesIsNoProse() {
        QByteArray lines;
        for (int k = 0; k < 10; ++k) // half of the labels on one line only, none a word of the texts
            lines += QByteArray("intent_") + char('a' + k) + " please do it\n";
        for (int k = 0; k < 5; ++k)
            lines += QByteArray("intent_") + char('a' + k) + " please do that\n";
        for (int k = 0; k < 5; ++k)
            lines += QByteArray("intent_") + char('a' + k) + " please do it now\n";
        QCOMPARE(openCorpus(write("intents.txt", lines)).labels.size(), std::size_t(10));
        QByteArray numbers; // labels that are numbers may stand in texts, too
        for (int k = 0; k < 12; ++k)
            numbers += QByteArray::number(k) + " from 1 to 2 3 4 5 6 7 8 9 10 11\n";
        for (int k = 0; k < 8; ++k)
            numbers += QByteArray::number(k) + " and on\n";
        QCOMPARE(openCorpus(write("numbers.txt", numbers)).labels.size(), std::size_t(12));
    }

    void aTableMayEndInItsLabels() {
        const QByteArray lines = "So \"good\" a day !\t1\nNo, it rained .\t0\nWe laughed\t1\nIt was cold\t0\n";
        const Corpus corpus = openCorpus(write("sentences.txt", lines));
        QCOMPARE(corpus.labels, (Names{"0", "1"}));
        QCOMPARE(corpus.train.size(), std::size_t(4));
        QCOMPARE(corpus.train[2].tokens, (Names{"We", "laughed"}));
        // A label in front is a label in front, whatever separates it; and tagged words are no sentences.
        QCOMPARE(openCorpus(write("front.txt", "1\ta day\n0\ta night\n1\tan hour\n0\tno time\n")).tokenizer.rule,
                 std::string("whitespace"));
        QVERIFY_THROWS_EXCEPTION(Error,
                                 openCorpus(write("tags.txt", "We\tO\nsaw\tO\nPeru\tB\nLima\tB\nand\tO\nleft\tO\n")));
    }
};

QTEST_GUILESS_MAIN(CorpusTest)
#include "corpus_test.moc"
