#include "tasks/bleu.h"
#include "tasks/chrf.h"
#include "tasks/paired_bootstrap.h"

#include "message_of.h"
#include "translation_golden.h"

#include <QtTest>

using namespace headlight;

namespace {

/// A baseline, and a system that has the reference itself for every so many of its sentences.
struct Systems {
    std::vector<BleuCounts> baseline, system;
};

Systems systemsOf(std::size_t every) {
    const TranslationGolden corpus = randomCorpusOf(goldenTranslations()["random_corpus"]);
    std::vector<std::string> better = corpus.hypotheses;
    for (std::size_t s = 0; s < better.size(); s += every)
        better[s] = corpus.referenceSets[0][s];
    return {bleuCounts(corpus.hypotheses, corpus.referenceSets), bleuCounts(better, corpus.referenceSets)};
}

} // namespace

class PairedBootstrapTest : public QObject {
    Q_OBJECT

private slots:
    void figuresAreThoseOfTheSamples() {
        // 1 … 80 and twice of that: a fortieth, two samples, is cut off at either end.
        std::vector<double> baseline, system;
        for (int k = 80; k > 0; --k) {
            baseline.push_back(k);
            system.push_back(2 * k);
        }
        const PairedBootstrap judged = judgedSamples(10, 30, baseline, system);
        QCOMPARE(judged.baseline.score, 10.0);
        QCOMPARE(judged.baseline.mean, 40.5);
        QCOMPARE(judged.baseline.halfWidth, 37.5); // 3 … 78
        QCOMPARE(judged.system.mean, 81.0);
        QCOMPARE(judged.difference, 20.0);
        QCOMPARE(judged.lower, 3.0);
        QCOMPARE(judged.upper, 78.0);
        QCOMPARE(judged.better, 1.0);
        QCOMPARE(judged.pValue, 41.0 / 81);     // 1 … 20 and 61 … 80 are at least 20 from their mean, 40.5
        QCOMPARE(judged.sacreBleuP, 21.0 / 81); // 61 … 80 are more than 20 above it
    }

    void theSignOfTheDifferenceIsThatOfTheSystem() {
        const std::vector<double> baseline = {5, 6, 7}, system = {1, 9, 3};
        const PairedBootstrap judged = judgedSamples(6, 4, baseline, system);
        QCOMPARE(judged.difference, -2.0);
        QCOMPARE(judged.lower, -4.0);
        QCOMPARE(judged.upper, 3.0);
        QCOMPARE(judged.better, 1.0 / 3);
        QCOMPARE(judged.pValue, 1.0);         // −4, 3 and −4 are all at least 2 from their mean, −5/3
        QCOMPARE(judged.sacreBleuP, 1.0 / 4); // 4, 3 and 4, less their mean, are below 2
    }

    void theSeedDecidesTheSamples() {
        const auto [baseline, system] = systemsOf(20);
        const PairedBootstrap one = pairedBootstrap(baseline, system, {200, 7});
        const PairedBootstrap same = pairedBootstrap(baseline, system, {200, 7});
        const PairedBootstrap other = pairedBootstrap(baseline, system, {200, 8});
        QCOMPARE(one.lower, same.lower);
        QCOMPARE(one.system.mean, same.system.mean);
        QCOMPARE(one.pValue, same.pValue);
        QVERIFY(one.system.mean != other.system.mean);
        QCOMPARE(one.difference, other.difference);
    }

    void aClearDifferenceIsToldFromASmallOne() {
        const auto [baseline, system] = systemsOf(3);
        const PairedBootstrap clear = pairedBootstrap(baseline, system);
        QCOMPARE(clear.pValue, 1.0 / 1001);
        QCOMPARE(clear.sacreBleuP, 1.0 / 1001);
        QCOMPARE(clear.better, 1.0);
        QVERIFY(clear.lower > 0 && clear.lower < clear.difference && clear.difference < clear.upper);
        QCOMPARE(clear.difference, bleuOf(system).score - bleuOf(baseline).score);
        QVERIFY(std::abs(clear.system.mean - clear.system.score) < clear.system.halfWidth);

        // Every other sentence is better by something, every other one worse by the same.
        std::vector<BleuCounts> first = baseline, second = baseline;
        for (std::size_t s = 0; s < baseline.size(); ++s)
            (s % 2 == 0 ? first : second)[s] = system[s];
        const PairedBootstrap unclear = pairedBootstrap(first, second);
        QVERIFY(unclear.lower < 0 && unclear.upper > 0);
        QVERIFY(unclear.sacreBleuP > 0.05);
        QVERIFY(unclear.pValue > unclear.sacreBleuP);
    }

    void aSystemAgainstItselfHasNoDifference() {
        const std::vector<BleuCounts> baseline = systemsOf(3).baseline;
        const PairedBootstrap none = pairedBootstrap(baseline, baseline, {100, 1});
        QCOMPARE(none.difference, 0.0);
        QCOMPARE(none.lower, 0.0);
        QCOMPARE(none.upper, 0.0);
        QCOMPARE(none.better, 0.0);
        QCOMPARE(none.pValue, 1.0);
        QCOMPARE(none.sacreBleuP, 1.0 / 101); // its rule
    }

    void chrfIsResampledToo() {
        const TranslationGolden corpus = randomCorpusOf(goldenTranslations()["random_corpus"]);
        const std::vector<ChrfCounts> baseline = chrfCounts(corpus.hypotheses, corpus.referenceSets);
        const std::vector<ChrfCounts> system = chrfCounts(corpus.referenceSets[0], corpus.referenceSets);
        const PairedBootstrap judged = pairedBootstrap(baseline, system, {100, 1});
        QCOMPARE(judged.system.mean, 100.0);
        QCOMPARE(judged.system.halfWidth, 0.0);
        QCOMPARE(judged.baseline.score, chrfOf(baseline));
    }

    void systemsOfDifferentSizesAreAnError() {
        const std::vector<BleuCounts> three(3), two(2), none;
        const QString message = messageOf([&] { pairedBootstrap(three, two); });
        QVERIFY2(message.contains("3 translations") && message.contains("has 2"), qPrintable(message));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, pairedBootstrap(none, none));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, pairedBootstrap(two, two, {0, 1}));
    }
};

QTEST_GUILESS_MAIN(PairedBootstrapTest)
#include "paired_bootstrap_test.moc"
