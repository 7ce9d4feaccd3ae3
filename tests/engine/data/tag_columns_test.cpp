#include "data/tag_columns.h"

#include "engine/data/corpus_files.h"
#include "message_of.h"

#include <QtTest>
#include <filesystem>

using namespace headlight;

namespace {

using Lines = std::vector<std::size_t>;

std::vector<TaggedSentence> read(const std::string& text, const TagColumnsOptions& options = {}) {
    Names notes;
    return readTagColumns({"tags.txt", text}, options, notes);
}

QString refusal(const std::string& text, const TagColumnsOptions& options = {}) {
    return messageOf([&] { read(text, options); });
}

const std::string conllu = "# text = I can't go\n"
                           "1\tI\tI\tPRON\tPRP\t_\t4\tnsubj\t_\t_\n"
                           "2-3\tcan't\t_\t_\t_\t_\t_\t_\t_\t_\n"
                           "2\tca\tcan\tAUX\tMD\t_\t4\taux\t_\t_\n"
                           "3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_\n"
                           "3.1\tgone\tgo\tVERB\tVB\t_\t_\t_\t0:root\t_\n"
                           "4\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n"
                           "\n"
                           "# text = 10 000\n"
                           "1\t10 000\t10000\tNUM\tCD\t_\t0\troot\t_\t_\n\n";

} // namespace

