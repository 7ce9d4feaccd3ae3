#include "engine/data/corpus_files.h"

#include <QtTest>

using namespace headlight;

/// Sentences and their translations.
class TranslationsTest : public QObject, CorpusFiles {
    Q_OBJECT

private:
    std::string folderOf(const QByteArray& english, const QByteArray& german) {
        write("train.en", english);
        const std::string path = write("train.de", german);
        return path.substr(0, path.size() - std::string("/train.de").size());
    }

private slots:
    void filesOfTwoLanguages() {
        const std::string folder = folderOf("a dog runs\nit sits\n", "ein hund rennt\nes sitzt\n");
        const Corpus corpus = openCorpus(folder);
        QVERIFY(corpus.kind == CorpusKind::Translations);
        QVERIFY(corpus.labels.empty());
        QCOMPARE(corpus.train.size(), std::size_t(2));
        QCOMPARE(corpus.train[0].texts[0], (Names{"ein", "hund", "rennt"})); // the first by the alphabet
        QCOMPARE(corpus.train[0].texts[1], (Names{"a", "dog", "runs"}));
        const Corpus back = openCorpus(folder + "?from=en");
        QCOMPARE(back.train[1].texts[0], (Names{"it", "sits"}));
        QCOMPARE(back.train[1].texts[1], (Names{"es", "sitzt"}));
        QVERIFY(fingerprint(corpus) != fingerprint(back));
        QCOMPARE(openCorpus(folder + "/train.en").train[1].texts[1], (Names{"es", "sitzt"}));
    }

    void aTestSetMayHaveMoreInItsName() {
        const std::string folder = folderOf("a dog\nit sits\n", "ein hund\nes sitzt\n");
        write("test_2016_flickr.en", "it runs\n");
        write("test_2016_flickr.de", "es rennt\n");
        QCOMPARE(openCorpus(folder + "?from=en").test.front().texts[1], (Names{"es", "rennt"}));
        write("test_2017.en", "it runs\n");
        write("test_2017.de", "es rennt\n");
        QVERIFY(messageOf(folder).contains("several corpora"));
        for (const char* name : {"/test_2016_flickr", "/test_2017"})
            for (const char* language : {".en", ".de"})
                QFile::remove(QString::fromStdString(folder + name + language));
    }

    void aPartThatIsThereInOneLanguageOnlyIsNamed() {
        const std::string folder = folderOf("a dog\nit sits\n", "ein hund\nes sitzt\n");
        write("dev.en", "it runs\n");
        for (const char* from : {"", "?from=de"})
            QVERIFY(messageOf(folder + from)
                        .contains("dev.en: there is no file with the same sentences in the language "
                                  "\"de\" beside it"));
        QVERIFY(messageOf(folder + "?from=en").contains("dev.en"));
        QFile::remove(QString::fromStdString(folder + "/dev.en"));
        QVERIFY(openCorpus(folder).dev.empty());
    }

    void aThirdLanguageHasToBeChosen() {
        const std::string folder = folderOf("a dog\nit sits\n", "ein hund\nes sitzt\n");
        write("train.fr", "un chien\nil est assis\n");
        QVERIFY(messageOf(folder + "?from=en").contains("say into which, as in ?to=de"));
        QCOMPARE(openCorpus(folder + "?from=en&to=fr").train[0].texts[1], (Names{"un", "chien"}));
        QVERIFY(messageOf(folder + "?from=en&to=it").contains("there is de, fr"));
        QVERIFY(messageOf(folder + "?from=es").contains("there are de, en, fr"));
        QFile::remove(QString::fromStdString(folder + "/train.fr"));
    }

    void emptySidesAreLeftOutAndCounted() {
        const Corpus corpus =
            openCorpus(folderOf("a dog\n\n  \nit sits\nit runs\n", "ein hund\nleer\n\nes sitzt\n \n"));
        QCOMPARE(corpus.train.size(), std::size_t(2));
        QCOMPARE(corpus.train[1].texts[0], (Names{"es", "sitzt"}));
        QVERIFY(QString::fromStdString(corpus.notes.front())
                    .contains("3 pairs are left out for an empty side: in train.de only 1, in train.en only 1, in "
                              "both 1"));
    }

