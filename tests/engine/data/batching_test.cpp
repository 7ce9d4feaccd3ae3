#include "core/random.h"
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
        corpus.train.push_back({{{std::to_string(i)}}, i % 5 == 0 ? 0 : 1});
    return corpus;
}

std::multiset<std::string> texts(const std::vector<Example>& examples) {
    std::multiset<std::string> texts;
    for (const Example& example : examples)
        texts.insert(example.texts.front().front());
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

    /// Of similar length, as many as fit; each pass has all examples once, in other batches.
    void batchesByTokensHaveSoManyTokens() {
        std::vector<int> lengths;
        for (int i = 0; i < 300; ++i)
            lengths.push_back(1 + (i * 37) % 23);
        lengths.push_back(90); // longer than a batch
        const BatchOrder order = BatchOrder::ofTokens(lengths, 60, 5), resumed = BatchOrder::ofTokens(lengths, 60, 5);
        const std::int64_t steps = order.stepsOf(1);
        QCOMPARE(order.stepsOf(3), 3 * steps);
        QCOMPARE(order.epochOf(2 * steps), 2.0);
        std::set<std::vector<int>> firsts;
        for (std::int64_t pass = 0; pass < 3; ++pass) {
            std::vector<int> taken;
            for (std::int64_t step = pass * steps; step < (pass + 1) * steps; ++step) {
                const std::vector<int> batch = order.batch(step);
                int tokens = 0, least = 1000, most = 0;
                for (const int example : batch) {
                    const int length = lengths[std::size_t(example)];
                    tokens += length;
                    least = std::min(least, length);
                    most = std::max(most, length);
                }
                QVERIFY(tokens <= 60 || batch.size() == 1);
                QVERIFY(most - least <= 23 / 2);
                taken.insert(taken.end(), batch.begin(), batch.end());
            }
            firsts.insert(order.batch(pass * steps));
            std::sort(taken.begin(), taken.end());
            std::vector<int> all(lengths.size());
            std::iota(all.begin(), all.end(), 0);
            QCOMPARE(taken, all);
        }
        QVERIFY(firsts.size() > 1);
        QCOMPARE(resumed.batch(2 * steps + 1), order.batch(2 * steps + 1));
        QCOMPARE(BatchOrder::ofTokens({5}, 1, 1).batch(7), std::vector<int>{0});
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
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, BatchOrder(0, 1, 1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, BatchOrder(1, 0, 1));
    }

    void buckets_data() {
        QTest::addColumn<int>("examples");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("buckets");
        QTest::newRow("passes end inside batches") << 103 << 8 << 5;
        QTest::newRow("passes end with batches") << 96 << 8 << 4;
        QTest::newRow("one example a bucket") << 30 << 4 << 30;
        QTest::newRow("more buckets than examples") << 10 << 3 << 50;
        QTest::newRow("a batch larger than the corpus") << 5 << 12 << 2;
        QTest::newRow("a batch as large as the corpus") << 7 << 7 << 3;
        QTest::newRow("a batch of one") << 11 << 1 << 3;
    }

    void buckets() {
        QFETCH(int, examples);
        QFETCH(int, batch);
        QFETCH(int, buckets);
        std::vector<int> lengths(std::size_t(examples), 0), all(std::size_t(examples), 0);
        std::iota(all.begin(), all.end(), 0);
        for (int i = 0; i < examples; ++i)
            lengths[std::size_t(i)] = 1 + i * 37 % 101;
        const BatchOrder order(lengths, batch, 7, buckets), again(lengths, batch, 7, buckets);
        std::vector<int> stream;
        const int steps = 6 * examples;
        for (int step = 0; step < steps; ++step) {
            const std::vector<int> taken = order.batch(step);
            QCOMPARE(int(taken.size()), batch);
            stream.insert(stream.end(), taken.begin(), taken.end());
        }
        std::set<std::vector<int>> passes;
        for (int pass = 0; pass < 6; ++pass) { // every example once a pass
            std::vector<int> taken(stream.begin() + pass * examples, stream.begin() + (pass + 1) * examples);
            passes.insert(taken);
            std::sort(taken.begin(), taken.end());
            QCOMPARE(taken, all);
        }
        if (batch < examples)
            QVERIFY(passes.size() > 1);
        for (const int step : {steps - 1, steps / 2, 0}) // whatever was asked for before
            QCOMPARE(again.batch(step), order.batch(step));
    }

    void similarLengthsAreTogether() {
        Random random(RandomKey(2));
        std::vector<int> lengths;
        for (int i = 0; i < 1000; ++i)
            lengths.push_back(1 + int(random.below(500)));
        // With ten buckets of 100, a batch lies in one or in two neighbouring ones.
        std::vector<int> sorted = lengths;
        std::sort(sorted.begin(), sorted.end());
        const BatchOrder order(lengths, 32, 1, 10), mixed(lengths, 32, 1, 0), plain(1000, 32, 1);
        int longestFirst = 0;
        for (int step = 0; step < 300; ++step) {
            int shortest = 1000, longest = 0;
            for (const int position : order.batch(step)) {
                shortest = std::min(shortest, lengths[std::size_t(position)]);
                longest = std::max(longest, lengths[std::size_t(position)]);
            }
            const auto below = std::lower_bound(sorted.begin(), sorted.end(), longest) -
                               std::upper_bound(sorted.begin(), sorted.end(), shortest);
            QVERIFY2(below < 200, qPrintable(QString("step %1: %2 to %3").arg(step).arg(shortest).arg(longest)));
            longestFirst += step % 31 < 3 && shortest > 250;
            QCOMPARE(mixed.batch(step), plain.batch(step)); // without buckets nothing changes
        }
        QVERIFY(longestFirst > 0 && longestFirst < 30); // batches come in random order, not by length
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
                QVERIFY(texts(part.train).count(example.texts.front().front()) == 0);
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
            QCOMPARE(statisticsOf(part, part.test).perLabel, (std::vector<std::int64_t>{2, 8}));
        }
    }

    void foldsNeedACorpusWithoutSplit() {
        Corpus corpus = numbered(20);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, fold(corpus, 1, 0, 1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, fold(corpus, 10, 10, 1));
        QVERIFY_THROWS_EXCEPTION(Error, fold(corpus, 21, 0, 1));
        corpus.test = corpus.train;
        QVERIFY_THROWS_EXCEPTION(Error, fold(corpus, 10, 0, 1));
    }

    void statisticsOfAPart() {
        Corpus corpus;
        corpus.labels = {"a", "b", "c"};
        for (int length = 1; length <= 100; ++length)
            corpus.train.push_back(
                {{std::vector<std::string>(std::size_t(length), std::to_string(length % 3))}, length % 2});
        const PartStatistics statistics = statisticsOf(corpus, corpus.train);
        QCOMPARE(statistics.examples, std::int64_t(100));
        QCOMPARE(statistics.perLabel, (std::vector<std::int64_t>{50, 50, 0}));
        QCOMPARE(statistics.tokens, std::int64_t(5050));
        QCOMPARE(statistics.distinctTokens, std::int64_t(3));
        QCOMPARE(statistics.shortest, 1);
        QCOMPARE(statistics.median, 50);
        QCOMPARE(statistics.percentile97, 97);
        QCOMPARE(statistics.longest, 100);
        QCOMPARE(statisticsOf(corpus, corpus.dev).longest, 0);
    }
};

QTEST_GUILESS_MAIN(BatchingTest)
#include "batching_test.moc"