class TagColumnsTest : public QObject, CorpusFiles {
    Q_OBJECT

private slots:
    void columnsBetweenSpacesHaveTheTagLast() {
        const auto sentences = read("He PRP B-NP\nran VBD B-VP\n\n  \n# # O\n5 CD  B-NP \n\n");
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0].tokens, (Names{"He", "ran"}));
        QCOMPARE(sentences[0].tags, (Names{"B-NP", "B-VP"}));
        QCOMPARE(sentences[0].lines, (Lines{1, 2}));
        QCOMPARE(sentences[1].tokens, (Names{"#", "5"}));
        QCOMPARE(sentences[1].tags, (Names{"O", "B-NP"}));
        QCOMPARE(sentences[1].lines, (Lines{5, 6}));
        QVERIFY(schemeOf(sentences) == TagScheme::Bio);
    }

    void columnsAreChosenByNumber() {
        const std::string text = "1 He PRP B-NP\n2 ran VBD B-VP\n";
        const auto sentences = read(text, {.token = "2", .tag = "3"});
        QCOMPARE(sentences.front().tokens, (Names{"He", "ran"}));
        QCOMPARE(sentences.front().tags, (Names{"PRP", "VBD"}));
        QVERIFY(schemeOf(sentences) == TagScheme::Plain);
        QCOMPARE(tagsOf(sentences), (Names{"PRP", "VBD"}));
        QVERIFY2(refusal(text, {.tag = "5"}).contains("tags.txt, line 1: there is no column 5; the line has 4"),
                 qPrintable(refusal(text, {.tag = "5"})));
        QVERIFY(refusal(text, {.token = "4"}).contains("line 1: column 4 cannot be both the token and the tag"));
        QVERIFY(refusal(text, {.tag = "upos"}).contains("tag: expected the number of a column, from 1, got \"upos\""));
        QVERIFY(refusal(text, {.tag = "0"}).contains("expected the number of a column"));
    }

    void linesOfTabsAloneSeparateSentences() {
        const auto sentences = read("@paul\tO\nLondon\tB-location \n\t\n#now\tO\r\n\r\n");
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0].tags, (Names{"O", "B-location"}));
        QCOMPARE(sentences[1].tokens, Names{"#now"});
    }

    void conlluHasWordsOnly() {
        const auto upos = read(conllu);
        QCOMPARE(upos.size(), std::size_t(2));
        QCOMPARE(upos[0].tokens, (Names{"I", "ca", "n't", "go"}));
        QCOMPARE(upos[0].tags, (Names{"PRON", "AUX", "PART", "VERB"}));
        QCOMPARE(upos[0].lines, (Lines{2, 4, 5, 7}));
        QCOMPARE(read(conllu, {.tag = "xpos"})[0].tags, (Names{"PRP", "MD", "RB", "VB"}));
        QCOMPARE(read(conllu, {.tag = "upos"})[0].tags, upos[0].tags);
        QCOMPARE(read(conllu, {.tag = "8"})[0].tags, (Names{"nsubj", "aux", "advmod", "root"}));
        QCOMPARE(read(conllu, {.token = "3"})[0].tokens, (Names{"I", "can", "not", "go"}));
    }

    void aSentenceMayBeginWithARange() {
        const auto sentences = read("1-2\tim\t_\t_\t_\t_\t_\t_\t_\t_\n1\tin\tin\tADP\t_\t_\t2\tcase\t_\t_\n"
                                    "2\tdem\tder\tDET\t_\t_\t0\troot\t_\t_\n");
        QCOMPARE(sentences.front().tokens, (Names{"in", "dem"}));
    }

    void whiteSpaceWithinATokenIsJoined() {
        Names notes;
        const auto sentences = readTagColumns({"data/tags.txt", conllu}, {}, notes);
        QCOMPARE(sentences[1].tokens, Names{"10_000"});
        QCOMPARE(notes, Names{"tags.txt, line 10: the token \"10 000\" holds white space and is read as \"10_000\""});
        notes.clear();
        const SourceFile file{"tags.txt", "New  York\tB-L\n a\u00A0b\tO\n\u3000\tO\n"};
        QCOMPARE(readTagColumns(file, {}, notes).front().tokens, (Names{"New_York", "a_b", "_"}));
        QCOMPARE(notes.size(), std::size_t(1));
        QVERIFY2(notes.front().ends_with("; so are 2 more tokens with white space"), notes.front().c_str());
    }

    void documentStartsAreNoTokens() {
        const auto sentences =
            read("-DOCSTART- -X- -X- O\n\nEU NNP B-NP B-ORG\n-DOCSTART-\nPeter NNP B-NP B-PER\n-DOCSTART-X NN O O\n");
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0].tokens, Names{"EU"});
        QCOMPARE(sentences[1].tokens, (Names{"Peter", "-DOCSTART-X"}));
    }

    void commentsHaveOtherColumns() {
        const auto sentences =
            read("# id = 5\n# text = a b\n1\ta\tO\n2\t#\tO\n\n# id = 6\n1\tb\tB-X\n", {.token = "2"});
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0].tokens, (Names{"a", "#"}));
        QVERIFY(refusal("a O\n# a b\n").contains("line 2: expected 2 columns, as on line 1, got 3"));
    }

    void theLayoutCanBeSaid() {
        QCOMPARE(read("a b\tO\nc\tO\n").front().tokens, (Names{"a_b", "c"}));
        QCOMPARE(read("a b\tO\nc d\tO\n", {.layout = TagLayout::Columns}).front().tags, (Names{"O", "O"}));
        QCOMPARE(read("1\ta\tO\n").front().tokens, Names{"1"});
        QVERIFY(refusal("a O\n", {.layout = TagLayout::Conllu})
                    .contains("line 1: expected 10 columns between tabs, as CoNLL-U"));
        CorpusOptions options;
        QCOMPARE(messageOf([&] { corpusFields().set(options, "layout", "conlu"); }),
                 QString("layout: expected auto | columns | tabs | conllu, got \"conlu\". Did you mean \"conllu\"?"));
    }

    void schemesAreToldBySentences() {
        QVERIFY(schemeOf(read("a I-X\nb B-X\nc O\nd I-X\n")) == TagScheme::Iob1);
        QVERIFY(schemeOf(read("a B-X\nb I-X\nc O\nd B-X\n")) == TagScheme::Bio);
        QVERIFY(schemeOf(read("a B-X\nb E-X\nc O\nd S-X\n")) == TagScheme::Bioes);
        QVERIFY(schemeOf(read("a O\nb O\n")) == TagScheme::Plain);
    }

    void oneOddTagAmongThoseOfSpansIsNamed() {
        std::string text;
        for (int i = 0; i < 60; ++i)
            text += i == 40 ? "in b-NP\n" : i % 2 ? "dog I-NP\n" : "the B-NP\n";
        const SourceFile file{"tags.txt", text};
        const QString message = messageOf([&] { refuseOddTag(file, read(text)); });
        QVERIFY2(message.startsWith("tags.txt, line 41: the tag \"b-NP\" is none of spans"), qPrintable(message));
        const std::string plain = "a DET\nb NOUN\nc O\n"; // no spans at all
        QCOMPARE(messageOf([&] { refuseOddTag({"tags.txt", plain}, read(plain)); }), QString());
    }

    void aLineWithoutItsTagMakesNoOtherFormat() {
        std::string text;
        for (int i = 0; i < 300; ++i)
            text += i == 200 ? "the B-NP\n" : "the DT B-NP\n";
        QVERIFY(looksLikeTagColumns({"tags.txt", text}));
        QVERIFY2(refusal(text).startsWith("tags.txt, line 201: "), qPrintable(refusal(text)));
    }

    void illFormedTagsAreNoted() {
        const SourceFile file{"data/tags.txt", "a B-X\nb I-X\n\nc O\nd I-X\ne B-X\nf I-Y\n"};
        Names notes;
        const auto sentences = readTagColumns(file, {}, notes);
        noteIllFormedTags(file, sentences, TagScheme::Bio, notes);
        QCOMPARE(notes,
                 Names{"tags.txt, line 5: not well-formed BIO: I-X behind O, and 1 more; spans are read off such "
                       "tags as conlleval does"});
        notes.clear();
        noteIllFormedTags(file, read("a B-X\nb I-X\n"), TagScheme::Bio, notes);
        noteIllFormedTags(file, sentences, TagScheme::Plain, notes);
        QVERIFY(notes.empty());
    }

    void badInputIsNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& text, const char* message) {
            QTest::newRow(name) << text << QString(message);
        };
        row("missing tag", "a DT O\nb NN\n", "line 2: expected 3 columns, as on line 1, got 2: a token or its tag is");
        row("missing tag behind a tab", "a\tO\nb\n", "line 2: expected 2 columns between tabs, as on line 1, got 1");
        row("empty tag", "a\tO\nb\t\n", "line 2: the tag is empty (column 2)");
        row("blank tag", "a\tO\nb\t \n", "line 2: the tag is empty (column 2)");
        row("empty token", "a\tO\n\tO\n", "line 2: the token is empty (column 1)");
        row("too many columns", "a O\nb c O\n", "line 2: expected 2 columns, as on line 1, got 3");
        row("words alone", "a\nb\n", "line 1: expected a token and its tag in columns, got only \"a\"");
        row("document start alone", "-DOCSTART- O\n", "tags.txt: no sentence is in it");
        row("nothing", "", "tags.txt: no sentence is in it");
        row("CoNLL-U of comments", "1-2\ta\t_\t_\t_\t_\t_\t_\t_\t_\n", "tags.txt: no sentence is in it");
        row("word numbers", "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n1\tb\tb\tX\tX\t_\t0\troot\t_\t_\n",
            "line 2: expected word 2 of the sentence, got \"1\" in the column ID; is the empty line");
        row("no number", "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\nx\tb\tb\tX\tX\t_\t0\troot\t_\t_\n",
            "line 2: expected word 2 of the sentence, got \"x\" in the column ID");
        row("huge number", "99999999999999999999\ta\ta\tX\tX\t_\t0\troot\t_\t_\n", "line 1: expected word 1 of");
        row("no part of speech", "1\ta\ta\t_\tDT\t_\t0\troot\t_\t_\n",
            "line 1: the word has no tag (column 4); the other one is tag=xpos");
        row("fewer columns of CoNLL-U", "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n2\tb\tb\tX\n",
            "line 2: expected 10 columns between tabs, as CoNLL-U has, got 4");
        row("long tag", "a " + QByteArray(201, 'x') + "\n", "line 1: the tag (column 2) has 201 bytes");
        QByteArray many;
        for (int k = 0; k < 10001; ++k)
            many += "a " + QByteArray::number(k) + "\n";
        row("too many tags", many, "line 10001: \"10000\" is one tag more than the 10000 different ones");
    }
    void badInputIsNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const QString found = refusal(text.toStdString());
        QVERIFY2(found.contains(message), qPrintable(found.left(400)));
        QVERIFY2(found.startsWith("tags.txt") && found.size() < 300, "the file, in one short message");
    }

    // Encodings are the source file's matter: so are these for every reader.
    void otherEncodingsAreConvertedOrRefused() {
        const std::string latin1 = write("l.txt", "caf\xE9 NN B-NP\nopens VBZ B-VP\nat IN B-PP\nnoon NN B-NP\n");
        Names notes;
        QCOMPARE(readTagColumns(readSource(latin1), {}, notes).front().tokens.front(), std::string("café"));
        const std::string damaged = write("d.txt", "caf\xC3\xA9 NN B-NP\ncaf\xC3 NN B-NP\n");
        const QString message = messageOf([&] { readTagColumns(readSource(damaged), {}, notes); });
        QVERIFY2(message.contains("d.txt, line 2: not UTF-8"), qPrintable(message));
    }

    void tagFilesAreToldFromOthers() {
        const auto looks = [](const char* text) { return looksLikeTagColumns({"a.txt", text}); };
        QVERIFY(looks(conllu.c_str()));
        QVERIFY(looks("He PRP B-NP\nran VBD B-VP\n"));
        QVERIFY(looks("a\tO\nb\tB-X\n\nc\tO\n"));
        QVERIFY(looks("a D\nb N\nc N\n\nd D\ne N\nf N\n"));
        QVERIFY(looks("New York\tB-L\nis\tO\n"));
        QVERIFY(looks("-DOCSTART- O\n\n# id = 7\na O\nb B-X\n"));
        QVERIFY(!looks("0 good film\n1 bad film\n"));
        QVERIFY(!looks("0 good\n1 bad\n0 fine\n1 awful\n"));
        QVERIFY(!looks("text\tlabel\ngood film\t1\n\nbad film\t0\n"));
        QVERIFY(!looks("there was\na man\n\nwho lived\nin there\n"));
        QVERIFY(!looks("a b\tx\nc d\tx\n\ne f\tx\ng h\tx\n"));
        QVERIFY(!looks("word\n"));
        QVERIFY(!looks(""));
    }

    void publicTagFilesHaveTheirCounts_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("sentences");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("tags");
        QTest::addColumn<QString>("scheme");
        QTest::newRow("conll2000 train") << "conll2000/train.txt" << 8936 << 211727 << 22 << "BIO";
        QTest::newRow("conll2000 test") << "conll2000/test.txt" << 2012 << 47377 << 19 << "BIO";
        QTest::newRow("wnut17 train") << "wnut17/wnut17train.conll" << 3394 << 62730 << 13 << "BIO";
        QTest::newRow("wnut17 dev") << "wnut17/emerging.dev.conll" << 1009 << 15733 << 13 << "BIO";
        QTest::newRow("wnut17 test") << "wnut17/emerging.test.annotated" << 1287 << 23394 << 13 << "BIO";
        QTest::newRow("ud dev") << "ud_ewt/en_ewt-ud-dev.conllu" << 2001 << 25147 << 17 << "plain tags";
        QTest::newRow("ud test") << "ud_ewt/en_ewt-ud-test.conllu" << 2077 << 25094 << 17 << "plain tags";
    }
    void publicTagFilesHaveTheirCounts() {
        QFETCH(QString, path);
        const std::string whole = folder() + path.toStdString();
        if (!std::filesystem::exists(whole))
            QSKIP("../shared/data is absent");
        const SourceFile file = readSource(whole);
        QVERIFY(looksLikeTagColumns(file));
        Names notes;
        const auto sentences = readTagColumns(file, {}, notes);
        int tokens = 0;
        for (const TaggedSentence& sentence : sentences) {
            tokens += int(sentence.tokens.size());
            QCOMPARE(sentence.tags.size(), sentence.tokens.size());
        }
        QTEST(int(sentences.size()), "sentences");
        QTEST(tokens, "tokens");
        QTEST(int(tagsOf(sentences).size()), "tags");
        QTEST(QString(nameOf(schemeOf(sentences))), "scheme");
        noteIllFormedTags(file, sentences, schemeOf(sentences), notes);
        QCOMPARE(notes, Names());
    }

    void otherPublicFilesAreNoTagFiles() {
        if (!std::filesystem::exists(folder() + "trec"))
            QSKIP("../shared/data is absent");
        for (const char* path :
             {"trec/TREC.train.all", "cr/custrev.all", "subj/subj.all", "mr/rt-polarity.all", "sst/stsa.fine.train",
              "sst/trees/dev.txt", "ag_news/test.csv", "imdb_sample/test.tsv", "sick/SICK_train.txt", "snli/s1.dev",
              "snli/labels.dev", "mrpc/test.txt", "yelp_sentences/sentiment.dev.0", "yelp_polarity_1k/yelp",
              "lm_text/tinyshakespeare/input.txt", "lm_text/wikitext-2/valid.txt"}) {
            if (!std::filesystem::exists(folder() + path))
                qWarning("%s is absent", path);
            else
                QVERIFY2(!looksLikeTagColumns(readSource(folder() + path)), path);
        }
    }

private:
    static std::string folder() { return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/"; }
};

QTEST_GUILESS_MAIN(TagColumnsTest)
#include "tag_columns_test.moc"
