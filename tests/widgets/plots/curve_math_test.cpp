#include "plots/curve_math.h"

#include <QTest>
#include <cmath>

using namespace headlight;

class CurveMathTest : public QObject {
    Q_OBJECT

private slots:
    void smoothingIsTheDebiasedAverage();
    void smoothingLeavesGapsAndConstants();
    void bandHasMeanAndSpread();
    void bandReadsBetweenPointsAndNotBeyond();
};

namespace {

const double gap = std::nan("");

void compare(const QVector<double>& got, const QVector<double>& expected) {
    QCOMPARE(got.size(), expected.size());
    for (qsizetype i = 0; i < got.size(); ++i)
        QVERIFY2(std::isnan(expected[i]) ? std::isnan(got[i]) : std::abs(got[i] - expected[i]) < 1e-12,
                 qPrintable(QStringLiteral("%1: %2, expected %3").arg(i).arg(got[i], 0, 'g', 17).arg(expected[i])));
}

} // namespace

void CurveMathTest::smoothingIsTheDebiasedAverage() {
    // By hand, weight 0.5: m = 2, 4, 3 → 0.5·4=2 / 0.5; 0.5·2+0.5·8=5 / 0.75; 0.5·5+0.5·1=3 / 0.875.
    compare(smoothed({4, 8, 1}, 0.5), {4, 5 / 0.75, 3 / 0.875});
    compare(smoothed({4, 8, 1}, 0), {4, 8, 1});
    // Weight 0.9: 0.1·10=1 / 0.1; 0.9·1+0.1·0=0.9 / 0.19.
    compare(smoothed({10, 0}, 0.9), {10, 0.9 / 0.19});
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, smoothed({1}, 1));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, smoothed({1}, -0.1));
}

void CurveMathTest::smoothingLeavesGapsAndConstants() {
    compare(smoothed({4, gap, 8, HUGE_VAL, 1}, 0.5), {4, gap, 5 / 0.75, gap, 3 / 0.875});
    compare(smoothed(QVector<double>(50, 0.25), 0.999), QVector<double>(50, 0.25));
}

void CurveMathTest::bandHasMeanAndSpread() {
    const QList<CurvePoints> seeds = {{{0, 1}, {1, 4}}, {{0, 1}, {2, 4}}, {{0, 1}, {6, 7}}};
    const Band ends = bandOf(seeds, Spread::MinMax);
    compare(ends.x, {0, 1});
    compare(ends.mean, {3, 5});
    compare(ends.low, {1, 4});
    compare(ends.high, {6, 7});
    QCOMPARE(ends.count, QVector<int>({3, 3}));
    const Band deviation = bandOf(seeds, Spread::StandardDeviation);
    const double first = std::sqrt((4 + 1 + 9) / 2.);
    compare(deviation.low, {3 - first, 5 - std::sqrt(3.)});
    compare(deviation.high, {3 + first, 5 + std::sqrt(3.)});
    const Band alone = bandOf({seeds[0]}, Spread::StandardDeviation);
    compare(alone.low, {1, 4});
    compare(alone.high, {1, 4});
}

void CurveMathTest::bandReadsBetweenPointsAndNotBeyond() {
    const Band band = bandOf({{{0, 2, 4}, {0, 2, gap}}, {{1, 2}, {5, 6}}}, Spread::MinMax);
    compare(band.x, {0, 1, 2, 4});
    compare(band.mean, {0, 3, 4, gap});
    QCOMPARE(band.count, QVector<int>({1, 2, 2, 0}));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, bandOf({{{1, 0}, {1, 1}}}, Spread::MinMax));
}

QTEST_GUILESS_MAIN(CurveMathTest)
#include "curve_math_test.moc"
