#include "data/corpus.h"
#include "data/statistics.h"

#include <QtTest>
#include <filesystem>
#include <fstream>

using namespace headlight;

using Counts = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

namespace {

std::string folder(const std::string& path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/" + path;
}

Counts perLabel(const Corpus& corpus, const std::vector<Example>& examples) {
    return statisticsOf(corpus, examples).perLabel;
}

} // namespace

/// The corpora of ../shared/data against the counts that its README verified.
class PublicCorporaTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        if (!std::filesystem::exists(folder("trec")))
            QSKIP("../shared/data is absent");
    }

    void trec() {
        const Corpus corpus = openCorpus(folder("trec"));
        QCOMPARE(corpus.name, std::string("trec"));
        QCOMPARE(corpus.labels, (Names{"DESC", "ENTY", "ABBR", "HUM", "LOC", "NUM"}));
        QCOMPARE(perLabel(corpus, corpus.train), (Counts{1162, 1250, 86, 1223, 835, 896}));
        QCOMPARE(perLabel(corpus, corpus.test), (Counts{138, 94, 9, 65, 81, 113}));
        QVERIFY(corpus.dev.empty());
        const Names first{"How", "did", "serfdom", "develop", "in", "and", "then", "leave", "Russia", "?"};
        QCOMPARE(corpus.train.front().texts[0], first);
        const TokenizerOptions typed = typedTokenizer(corpus);
        QVERIFY(!typed.lower && typed.pennQuotes && !typed.pennBrackets);
    }

    void trecFineLabels() {
        const Corpus corpus = openCorpus(folder("trec/raw"));
        QCOMPARE(corpus.train.size(), std::size_t(5452)); // Latin-1: one name has a high byte
        QCOMPARE(corpus.labels.size(), std::size_t(50));
    }

    void sstSentences() {
        const Corpus binary = openCorpus(folder("sst?labels=binary"));
        QCOMPARE(binary.labels, (Names{"negative", "positive"}));
        QCOMPARE(perLabel(binary, binary.train), (Counts{3310, 3610}));
        QCOMPARE(perLabel(binary, binary.dev), (Counts{428, 444}));
        QCOMPARE(perLabel(binary, binary.test), (Counts{912, 909}));
        const Corpus fine = openCorpus(folder("sst?labels=fine"));
        QCOMPARE(fine.labels, (Names{"very negative", "negative", "neutral", "positive", "very positive"}));
        QCOMPARE(perLabel(fine, fine.train), (Counts{1092, 2218, 1624, 2322, 1288}));
        QCOMPARE(perLabel(fine, fine.dev), (Counts{139, 289, 229, 279, 165}));
        QCOMPARE(perLabel(fine, fine.test), (Counts{279, 633, 389, 510, 399}));
        const TokenizerOptions typed = typedTokenizer(fine);
        QVERIFY(typed.lower && typed.pennQuotes && typed.pennBrackets);
    }

    void sstTrees() {
        const Corpus sentences = openCorpus(folder("sst/trees?labels=fine&phrases=false"));
        QCOMPARE(sentences.name, std::string("sst/trees"));
        QCOMPARE(perLabel(sentences, sentences.train), (Counts{1092, 2218, 1624, 2322, 1288}));
        const Corpus binary = openCorpus(folder("sst/trees?labels=binary"));
        QCOMPARE(perLabel(binary, binary.dev), (Counts{428, 444}));
        QCOMPARE(perLabel(binary, binary.test), (Counts{912, 909}));
        // Phrases: 318582 nodes, of which the ones that are not neutral serve two classes; five classes have those and
        // the neutral sentences four times.
        const Corpus fine = openCorpus(folder("sst/trees?labels=fine"));
        QCOMPARE(fine.train.size(), 318582 + 3 * (binary.train.size() + 1624));
        QCOMPARE(perLabel(fine, fine.test), (Counts{279, 633, 389, 510, 399}));
    }

    void corporaWithoutSplit() {
        const Corpus cr = openCorpus(folder("cr"));
        QCOMPARE(cr.labels, (Names{"neg", "pos"}));
        QCOMPARE(perLabel(cr, cr.train), (Counts{1366, 2405}));
        QCOMPARE(cr.emptyTexts, 4);                     // of the file's 3775 lines
        const Corpus subj = openCorpus(folder("subj")); // Latin-1
        QCOMPARE(subj.labels, (Names{"subjective", "objective"}));
        QCOMPARE(perLabel(subj, subj.train), (Counts{5000, 5000}));
        const Corpus mr = openCorpus(folder("mr")); // Latin-1
        QCOMPARE(mr.labels, (Names{"neg", "pos"}));
        QCOMPARE(perLabel(mr, mr.train), (Counts{5331, 5331}));
        const bool hasAccent = countTokens(mr.train).count("clichés") > 0;
        QVERIFY(hasAccent);
        const Corpus yelp = openCorpus(folder("yelp_polarity_1k"));
        QCOMPARE(perLabel(yelp, yelp.train), (Counts{518, 482}));
    }

    void punctuationStandsApart() {
        for (const char* name : {"trec", "cr", "mr", "subj", "sst", "sst/trees?labels=fine", "yelp_polarity_1k"}) {
            const Corpus corpus = openCorpus(folder(name));
            QVERIFY2(punctuatedToken(corpus).empty(), name);
            QVERIFY(typedTokenizer(corpus).rule == TokenizerRule::Words);
        }
    }

    /// AG News writes a backslash for one, Yelp \n.
    void lineBreaksWithinTextsAreSpaces() {
        for (const auto& [name, written] : {std::pair("ag_news", "\\"), {"yelp_polarity_1k", "\\n"}}) {
            const Corpus corpus = openCorpus(folder(name));
            QCOMPARE(corpus.notes.size(), std::size_t(1));
            QVERIFY2(corpus.notes.front().find("is read as a line break") != std::string::npos, name);
            for (const Example& example : corpus.train.empty() ? corpus.test : corpus.train)
                for (const std::string& token : example.texts[0])
                    QVERIFY2(token.find(written) == std::string::npos, token.c_str());
        }
    }

    void tables() {
        const Corpus news = openCorpus(folder("ag_news"));
        QCOMPARE(perLabel(news, news.test), (Counts{1900, 1900, 1900, 1900}));
        const Corpus imdb = openCorpus(folder("imdb_sample?label=1&text=4"));
        QCOMPARE(perLabel(imdb, imdb.train), (Counts{2500, 2500}));
        QCOMPARE(perLabel(imdb, imdb.test), (Counts{2500, 2500}));
        QCOMPARE(fingerprint(openCorpus(folder("imdb_sample"))), fingerprint(imdb)); // found without header
        const Corpus split = openCorpus(folder("ag_news/test.csv?dev=0.1"));
        QCOMPARE(split.name, std::string("ag_news/test.csv"));
        QCOMPARE(split.train.size(), std::size_t(6840));
        QCOMPARE(split.dev.size(), std::size_t(760));
        const Corpus uci = openCorpus(folder("uci_sentiment/imdb_labelled.txt?format=table&text=1&label=2"));
        QCOMPARE(perLabel(uci, uci.train), (Counts{500, 500}));
        for (const char* name : {"amazon_cells", "imdb", "yelp"}) { // text first, the label behind a tab
            const Corpus found = openCorpus(folder("uci_sentiment/" + std::string(name) + "_labelled.txt"));
            QCOMPARE(perLabel(found, found.train), (Counts{500, 500}));
        }
    }

    void filesOfOneClassEach() {
        const Corpus yelp = openCorpus(folder("yelp_sentences"));
        QVERIFY(yelp.train.empty());
        QCOMPARE(perLabel(yelp, yelp.dev), (Counts{25278, 38205}));
        QCOMPARE(perLabel(yelp, yelp.test), (Counts{50278, 76392}));
        const Corpus train = openCorpus(folder("yelp_sentences?train_on_dev=true"));
        QCOMPARE(perLabel(train, train.train), (Counts{25278, 38205}));
    }

    void taggedTokens() {
        const auto tokensOf = [](const std::vector<Example>& examples) {
            std::size_t tokens = 0;
            for (const Example& example : examples)
                tokens += example.tags.size();
            return tokens;
        };
        const Corpus chunks = openCorpus(folder("conll2000"));
        QVERIFY(chunks.kind == CorpusKind::TaggedSentences);
        QCOMPARE(chunks.train.size(), std::size_t(8936)); // as the shared task's paper counts
        QCOMPARE(chunks.test.size(), std::size_t(2012));
        QCOMPARE(tokensOf(chunks.train), std::size_t(211727));
        QCOMPARE(tokensOf(chunks.test), std::size_t(47377));
        QCOMPARE(chunks.labels.size(), std::size_t(23)); // one of them in the test set only
        QCOMPARE(chunks.train.front().texts.front().front(), std::string("Confidence"));
        QCOMPARE(chunks.labels[std::size_t(chunks.train.front().tags.front())], std::string("B-NP"));
        const Corpus words = openCorpus(folder("ud_ewt?train_on_dev=true"));
        QCOMPARE(words.labels.size(), std::size_t(17)); // the universal parts of speech
        QCOMPARE(words.train.size(), std::size_t(2001));
        QCOMPARE(words.test.size(), std::size_t(2077));
        const Corpus other = openCorpus(folder("ud_ewt/en_ewt-ud-dev.conllu?tag=xpos"));
        QVERIFY(other.labels.size() > 40);
        const Corpus names = openCorpus(folder("wnut17"));
        QCOMPARE(names.labels.size(), std::size_t(13));
        QCOMPARE(names.train.size(), std::size_t(3394));
        QCOMPARE(names.dev.size(), std::size_t(1009));
        QCOMPARE(names.test.size(), std::size_t(1287));
    }

    void translations() {
        const Corpus corpus = openCorpus(folder("multi30k_ende/tok?from=en"));
        QVERIFY(corpus.kind == CorpusKind::Translations);
        QCOMPARE(corpus.train.size(), std::size_t(29000));
        QCOMPARE(corpus.dev.size(), std::size_t(1014));
        QCOMPARE(corpus.test.size(), std::size_t(1000));
        QCOMPARE(corpus.test[0].texts[0].front(), std::string("a"));
        QCOMPARE(corpus.test[0].texts[1].front(), std::string("ein"));
    }

    void proseHasNoLabels() {
        for (const char* text :
             {"yelp_sentences/sentiment.dev.0", "cr/raw/custrev.pos", "snli/s2.dev",
              "multi30k_ende/tok/train.lc.norm.tok.en?format=text",
              "multi30k_ende/tok/train.lc.norm.tok.de?format=text", "lm_text/tinyshakespeare/input.txt"})
            QVERIFY_THROWS_EXCEPTION(Error, openCorpus(folder(text)));
    }

    void theFirstLinesOfProseHaveNoLabelsEither() {
        QTemporaryDir own;
        for (const char* text :
             {"yelp_sentences/sentiment.dev.0", "cr/raw/custrev.pos", "multi30k_ende/tok/train.lc.norm.tok.en"})
            for (const int count : {50, 100, 300}) {
                std::ifstream whole(folder(text));
                const std::string path = own.filePath("prose.txt").toStdString();
                std::ofstream part(path);
                std::string line;
                for (int k = 0; k < count && std::getline(whole, line); ++k)
                    part << line << '\n';
                part.close();
                QVERIFY_THROWS_EXCEPTION(Error, openCorpus(path));
            }
    }
};

QTEST_GUILESS_MAIN(PublicCorporaTest)
#include "public_corpora_test.moc"
