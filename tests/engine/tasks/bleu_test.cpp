#include "tasks/bleu.h"

#include "message_of.h"
#include "translation_golden.h"

#include <QtTest>

using namespace headlight;

using Texts = std::vector<std::string>;
using Sets = std::vector<Texts>;

namespace {

void compare(const TranslationGolden& corpus, const Json& expected) {
    const BleuOptions options{choiceOf(translationTokenizerNames(), expected["tokenizer"].get<std::string>()),
                              expected["lower"]};
    BleuCounts counts;
    for (const BleuCounts& one : bleuCounts(corpus.hypotheses, corpus.referenceSets, options))
        counts += one;
    const Bleu bleu = bleuOf(counts);
    for (std::size_t n = 0; n < BleuCounts::orders; ++n) {
        QCOMPARE(counts.matched[n], expected["matched"][n].get<std::int64_t>());
        QCOMPARE(counts.total[n], expected["total"][n].get<std::int64_t>());
        QVERIFY(std::abs(bleu.precisions[n] - expected["precisions"][n].get<double>()) < 1e-9);
    }
    QCOMPARE(bleu.hypothesisLength, expected["lengths"][0].get<std::int64_t>());
    QCOMPARE(bleu.referenceLength, expected["lengths"][1].get<std::int64_t>());
    QVERIFY(std::abs(bleu.brevityPenalty - expected["penalty"].get<double>()) < 1e-12);
    QVERIFY(std::abs(bleu.score - expected["score"].get<double>()) < 1e-9);
}

double scoreOfTexts(const Texts& hypotheses, const Sets& references, const BleuOptions& options = {}) {
    return bleuOf(bleuCounts(hypotheses, references, options)).score;
}

} // namespace

class BleuTest : public QObject {
    Q_OBJECT

private slots:
    void figuresAreThoseOfSacrebleu_data() { addGoldenCorpora(); }
    void figuresAreThoseOfSacrebleu() {
        QFETCH(int, number);
        const Json& row = goldenTranslations()["corpora"][std::size_t(number)];
        for (const Json& expected : row["bleu"])
            compare(corpusOf(row), expected);
    }

    void aRandomCorpusIsJudgedAsBySacrebleu() {
        const Json& row = goldenTranslations()["random_corpus"];
        for (const Json& expected : row["bleu"])
            compare(randomCorpusOf(row), expected);
    }

    void sacrebleusOwnTestsPass() {
        for (const Json& row : goldenTranslations()["published"]) {
            const BleuOptions options{choiceOf(translationTokenizerNames(), row["tokenizer"].get<std::string>()),
                                      false};
            const double score = scoreOfTexts(row["hypotheses"], row["references"], options);
            QVERIFY(std::abs(score - row["bleu"].get<double>()) < row["tolerance"].get<double>());
        }
    }

    void sameTextsScoreHundredAndEmptyOnesNothing() {
        const Texts texts = {"A small dog runs over the field.", "It is 3.5 m long."};
        QVERIFY(std::abs(scoreOfTexts(texts, {texts}) - 100) < 1e-9);
        QCOMPARE(scoreOfTexts({"", ""}, {texts}), 0.0);
        QCOMPARE(bleuOf(std::span<const BleuCounts>()).score, 0.0);
    }

    void ordersWithoutMatchAreHalvedOneAfterTheOther() {
        const Bleu bleu =
            bleuOf({.matched = {4, 2, 0, 0}, .total = {6, 5, 4, 3}, .hypothesisLength = 6, .referenceLength = 6});
        QCOMPARE(bleu.precisions[1], 40.0);
        QCOMPARE(bleu.precisions[2], 100.0 / (2 * 4));
        QCOMPARE(bleu.precisions[3], 100.0 / (4 * 3));
        QCOMPARE(bleu.shares[1], 40.0);
        QCOMPARE(bleu.shares[2], 0.0);
        QCOMPARE(bleu.shares[3], 0.0);
        QVERIFY(bleu.score > 0);
    }

    void anOrderWithoutNgramsMakesItZero() {
        const Bleu bleu =
            bleuOf({.matched = {3, 2, 1, 0}, .total = {3, 2, 1, 0}, .hypothesisLength = 3, .referenceLength = 3});
        QCOMPARE(bleu.precisions[2], 100.0);
        QCOMPARE(bleu.score, 0.0);
    }

    void partsOfACorpusAddUp() {
        const TranslationGolden corpus = randomCorpusOf(goldenTranslations()["random_corpus"]);
        const std::vector<BleuCounts> sentences = bleuCounts(corpus.hypotheses, corpus.referenceSets);
        BleuCounts first, second;
        for (std::size_t s = 0; s < sentences.size(); ++s)
            (s % 3 == 0 ? first : second) += sentences[s];
        first += second;
        QCOMPARE(bleuOf(first).score, bleuOf(sentences).score);
        const ReferencesOfSentence reference = {corpus.referenceSets[0][7]};
        QVERIFY(bleuCountsOf(corpus.hypotheses[7], reference) == sentences[7]);
    }

    void theNearestReferenceGivesTheLengthTheShorterOfTwo() {
        const auto lengthOf = [](const ReferencesOfSentence& references) {
            return bleuCountsOf("a b c", references).referenceLength;
        };
        QCOMPARE(lengthOf({"a", "a b c d e", "a b c d"}), std::int64_t(4));
        QCOMPARE(lengthOf({"a b c d", "a b"}), std::int64_t(2));
    }

    void textsThatDoNotBelongTogetherAreErrors() {
        const QString counts = messageOf([] { bleuCounts(Texts{"a", "b", "c"}, Sets{{"a", "b"}}); });
        QVERIFY2(counts.contains("3 hypotheses") && counts.contains("2 references"), qPrintable(counts));
        const QString empty = messageOf([] { bleuCounts(Texts{"a", "b"}, Sets{{"a", ""}}); });
        QVERIFY2(empty.contains("sentence 2"), qPrintable(empty));
        QVERIFY_THROWS_EXCEPTION(Error, bleuCounts(Texts{"a"}, Sets{{"a"}, {}}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, bleuCounts(Texts{"a"}, Sets{}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, bleuCountsOf("a", {}));
    }

    void signatureAndReportHaveTheFormOfSacrebleu() {
        QCOMPARE(bleuSignature({}),
                 std::string("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:headlight-" HEADLIGHT_VERSION));
        QVERIFY(bleuSignature({TranslationTokenizer::International, true}, std::nullopt)
                    .starts_with("nrefs:var|case:lc|eff:no|tok:intl|smooth:exp|version:"));
        const Json& readme = goldenTranslations()["published"][0];
        const Texts hypotheses = readme["hypotheses"];
        const Sets references = readme["references"];
        QCOMPARE(
            bleuReport(bleuOf(bleuCounts(hypotheses, references)), "S"),
            std::string("BLEU|S = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)"));
    }
};

QTEST_GUILESS_MAIN(BleuTest)
#include "bleu_test.moc"
