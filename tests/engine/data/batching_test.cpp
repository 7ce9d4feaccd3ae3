#include "data/batching.h"
#include "data/folds.h"
#include "data/statistics.h"

#include <QtTest>
#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

using namespace headlight;

namespace {

Corpus numbered(int count) {
    Corpus corpus;
    corpus.name = "numbered";
    corpus.labels = {"few", "many"};
    for (int i = 0; i < count; ++i)
        corpus.train.push_back({{std::to_string(i)}, i % 5 == 0 ? 0 : 1});
    return corpus;
}

std::multiset<std::string> texts(const std::vector<Example>& examples) {
    std::multiset<std::string> texts;
    for (const Example& example : examples)
        texts.insert(example.tokens.front());
    return texts;
}

} // namespace

class BatchingTest : public QObject {
    Q_OBJECT

private slots:
    void everyPassTakesEveryExampleOnce() {
        const BatchOrder order(10, 4, 7);
        std::vector<int> stream;
        for (int step = 0; step < 15; ++step)
            for (const int position : order.batch(step))
                stream.push_back(position);
        QCOMPARE(stream.size(), std::size_t(60));
        std::vector<int> all(10);
        std::iota(all.begin(), all.end(), 0);
        std::set<std::vector<int>> passes;
        for (std::size_t pass = 0; pass < 6; ++pass) {
            std::vector<int> taken(stream.begin() + std::ptrdiff_t(pass * 10),
                                   stream.begin() + std::ptrdiff_t(pass * 10 + 10));
            passes.insert(taken);
            std::sort(taken.begin(), taken.end());
            QCOMPARE(taken, all);
        }
        QCOMPARE(passes.size(), std::size_t(6)); // each pass in another order
        QCOMPARE(order.stepsOf(1), std::int64_t(3));
        QCOMPARE(order.stepsOf(6), std::int64_t(15)); // of 4 examples: 60 in all
        QCOMPARE(order.epochOf(5), 2.0);
    }

    void aResumedRunSeesTheSameBatches() {
        const BatchOrder undisturbed(1000, 32, 3), resumed(1000, 32, 3), other(1000, 32, 4);
        for (int step = 0; step < 100; ++step)
            undisturbed.batch(step);
        QCOMPARE(resumed.batch(100), undisturbed.batch(100));
        QCOMPARE(resumed.batch(31), undisturbed.batch(31));
        QVERIFY(resumed.batch(100) != other.batch(100));
    }

    void theOrderIsTheSameOnEveryMachine() {
        QCOMPARE(BatchOrder(6, 6, 1).batch(0), (std::vector<int>{3, 4, 5, 0, 2, 1}));
    }

    void aBatchMayBeLargerThanTheCorpus() {
        std::vector<int> batch = BatchOrder(3, 7, 1).batch(0);
        QCOMPARE(batch.size(), std::size_t(7));
        std::vector<int> firstPass(batch.begin(), batch.begin() + 3);
        std::sort(firstPass.begin(), firstPass.end());
        QCOMPARE(firstPass, (std::vector<int>{0, 1, 2}));
        QVERIFY_EXCEPTION_THROWN(BatchOrder(0, 1, 1), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(BatchOrder(1, 0, 1), std::invalid_argument);
    }

    void evaluationBatchesKeepTheBudget() {
        const std::vector<int> lengths{5, 1, 30, 7, 5, 2, 4};
        const auto batches = evaluationBatches(lengths, 12);
        std::vector<int> seen;
        int previous = 0;
        for (const auto& batch : batches) {
            int tokens = 0;
            for (const int position : batch) {
                QVERIFY(lengths[std::size_t(position)] >= previous);
                previous = lengths[std::size_t(position)];
                tokens += previous;
                seen.push_back(position);
            }
            QVERIFY(tokens <= 12 || batch.size() == 1);
        }
        std::sort(seen.begin(), seen.end());
        QCOMPARE(seen, (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
        QCOMPARE(batches.size(), std::size_t(3)); // 1 2 4 5, 5 7, and 30 alone over the budget
        QVERIFY(evaluationBatches({}, 12).empty());
    }

    void foldsPartitionTheCorpus() {
        const Corpus corpus = numbered(103);
        std::multiset<std::string> tested;
        for (int index = 0; index < 10; ++index) {
            const Corpus part = fold(corpus, 10, index, 5);
            QCOMPARE(part.train.size() + part.test.size(), corpus.train.size());
            QVERIFY(part.test.size() == 10 || part.test.size() == 11);
            for (const Example& example : part.test)
                QVERIFY(texts(part.train).count(example.tokens.front()) == 0);
            tested.merge(texts(part.test));
        }
        QCOMPARE(tested, texts(corpus.train));
        QCOMPARE(fingerprint(fold(corpus, 10, 3, 5)), fingerprint(fold(corpus, 10, 3, 5)));
        QVERIFY(fingerprint(fold(corpus, 10, 3, 5)) != fingerprint(fold(corpus, 10, 3, 6)));
    }

    void stratifiedFoldsKeepTheShares() {
        const Corpus corpus = numbered(100); // 20 of the first label
        for (int index = 0; index < 10; ++index) {
            const Corpus part = fold(corpus, 10, index, 1, FoldKind::Stratified);
            QCOMPARE(statisticsOf(part.test, 2).perLabel, (std::vector<std::int64_t>{2, 8}));
        }
    }

    void foldsNeedACorpusWithoutSplit() {
        Corpus corpus = numbered(20);
        QVERIFY_EXCEPTION_THROWN(fold(corpus, 1, 0, 1), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(fold(corpus, 10, 10, 1), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(fold(corpus, 21, 0, 1), Error);
        corpus.test = corpus.train;
        QVERIFY_EXCEPTION_THROWN(fold(corpus, 10, 0, 1), Error);
    }

    void statisticsOfAPart() {
        std::vector<Example> examples;
        for (int length = 1; length <= 100; ++length)
            examples.push_back({std::vector<std::string>(std::size_t(length), std::to_string(length % 3)), length % 2});
        const PartStatistics statistics = statisticsOf(examples, 3);
        QCOMPARE(statistics.examples, std::int64_t(100));
        QCOMPARE(statistics.perLabel, (std::vector<std::int64_t>{50, 50, 0}));
        QCOMPARE(statistics.tokens, std::int64_t(5050));
        QCOMPARE(statistics.distinctTokens, std::int64_t(3));
        QCOMPARE(statistics.shortest, 1);
        QCOMPARE(statistics.median, 50);
        QCOMPARE(statistics.percentile97, 97);
        QCOMPARE(statistics.longest, 100);
        QCOMPARE(statisticsOf({}, 2).longest, 0);
    }
};

QTEST_GUILESS_MAIN(BatchingTest)
#include "batching_test.moc"