    /// A slip of cp; a name or a number is the same in any language.
    void aCopyIsNoTranslation() {
        const Corpus copied = openCorpus(folderOf("a dog\nit sits\nBerlin\n", "a dog\nit sits\nBerlin\n"));
        QCOMPARE(copied.train.size(), std::size_t(3));
        QVERIFY2(copied.notes.front() ==
                     "3 of 3 pairs have the same sentence in train.de and in train.en: is one a copy of "
                     "the other?",
                 copied.notes.front().c_str());
        QVERIFY(openCorpus(folderOf("a dog\nit sits\nBerlin\n", "ein hund\nes sitzt\nBerlin\n")).notes.empty());
    }

    void filesOfDifferentLengthsAreRefused() {
        const std::string folder = folderOf("a dog\nit sits\nmore\n", "ein hund\nes sitzt\n");
        const QString message = messageOf(folder);
        QVERIFY2(message.contains("it has 2 lines, and train.en has 3"), qPrintable(message));
    }

    void tables() {
        const std::string named = write("named.tsv", "en\tde\na dog\tein hund\n\tleer\nit sits\tes sitzt\n");
        const Corpus corpus = openCorpus(named);
        QVERIFY(corpus.kind == CorpusKind::Translations);
        QCOMPARE(corpus.train.size(), std::size_t(2));
        QCOMPARE(corpus.train[1].texts[1], (Names{"es", "sitzt"}));
        QCOMPARE(openCorpus(named + "?from=de").train[1].texts[1], (Names{"it", "sits"}));
        QCOMPARE(openCorpus(write("sides.csv", "target,source\nes sitzt,it sits\nein hund,a dog\n")).train[0].texts[0],
                 (Names{"it", "sits"}));
        const std::string others = write("others.csv", "one,two\nit sits,es sitzt\na dog,ein hund\n");
        QCOMPARE(openCorpus(others + "?format=translation_table&text=two&second=one").train[0].texts[0],
                 (Names{"es", "sitzt"}));
        QVERIFY(messageOf(others + "?format=translation_table").contains("codes of two languages"));
        QVERIFY(messageOf(named + "?from=fr").contains("?from=fr is no column of this table; it has en and de"));
        QVERIFY(messageOf(named + "?to=fr").contains("?to=fr is no column"));
        QVERIFY(messageOf(others + "?format=translation_table&text=one").contains("name both columns"));
        QVERIFY(messageOf(others + "?format=translation_table&text=two&second=2")
                    .contains("others.csv, line 1: text and second are both column 2: name another column"));
    }

    void ofATableInSeveralLanguagesTwoAreChosen() {
        const std::string table = write("three.tsv", "en\tde\tfr\na dog\tein hund\tun chien\n");
        const Corpus corpus = openCorpus(table + "?from=fr&to=en");
        QCOMPARE(corpus.train[0].texts[0], (Names{"un", "chien"}));
        QCOMPARE(corpus.train[0].texts[1], (Names{"a", "dog"}));
        for (const char* options : {"", "?from=en", "?from=en&to=it"})
            QVERIFY2(messageOf(table + options)
                         .contains("it has columns in several languages, en, de, fr: say from which into which, as in "
                                   "?from=en&to=de"),
                     options);
        QVERIFY(messageOf(table + "?from=en&to=en").contains("another column"));
    }

    void filesBesideEachOtherThatAreNoTranslations() {
        const std::string text = write("reviews.txt", "good a fine day\nbad a poor day\n");
        write("reviews.bak", "anything\n");
        QVERIFY(openCorpus(text).kind == CorpusKind::Sentences);
    }
};

QTEST_APPLESS_MAIN(TranslationsTest)
#include "translations_test.moc"
