#include "nn/value_counter.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace headlight;

class ValueCounterTest : public QObject {
    Q_OBJECT

private slots:
    /// Each within 0.4 % of what it stands for, never nearer to zero.
    void numbersAreCountedNearWhatTheyAre() {
        std::vector<float> values;
        for (int i = 0; i < 5000; ++i)
            values.push_back((i % 3 == 0 ? -1.0F : 1.0F) * std::exp(float(i % 977) / 40 - 20));
        values.push_back(0.0F);
        ValueCounter counter(false);
        counter.add(values, std::vector<std::uint8_t>(values.size(), 1));
        const ValueCounts found = counter.counts();
        std::sort(values.begin(), values.end());
        QVERIFY(std::is_sorted(found.counts.begin(), found.counts.end()));
        QVERIFY2(found.counts.size() < 6000, qPrintable(QString::number(found.counts.size())));
        std::size_t at = 0;
        for (const auto& [value, count] : found.counts)
            for (std::ptrdiff_t i = 0; i < count; ++i, ++at) {
                QVERIFY(std::abs(value - values[at]) <= 0.004F * std::abs(values[at]));
                QVERIFY(std::abs(value) >= std::abs(values[at]));
            }
        QCOMPARE(at, values.size());
        QVERIFY(found.least == values.front() && found.largest == values.back());
        double sum = 0;
        for (const float value : values)
            sum += double(value);
        QVERIFY(std::abs(found.sum - sum) < 1e-9);
    }

    void whatIsHiddenOrNoNumberDoesNotCount() {
        ValueCounter counter(true);
        counter.add(std::vector<float>{0.25F, 9.0F, 0.75F, NAN}, std::vector<std::uint8_t>{1, 0, 1, 1});
        const ValueCounts found = counter.counts();
        QCOMPARE(found.counts.size(), std::size_t(2));
        QCOMPARE(found.sum, 1.0);
        QCOMPARE(found.largest, 0.75F);
        QCOMPARE(found.rows.size(), std::size_t(1));
        QCOMPARE(found.rows.front().largest, 0.75F);
        QCOMPARE(found.rows.front().seen, std::ptrdiff_t(2));
    }

    void aQueryThatSeesOneKeyCountsOnlyWhereAllDo() {
        ValueCounter counter(true), scores(false);
        const std::vector<float> values{1.0F, 0.0F};
        for (ValueCounter* each : {&counter, &scores})
            each->add(values, std::vector<std::uint8_t>{1, 0});
        QCOMPARE(counter.counts().sum, 1.0);
        for (ValueCounter* each : {&counter, &scores})
            each->add(std::vector<float>{0.5F, 0.5F}, std::vector<std::uint8_t>{1, 1});
        QCOMPARE(counter.counts().largest, 0.5F);
        QCOMPARE(counter.counts().sum, 1.0);
        QCOMPARE(scores.counts().sum, 2.0);
    }

    void ofNothingThereIsNothing() {
        ValueCounter counter(true);
        counter.add(std::vector<float>{1.0F}, std::vector<std::uint8_t>{0});
        QVERIFY(counter.counts().counts.empty());
    }
};

QTEST_GUILESS_MAIN(ValueCounterTest)
#include "value_counter_test.moc"
