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
    void studentsTIsThatOfTables();
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
    compare(alone.low, {gap, gap}); // one value has no spread
    compare(alone.high, {gap, gap});
    const Band error = bandOf(seeds, Spread::StandardError);
    compare(error.low, {3 - first / std::sqrt(3.), 4});
    const Band interval = bandOf(seeds, Spread::Interval95);
    // Student's t for 2 degrees of freedom, from a table: 4.302653.
    QVERIFY(std::abs(interval.high[1] - (5 + 4.302653)) < 1e-5);
    QVERIFY(std::abs(interval.low[0] - (3 - 4.302653 * first / std::sqrt(3.))) < 1e-5);
    QVERIFY(std::isnan(bandOf({seeds[0]}, Spread::MinMax).low[0]));
}

void CurveMathTest::studentsTIsThatOfTables() {
    for (const auto& [degrees, t] : {std::pair(1, 12.7062),
                                     {4, 2.77645},
                                     {9, 2.26216},
                                     {30, 2.04227},
                                     {31, 2.03951},
                                     {60, 2.00030},
                                     {120, 1.97993},
                                     {100000, 1.95999}})
        QVERIFY2(std::abs(studentT95(degrees) - t) < 6e-5, qPrintable(QString::number(degrees)));
    QVERIFY(std::isnan(studentT95(0)));
    QVERIFY(std::isnan(halfWidth(Spread::StandardDeviation, 0, 1)));
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
