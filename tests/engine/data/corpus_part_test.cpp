#include "data/corpus_part.h"

#include "core/error.h"
#include "message_of.h"

#include <QtTest>

using namespace headlight;

/// Which examples of a corpus are meant.
class CorpusPartTest : public QObject {
    Q_OBJECT

private slots:
    void takesTheFirstThatHasExamples() {
        Corpus corpus;
        corpus.train = {{{{"a"}}, 0}, {{{"b"}}, 1}};
        QCOMPARE(partOf(corpus, "").name, std::string("train"));
        corpus.dev = {{{{"c"}}, 0}};
        QCOMPARE(partOf(corpus, "").name, std::string("dev"));
        corpus.test = {{{{"d"}}, 0}};
        QCOMPARE(partOf(corpus, "").name, std::string("test"));
        QCOMPARE(partOf(corpus, "train").examples.size(), std::size_t(2));
    }

    void saysWhatThereIs() {
        Corpus corpus;
        corpus.spec = "tea";
        QCOMPARE(messageOf([&] { partOf(corpus, ""); }), QString("tea: there is no example"));
        corpus.train = {{{{"a"}}, 0}};
        QCOMPARE(messageOf([&] { partOf(corpus, "dev"); }), QString("tea: there is no split \"dev\"; it has train"));
    }
};

QTEST_APPLESS_MAIN(CorpusPartTest)
#include "corpus_part_test.moc"
