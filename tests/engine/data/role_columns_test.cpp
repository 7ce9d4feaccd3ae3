#include "data/role_columns.h"

#include "engine/data/corpus_files.h"
#include "message_of.h"

#include <QtTest>
#include <filesystem>

using namespace headlight;

namespace {

std::vector<RoleSentence> propBank(const std::string& text) {
    return readPropBankColumns({"roles.tsv", text});
}

std::vector<RoleSentence> conll(const std::string& text) {
    return readConll2005Columns({"props.txt", text});
}

/// One sentence with a column of brackets for the predicate of the second word.
std::string sentenceOf(const std::vector<std::string>& brackets) {
    std::string text;
    for (std::size_t t = 0; t < brackets.size(); ++t)
        text += "w" + std::to_string(t) + " NN " + (t == 1 ? "go " : "- ") + brackets[t] + "\n";
    return text + "\n";
}

} // namespace

class RoleColumnsTest : public QObject, CorpusFiles {
    Q_OBJECT

private slots:
    void everyPredicateHasItsColumn() {
        const auto sentences = propBank("# sent_id = 1\n"
                                        "1\tI\tPRP\t-\tB-ARG0\tO\n"
                                        "2\twill\tMD\twill.01\tB-V\tB-ARGM-MOD\n"
                                        "3\tgive\tVB\tgive.01\tB-ARG1\tB-V\n"
                                        "4\tup\tRP\t-\tI-ARG1\tI-V\n"
                                        "\n  \n# a remark of four columns\n1\tNo\tUH\t-\n");
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0].tokens, (Names{"I", "will", "give", "up"}));
        QCOMPARE(sentences[0].lines, (std::vector<std::size_t>{2, 3, 4, 5}));
        QCOMPARE(sentences[0].propositions.size(), std::size_t(2));
        QCOMPARE(sentences[0].propositions[0].predicate, 1);
        QCOMPARE(sentences[0].propositions[0].tags, (Names{"B-ARG0", "B-V", "B-ARG1", "I-ARG1"}));
        QCOMPARE(sentences[0].propositions[1].predicate, 2); // the first word of its V
        QVERIFY(sentences[1].propositions.empty());
    }

    /// "#" may be a word there, and a line that begins with it a comment.
    void commentsHaveOtherColumns() {
        const auto sentences =
            conll("# sentence 1 of 2 by hand\n# SYM (S* - (A0*)\nrose VBD *) rise (V*V)\n\nNo UH * -\n");
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0].tokens, (Names{"#", "rose"}));
        QCOMPARE(sentences[0].propositions[0].tags, (Names{"B-A0", "B-V"}));
    }

    void bracketsOfOneTokenAndOfSeveral() {
        const auto sentences =
            conll("He - (A0*) *\nlet let (V*V) (A0*\nhim - (A1*) *A0)\ngo go (A2* (V*)\nhome - *) (AM-LOC*)\n\nNo -\n");
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0].propositions[0].tags, (Names{"B-A0", "B-V", "B-A1", "B-A2", "I-A2"}));
        QCOMPARE(sentences[0].propositions[1].tags, (Names{"O", "B-A0", "I-A0", "B-V", "B-AM-LOC"}));
        QCOMPARE(sentences[0].propositions[1].predicate, 3);
        QVERIFY(sentences[1].propositions.empty());
    }

    /// The columns of a parse are brackets, too; what stands in front of the roles is the lemma.
    void columnsOfAParseAreNoRoles() {
        const auto sentences = conll("She PRP (S(NP*) * - - (A0*)\nslept VBD (VP*)) * 01 sleep (V*)\n\n"
                                     "Yes UH (S*) * - -\n");
        QCOMPARE(sentences[0].propositions.size(), std::size_t(1));
        QCOMPARE(sentences[0].propositions[0].tags, (Names{"B-A0", "B-V"}));
        QVERIFY(sentences[1].propositions.empty());
    }

    void badPropBankColumnsAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QByteArray(text) << message;
        };
        row("no sentence", "# nothing\n", "roles.tsv: no sentence is in it");
        row("too few columns", "1 He PRP\n",
            "roles.tsv, line 1: expected the number of the word, the word, its part of speech, a roleset or -, and a "
            "column of roles for each predicate, got only \"1 He PRP\"");
        row("a line of other columns", "1 He PRP - B-ARG0\n2 ran VBD run.01\n",
            "roles.tsv, line 2: expected 5 columns, as on the sentence's first line (1), got 4; is the empty line "
            "between two sentences missing?");
        row("numbers", "1 He PRP - B-ARG0\n1 ran VBD run.01 B-V\n",
            "roles.tsv, line 2: expected word 2 of the sentence, got \"1\" in the first column; is the empty line "
            "between two sentences missing?");
        row("more predicates than columns", "\n1 He PRP - B-ARG0\n2 ran VBD run.01 B-V\n3 fell VBD fall.01 O\n",
            "roles.tsv, line 2: the predicates of the sentence (column 4) are 2, run.01, fall.01, and the columns of "
            "roles behind them 1: each predicate needs one, in their order, and an empty line stands between two "
            "sentences");
        row("more columns than predicates", "1 He PRP - B-ARG0 O\n2 ran VBD run.01 B-V B-V\n",
            "roles.tsv, line 1: the predicates of the sentence (column 4) are 1, run.01, and the columns of roles "
            "behind them 2: each predicate needs one, in their order");
        row("ill-formed", "1 He PRP - B-ARG0\n2 ran VBD run.01 B-V\n3 far RB - I-ARG1\n",
            "roles.tsv, line 3: column 5: not well-formed BIO: I-ARG1 behind B-V; a span begins with B-");
        row("no BIO", "1 He PRP - ARG0\n2 ran VBD run.01 B-V\n",
            "roles.tsv, line 1: column 5: expected a role in BIO (B-ARG0, I-ARG0 or O), got \"ARG0\"");
        row("no label", "1 He PRP - B-\n2 ran VBD run.01 B-V\n",
            "roles.tsv, line 1: column 5: expected a role in BIO (B-ARG0, I-ARG0 or O), got \"B-\"");
        row("two predicates in a column", "1 He PRP - B-V\n2 ran VBD run.01 B-V\n",
            "roles.tsv, line 2: column 5 has a second predicate (V), \"ran\"; the first one is \"He\" on line 1: a "
            "column is of one predicate, what belongs to it is C-V");
        row("one column twice", "1 She PRP - B-ARG0 B-ARG0\n2 gave VBD give.01 B-V B-V\n3 run VB run.01 O O\n",
            "roles.tsv, line 2: columns 5 and 6 say the same of the predicate \"gave\": each predicate needs a column "
            "of its own");
        row("a column without predicate", "1 He PRP - B-ARG0\n2 ran VBD run.01 O\n",
            "roles.tsv, line 1: column 5 has no predicate: one span of it must be V");
    }
    void badPropBankColumnsAreRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        QCOMPARE(messageOf([&] { propBank(text.toStdString()); }), message);
    }

    void badBracketsAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::vector<std::string>& brackets, const char* message) {
            QTest::newRow(name) << QByteArray::fromStdString(sentenceOf(brackets)) << message;
        };
        row("never closed", {"(A0*)", "(V*)", "(A1*", "*"},
            "props.txt, line 3: column 4: (A1* opens an argument that its sentence never closes with *)");
        row("never opened", {"(A0*)", "(V*)", "*)", "*"},
            "props.txt, line 3: column 4: \"*)\" closes an argument, and none is open");
        row("within another", {"(A0*", "(V*)", "*)", "*"},
            "props.txt, line 2: column 4: \"(V*)\" opens an argument within A0, which is open since line 1: close "
            "that one first, with *)");
        row("two at once", {"(A0(A1*))", "(V*)", "*", "*"},
            "props.txt, line 1: column 4: \"(A0(A1*))\" has to open one argument, with its label: (A0*");
        row("another label", {"(A0*", "*A1)", "(V*)", "*"},
            "props.txt, line 2: column 4: \"*A1)\" has to close one argument, A0, which is open since line 1");
        row("two ends", {"(A0*", "*))", "(V*)", "*"},
            "props.txt, line 2: column 4: \"*))\" has to close one argument, A0, which is open since line 1");
        row("no star", {"(A0*)", "(V*)", "(A1)", "*", "*"},
            "props.txt, line 3: column 4: expected a cell like *, (A0*, *) or (V*), got \"(A1)\"");
        row("no predicate", {"(A0*)", "*", "*"},
            "props.txt, line 1: column 4 has no predicate: one span of it must be V");
        row("two predicates", {"(V*)", "(V*)", "*"},
            "props.txt, line 2: column 4 has a second predicate (V), \"w1\"; the first one is \"w0\" on line 1: a "
            "column is of one predicate, what belongs to it is C-V");
        QTest::newRow("more predicates than columns")
            << QByteArray("He - (A0*)\nran run (V*)\nand - *\nfell fall *\n")
            << "props.txt, line 1: the predicates of the sentence (column 2) are 2, run, fall, and the columns of "
               "roles behind them 1: each predicate needs one, in their order, and an empty line stands between two "
               "sentences";
        QTest::newRow("only words") << QByteArray("He\nran\n")
                                    << "props.txt, line 1: expected the word, the lemma of a predicate or -, and a "
                                       "column of brackets for each predicate, got only \"He\"";
    }
    void badBracketsAreRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        QCOMPARE(messageOf([&] { conll(text.toStdString()); }), message);
    }

    /// The plain path does: the files are told by their look, by which other files are not.
    /// The words are pieces of one, and so are the predicates (English Web Treebank).
    void piecesOfAPredicateMayShareIt() {
        const auto sentences = propBank("1 They PRP - B-ARG0 B-ARG0\n2 side NN sidestep.01 B-V B-V\n3 - HYPH - O O\n"
                                        "4 step VB sidestep.01 B-C-V B-C-V\n5 it PRP - B-ARG1 B-ARG1\n");
        QCOMPARE(sentences[0].propositions.size(), std::size_t(2));
        QVERIFY(sentences[0].propositions[0].isInOrder && sentences[0].propositions[1].isInOrder);
    }

    void columnsInAnotherOrderAreCounted_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("note");
        QTest::newRow("a V on no predicate")
            << QByteArray("1\tShe\tPRP\t-\tB-V\n2\tgave\tVBD\tgive.01\tO\n")
            << "roles.tsv, line 1: 1 of 1 column of roles has its predicate (V) on another word than that whose column "
               "it is by the order of the predicates; it is read as the column of its V";
        QTest::newRow("exchanged columns")
            << QByteArray("1\tHe\tPRP\t-\tB-ARG0\n2\tran\tVBD\trun.01\tB-V\n\n"
                          "1\tShe\tPRP\t-\tB-ARG0\tO\n2\tgave\tVBD\tgive.01\tO\tB-V\n"
                          "3\trun\tVB\trun.01\tB-V\tO\n")
            << "roles.tsv, line 6: 2 of 3 columns of roles have their predicate (V) on another word than that whose "
               "column it is by the order of the predicates, the first here; it is read as the column of its V";
    }
    void columnsInAnotherOrderAreCounted() {
        QFETCH(QByteArray, text);
        QFETCH(QString, note);
        const Corpus corpus = openCorpus(write("roles.tsv", text) + "?format=propbank");
        QCOMPARE(corpus.notes, (Names{note.toStdString()}));
    }

    /// A message about a label names the token's line, not the one that its sentence begins on.
    void aLabelHasTheLineOfItsToken() {
        const std::string roles = write("roles.tsv", "1\tShe\tPRP\t-\tB-ARG0\n2\tgave\tVBD\tgive.01\tB-V\n"
                                                     "3\thim\tPRP\t-\tB-ARG2\n");
        const Corpus corpus = openCorpus(roles + "?format=propbank");
        QCOMPARE(corpus.labels, (Names{"B-ARG0", "B-V", "B-ARG2"}));
        QCOMPARE(corpus.labelPlaces, (Names{roles + ", line 1: ", roles + ", line 2: ", roles + ", line 3: "}));
        const std::string chunks = write("chunks.txt", "She PRP B-NP\nslept VBD B-VP\nwell RB B-ADVP\n");
        QCOMPARE(openCorpus(chunks + "?format=tags").labelPlaces.back(), chunks + ", line 3: ");
    }

    void filesAreToldByTheirLook() {
        const Corpus propBankSample = openCorpus(sample("propbank")), conllSample = openCorpus(sample("conll2005"));
        QVERIFY(propBankSample.kind == CorpusKind::Propositions && conllSample.kind == CorpusKind::Propositions);
        QCOMPARE(propBankSample.train.size(), std::size_t(3)); // one of the first sentence, two of the second
        QCOMPARE(propBankSample.train[1].texts, propBankSample.train[2].texts);
        QCOMPARE(propBankSample.train[1].predicate, 4);
        QCOMPARE(propBankSample.train[2].predicate, 5);
        QCOMPARE(propBankSample.labels[std::size_t(propBankSample.train[2].tags[6])], std::string("B-ARGM-MNR"));
        QCOMPARE(propBankSample.notes, (Names{"train.txt: 1 of 3 sentences has no predicate and is left out"}));
        QCOMPARE(conllSample.train.size(), std::size_t(3));
        QCOMPARE(conllSample.test.front().tags.size(), std::size_t(6));
        QVERIFY(openCorpus(sample("tags")).kind == CorpusKind::TaggedSentences);
    }

    /// One wrong line among many does not make another format of them: it is told.
    void amongManyAWrongLineIsTold() {
        QByteArray text;
        for (int k = 0; k < 40; ++k)
            text += "1\tHe\tPRP\t-\tB-ARG0\n2\tran\tVBD\trun.01\tB-V\n\n";
        text += "1\tHe\tPRP\t-\tI-ARG0\n2\tran\tVBD\trun.01\tB-V\n\n";
        QVERIFY2(messageOf(write("one_wrong.tsv", text))
                     .endsWith("I-ARG0 at the beginning of the sentence; a span begins with B-"),
                 qPrintable(messageOf(write("one_wrong.tsv", text))));
    }

    /// Nor do several in a small file: it would be read as something else without a word.
    void ofFewLinesTheWrongOnesAreTold() {
        const QString tags = messageOf(write("wrong_tags.tsv", "1\tHe\tPRP\t-\tARG0\n2\tran\tVBD\trun.01\tB-V\n"
                                                               "3\tfar\tRB\t-\tARG1\n4\t.\t.\t-\tO\n"));
        QVERIFY2(tags.endsWith("line 1: column 5: expected a role in BIO (B-ARG0, I-ARG0 or O), got \"ARG0\""),
                 qPrintable(tags));
        const QString brackets = messageOf(write("wrong_brackets.txt", "He - (A0\nran run (V*)\nfar - A1*)\n. - *\n"));
        QVERIFY2(brackets.contains("line 1: column 3: expected a cell like *, (A0*, *) or (V*), got \"(A0\""),
                 qPrintable(brackets));
    }

    void withoutAnyPredicateNothingIsLeft() {
        const QString message = messageOf(write("none.tsv", "1\tNo\tUH\t-\n\n1\tYes\tUH\t-\n") + "?format=propbank");
        QVERIFY2(message.endsWith("none.tsv: no example is in it; none.tsv: 2 of 2 sentences have no predicate and are "
                                  "left out"),
                 qPrintable(message));
    }

    /// Another predicate of the same sentence is another example, so a run on the one can't go on with the other.
    void predicatesAreInTheFingerprint() {
        Corpus corpus = openCorpus(sample("propbank"));
        const std::string before = fingerprint(corpus);
        corpus.train[0].predicate = 0;
        QVERIFY(fingerprint(corpus) != before);
    }

    void allOfTheEnglishWebTreebankIsRead() {
        const std::string folder = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/srl_ewt_propbank";
        if (!std::filesystem::exists(folder))
            QSKIP("../shared/data/srl_ewt_propbank is absent");
        const Corpus corpus = openCorpus(folder);
        QCOMPARE(corpus.train.size(), std::size_t(40482));
        QCOMPARE(corpus.dev.size(), std::size_t(4977));
        QCOMPARE(corpus.notes.size(), std::size_t(2));
        QVERIFY(corpus.notes[0].find("1,988 of 12,542 sentences have no predicate") != std::string::npos);
        QVERIFY(corpus.notes[1].find("438 of 1,974 sentences have no predicate") != std::string::npos);
        for (const Example& example : corpus.train)
            QCOMPARE(corpus.labels[std::size_t(example.tags[std::size_t(example.predicate)])], std::string("B-V"));
    }
};

QTEST_GUILESS_MAIN(RoleColumnsTest)
#include "role_columns_test.moc"
