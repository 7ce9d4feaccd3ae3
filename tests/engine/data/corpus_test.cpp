#include "data/formats.h"
#include "engine/data/corpus_files.h"

#include <QtTest>

using namespace headlight;

namespace {

std::string joined(const Example& example) {
    std::string text;
    for (const std::string& token : example.texts.front())
        text += (text.empty() ? "" : " ") + token;
    return text;
}

Example example(const std::vector<Names>& texts) {
    Example example;
    example.texts = texts;
    return example;
}

} // namespace

/// Corpora whose examples are one text.
class CorpusTest : public QObject, CorpusFiles {
    Q_OBJECT

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

    /// A file without header and without an ending that says so: the text is told by its words, in whatever column.
    void aTableMayBeginWithNumbers() {
        const Corpus corpus = openCorpus(write("reviews.txt", "1\tgood\ta fine film\n2\tbad\ta dull film\n"
                                                              "3\tgood\tvery fine\n4\tbad\tvery dull\n"));
        QCOMPARE(corpus.labels, (Names{"bad", "good"}));
        QCOMPARE(joined(corpus.train.front()), std::string("a fine film"));
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
        const TokenizerOptions typed = typedTokenizer(corpus);
        QVERIFY(typed.rule == TokenizerRule::Words && typed.lower && !typed.pennQuotes && !typed.moses);
        const std::string moses = write("moses.txt", "bad the man &apos;s hat .\nbad never again .\n"
                                                     "good a sign says &quot; no &quot; .\n");
        QVERIFY(typedTokenizer(openCorpus(moses)).moses);
    }

