#include "tasks/chrf.h"

#include "core/error.h"

#include "translation_golden.h"

#include <QtTest>

using namespace headlight;

using Texts = std::vector<std::string>;
using Sets = std::vector<Texts>;

namespace {

void compare(const TranslationGolden& corpus, const Json& expected) {
    const ChrfOptions options{expected["words"], expected["lower"]};
    ChrfCounts counts;
    for (const ChrfCounts& one : chrfCounts(corpus.hypotheses, corpus.referenceSets, options))
        counts += one;
    for (std::size_t k = 0; k < counts.orders.size(); ++k) {
        const Json row = k < expected["counts"].size() ? expected["counts"][k] : Json{0, 0, 0};
        QCOMPARE(counts.orders[k].hypothesis, row[0].get<std::int64_t>());
        QCOMPARE(counts.orders[k].reference, row[1].get<std::int64_t>());
        QCOMPARE(counts.orders[k].matched, row[2].get<std::int64_t>());
    }
    QVERIFY(std::abs(scoreOf(counts) - expected["score"].get<double>()) < 1e-9);
}

double scoreOfTexts(const Texts& hypotheses, const Texts& references, const ChrfOptions& options = {}) {
    return chrfOf(chrfCounts(hypotheses, Sets{references}, options));
}

} // namespace

class ChrfTest : public QObject {
    Q_OBJECT

private slots:
    void figuresAreThoseOfSacrebleu_data() { addGoldenCorpora(); }
    void figuresAreThoseOfSacrebleu() {
        QFETCH(int, number);
        const Json& row = goldenTranslations()["corpora"][std::size_t(number)];
        for (const Json& expected : row["chrf"])
            compare(corpusOf(row), expected);
    }

    void aRandomCorpusIsJudgedAsBySacrebleu() {
        const Json& row = goldenTranslations()["random_corpus"];
        for (const Json& expected : row["chrf"])
            compare(randomCorpusOf(row), expected);
    }

    /// Of sacreBLEU's own tests those in which precision and recall are equal, for they are of β = 3.
    void sacrebleusOwnTestsPass() {
        QCOMPARE(scoreOfTexts({"a"}, {"a"}), 100.0);
        QCOMPARE(scoreOfTexts({"a b c"}, {"a b c"}), 100.0);
        QCOMPARE(scoreOfTexts({"a b c"}, {"abc"}), 100.0);
        QCOMPARE(scoreOfTexts({""}, {"reference"}), 0.0);
        QCOMPARE(scoreOfTexts({""}, {"c"}), 0.0);
        QCOMPARE(scoreOfTexts({"a", "b"}, {"a", "c"}), 50.0);
        QCOMPARE(scoreOfTexts({"aa"}, {"ab"}), 25.0);
    }

    void sameTextsScoreHundredAndEmptyOnesNothing() {
        const Texts texts = {"Zwei Hunde laufen über die Wiese.", "(so) 😀"};
        for (const std::size_t wordOrder : {0u, 1u, 2u}) {
            QCOMPARE(scoreOfTexts(texts, texts, {wordOrder, false}), 100.0);
            QCOMPARE(scoreOfTexts({"", ""}, texts, {wordOrder, false}), 0.0);
        }
        QCOMPARE(chrfOf({}), 0.0);
    }

    void charactersAreCodePoints() {
        const ChrfCounts counts = chrfCountsOf("äö 😀", {"äö😀"});
        QCOMPARE(counts.orders[0].hypothesis, std::int64_t(3));
        QCOMPARE(counts.orders[2].matched, std::int64_t(1));
    }

    void aMarkAtTheEndOfAWordIsAWordElseOneAtItsBeginning() {
        const ChrfCounts counts = chrfCountsOf("(so) (so so) . ..", {"( so ) ( so so ) . . ."}, {2, false});
        const ChrfCounts::Order& words = counts.orders[ChrfCounts::characterOrders];
        QCOMPARE(words.reference, std::int64_t(10));
        QCOMPARE(words.hypothesis, std::int64_t(9)); // "(so" ")" "(" "so" "so" ")" "." "." "."
        QCOMPARE(words.matched, std::int64_t(8));    // not the first
    }

    void partsOfACorpusAddUp() {
        const TranslationGolden corpus = randomCorpusOf(goldenTranslations()["random_corpus"]);
        const std::vector<ChrfCounts> sentences = chrfCounts(corpus.hypotheses, corpus.referenceSets, {2, false});
        ChrfCounts first, second;
        for (std::size_t s = 0; s < sentences.size(); ++s)
            (s % 3 == 0 ? first : second) += sentences[s];
        first += second;
        QCOMPARE(scoreOf(first), chrfOf(sentences));
    }

    void theBestReferenceCounts() {
        const ChrfCounts best = chrfCountsOf("the dog", {"cats", "the dogs", "a"});
        QVERIFY(best == chrfCountsOf("the dog", {"the dogs"}));
    }

    void whatCanNotBeComparedIsAnError() {
        QVERIFY_THROWS_EXCEPTION(Error, chrfCounts(Texts{"a", "b"}, Sets{{"a"}}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, chrfCountsOf("a", {}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, chrfCountsOf("a", {"a"}, {3, false}));
    }

    void theSignatureHasTheFormOfSacrebleu() {
        QCOMPARE(chrfSignature({2, false}),
                 std::string("nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:headlight-" HEADLIGHT_VERSION));
    }
};

QTEST_GUILESS_MAIN(ChrfTest)
#include "chrf_test.moc"
