#include "core/exponential.h"

#include <QtTest>
#include <limits>

using namespace headlight;

namespace {

using Numbers = Eigen::Array<Real, Eigen::Dynamic, 1>;

/// Largest relative error of `found` against exact(x).
double error(const Numbers& x, const Numbers& found, double (*exact)(double)) {
    double worst = 0;
    for (Index i = 0; i < x.size(); ++i)
        worst = std::max(worst, std::abs(double(found(i)) / exact(double(x(i))) - 1));
    return worst;
}

} // namespace

class ExponentialTest : public QObject {
    Q_OBJECT
private slots:
    void isExactToTheLastDigits() {
        for (const Real bound : {Real(0.01), Real(1), Real(10), Real(87)}) {
            const Numbers x = Numbers::LinSpaced(100'003, -bound, bound);
            QVERIFY(error(x, x.unaryExpr(Exponential()), std::exp) < 1.2e-7);
            QVERIFY(error(x, x.unaryExpr(PowerOfTwo()), std::exp2) < 1.2e-7);
        }
        QCOMPARE(Exponential()(0), Real(1));
        QCOMPARE(PowerOfTwo()(0), Real(1));
        QCOMPARE(PowerOfTwo()(-126), std::exp2(Real(-126)));
    }

    /// So no result depends on where in memory a number stands.
    void hasTheSameDigitsAloneAndInAVector() {
        const Numbers x = Numbers::LinSpaced(1003, -90, 90), y = x.unaryExpr(Exponential());
        for (Index i = 0; i < x.size(); ++i)
            QCOMPARE(y(i), Exponential()(x(i)));
    }

    void keepsWhatIsOutOfRangeApart() {
        const Real infinity = std::numeric_limits<Real>::infinity();
        const Numbers x = (Numbers(16) << -infinity, -1e30, -1000, -100, -88, -87.34, infinity, 1e30, 100, 89, -0.0,
                           1e-30, std::numeric_limits<Real>::quiet_NaN(), 1, -1, 0)
                              .finished();
        const Numbers y = x.unaryExpr(Exponential());
        for (Index i = 0; i < 6; ++i)
            QCOMPARE(y(i), Real(0)); // a hidden key has a weight of exactly zero
        for (Index i = 6; i < 10; ++i)
            QVERIFY2(std::isfinite(y(i)) && y(i) > Real(2e38), qPrintable(QString::number(double(y(i)))));
        QCOMPARE(y(10), Real(1));
        QCOMPARE(y(11), Real(1));
        QVERIFY(std::isnan(y(12))); // or the trainer would not see that a number went bad
    }
};

QTEST_APPLESS_MAIN(ExponentialTest)
#include "exponential_test.moc"