    void proseIsTypedAsItIsRead() {
        const std::string prose = write("prose.txt", "bad The film was horrid, and Mr. Hill slept.\n"
                                                     "good We laughed; it's great!\nbad Never again.\n");
        const Corpus corpus = openCorpus(prose);
        QCOMPARE(corpus.train[0].texts[0][3], std::string("horrid,"));
        const TokenizerOptions typed = typedTokenizer(corpus);
        QVERIFY(!typed.lower && !typed.pennQuotes);
        for (const Example& example : corpus.train)
            QCOMPARE(tokenize(joined(example), typed), example.texts.front());
        QCOMPARE(corpus.notes.size(), std::size_t(1));
        QCOMPARE(corpus.notes[0], "words are cut at spaces only, \"horrid,\" is one word: " + prose +
                                      "?tokenizer=words sets punctuation apart");
        QVERIFY(openCorpus(prose + "?tokenizer=whitespace").notes.empty()); // who says so knows
        const Corpus words = openCorpus(prose + "?tokenizer=words");
        QVERIFY(words.notes.empty() && words.train[0].texts[0][3] == "horrid");
        QVERIFY(typedTokenizer(words).rule == TokenizerRule::Words);
        // Abbreviations and few slips don't make prose of a corpus whose marks stand apart.
        const Corpus apart = openCorpus(write("apart.txt", "bad The film , by Mr. Hill , was horrid .\n"
                                                           "good It 's great ! Thanks, all .\n"));
        QVERIFY(apart.notes.empty());
        QVERIFY(typedTokenizer(apart).rule == TokenizerRule::Words);
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
        for (const QString untrained : {"test.2", "dev.pos"}) { // no class of the part has training texts
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
        QCOMPARE(corpus.train[1].texts[0].front(), std::string("A"));
        const QString ragged = messageOf(write("ragged.tsv", rows + "1\t7\n"));
        QVERIFY2(ragged.contains("ragged.tsv, line 5: expected 4 columns at least, got 2"), qPrintable(ragged));
        // A number is a place, even where the first line has that very text.
        const Corpus numbered =
            openCorpus(write("numbered.tsv", "Good .\t1\nBad .\t0\n") + "?format=table&text=1&label=2");
        QCOMPARE(numbered.train.size(), std::size_t(2));
        QCOMPARE(numbered.train[0].texts[0].front(), std::string("Good"));
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
        const std::vector<Example> examples = {example({{"a", "b", "c"}}), example({{"a"}}),
                                               example({{"a"}, {"b", "c", "d"}})};
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
        QCOMPARE(joined(corpus.train[2]), std::string("Lamp Warm light\\nice shade"));
        QCOMPARE(joined(openCorpus(sample("tables/reviews.csv?line_breaks=backslash")).train[2]),
                 std::string("Lamp Warm light nice shade"));
        const Corpus titles = openCorpus(sample("tables/reviews.csv?text=title&label=id&lower=true"));
        QCOMPARE(titles.labels, (Names{"1", "2", "3"}));
        QCOMPARE(joined(titles.train[0]), std::string("boots"));
        QCOMPARE(openCorpus(sample("tables/reviews.csv?tokenizer=whitespace")).train[1].texts[0].back(),
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
        const std::string table = write("yelp.tsv", "text\tlabel\nslow .\\n\\nnever\t1\nfine\\nfood\t2\n");
        const Corpus tabbed = openCorpus(table + "?line_breaks=n");
        QCOMPARE(joined(tabbed.train[0]), std::string("slow . never"));
        QCOMPARE(joined(tabbed.train[1]), std::string("fine food"));
        QVERIFY(joined(openCorpus(table).train[1]).find('\\') != std::string::npos); // of another form than Yelp's
        const Corpus text = openCorpus(write("yelp.txt", "1 slow .\\n\\nnever\n2 fine\\nfood\n"));
        QCOMPARE(joined(text.train[0]), std::string("slow . never"));
    }

    void whatIsReadAsALineBreakIsSaid() {
        const std::string news = write("news.csv", "\"1\",\"A\",\"a second\\team\"\n\"2\",\"B\",\"it rains\"\n");
        const Names notes = openCorpus(news + "?label=1&text=3").notes;
        QCOMPARE(notes.front(), std::string("news.csv: a backslash is read as a line break, as AG News writes it; "
                                            "line_breaks=none keeps it"));
        const Corpus plain = openCorpus(news + "?line_breaks=none&label=1&text=3");
        QCOMPARE(joined(plain.train[0]), std::string("a second\\team"));
        QVERIFY(plain.notes.empty());
        const Corpus headed =
            openCorpus(write("headed.csv", "label,title,description\n1,A,a second\\team\n2,B,it rains\n"));
        QCOMPARE(joined(headed.train[0]), std::string("A a second team"));
    }

    /// Of whatever form, as long as it is not AG News' or Yelp's.
    void aBackslashIsTextElsewhere() {
        const std::string path = R"(C:\new\table.txt)";
        const auto keeps = [&](const char* file, const QByteArray& text, const char* options = "") {
            const Corpus corpus = openCorpus(write(file, text) + options);
            const std::string first = joined(corpus.train[0]);
            return corpus.notes.empty() && std::count(first.begin(), first.end(), '\\') == 2;
        };
        const QByteArray text = QByteArray::fromStdString(path);
        QVERIFY(keeps("header.csv", "label,text\na," + text + "\nb,no\n"));
        QVERIFY(keeps("quoted.csv", "label,text\n\"a\",\"" + text + "\"\n\"b\",\"no\"\n"));
        QVERIFY(keeps("numbers.csv", "\"1\",\"" + text + "\"\n\"2\",\"no\"\n", "?label=1&text=2"));
        QVERIFY(keeps("tabbed.tsv", "label\ttext\na\t" + text + "\nb\tno\n"));
        QVERIFY(keeps("titled.csv", "label,title,description\n7,x," + text + "\n8,y,no\n"));
        QVERIFY(keeps("lines.txt", "1 " + text + "\n2 no\n", "?tokenizer=words"));
        // The two characters \n as such, between words: what another form means by them nobody knows.
        const Corpus regex = openCorpus(write("regex.csv", "label,text\na,split at \\n or \\t\nb,no\n"));
        QCOMPARE(joined(regex.train[0]), std::string("split at \\n or \\t"));
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
        QTest::newRow("carriage returns before the first line") << QByteArray("\r\r\r\n0 un caf\xC3\xA9\n1 so so\n");
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
        QCOMPARE(countTokens(corpus.train).count(corpus.dev[0].texts[0][0]), std::int64_t(0));
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
        changed.train[0].texts[0].back() += "x";
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
        QCOMPARE(corpus.train[2].texts[0], (Names{"We", "laughed"}));
        // A label in front is a label in front, whatever separates it; and tagged words are tokens, no sentences.
        QVERIFY(openCorpus(write("front.txt", "1\ta day\n0\ta night\n1\tan hour\n0\tno time\n")).tokenizer.rule ==
                TokenizerRule::Whitespace);
        const Corpus tagged = openCorpus(write("tags.txt", "We\tO\nsaw\tO\nPeru\tB\nLima\tB\nand\tO\nleft\tO\n"));
        QVERIFY(tagged.kind == CorpusKind::TaggedSentences);
        QCOMPARE(tagged.train.front().texts.front().size(), std::size_t(6));
    }
};

QTEST_GUILESS_MAIN(CorpusTest)
#include "corpus_test.moc"
