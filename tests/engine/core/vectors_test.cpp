#include "attention/softmax.h"
#include "core/vectors.h"

#include <QtTest>

using namespace headlight;

/// Whatever the number of numbers, each is worked on once, and none beside them is touched.
class VectorsTest : public QObject {
    Q_OBJECT
    static constexpr Index longest = 3 * lanes + 1;
    static constexpr Real guard = 7;

private slots:
    void everyNumberOnce_data() {
        QTest::addColumn<int>("count");
        for (int count = 0; count <= int(longest); ++count)
            QTest::newRow(QByteArray::number(count).constData()) << count;
    }
    void everyNumberOnce() {
        QFETCH(int, count);
        Vector numbers = Vector::Constant(longest + 2, guard);
        for (Index i = 0; i < count; ++i)
            numbers(1 + i) = Real(i);
        Real* own = numbers.data() + 1; // nowhere aligned
        forEachVector(count, [&](auto part) { store(own, part, load(own, part) + 100); });
        for (Index i = 0; i < numbers.size(); ++i)
            QCOMPARE(numbers(i), i >= 1 && i <= count ? Real(i - 1 + 100) : guard);
    }

    void lanesThatAPartDoesNotFill() {
        const Vector numbers = Vector::Ones(lanes);
        const Lane few = load(numbers.data(), PartVector{0, 1}, guard);
        QCOMPARE(few(0), Real(1));
        QVERIFY((few.tail(lanes - 1) == guard).all());
    }

    void softmaxOfAnyLength_data() { everyNumberOnce_data(); }
    void softmaxOfAnyLength() {
        QFETCH(int, count);
        Vector scores = Vector::Constant(longest + 1, guard);
        Eigen::VectorXd expected(count);
        for (Index i = 0; i < count; ++i) {
            scores(i) = Real((i * 37) % 11) - 5 - (i % 5 == 4 ? std::numeric_limits<Real>::infinity() : 0);
            expected(i) = std::exp(double(scores(i)));
        }
        const Real log = softmax(scores.data(), count);
        QCOMPARE(scores(count), guard);
        if (count == 0)
            return;
        QVERIFY(std::abs(double(log) - std::log(expected.sum())) < 1e-6);
        for (Index i = 0; i < count; ++i)
            QVERIFY(std::abs(double(scores(i)) - expected(i) / expected.sum()) < 1e-6);
    }

    void whatSeesNothingGetsZeros() {
        Vector scores = Vector::Constant(lanes + 3, -std::numeric_limits<Real>::infinity());
        const Real log = softmax(scores.data(), scores.size());
        QVERIFY(scores.isZero(0));
        scores.setConstant(-std::numeric_limits<Real>::infinity());
        exponentiate(scores.data(), scores.size(), log); // as backward does
        QVERIFY(scores.isZero(0));
    }
};

QTEST_GUILESS_MAIN(VectorsTest)
#include "vectors_test.moc"
