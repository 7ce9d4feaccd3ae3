#include "core/logarithm.h"

#include <QtTest>
#include <cmath>
#include <limits>

using namespace headlight;

class LogarithmTest : public QObject {
    Q_OBJECT
private slots:
    void isTheLibrarysWithinTwoUlps() {
        double x = std::numeric_limits<double>::min();
        for (int i = 0; i < 200000 && x < 1e300; ++i, x *= 1.0071) {
            const double expected = std::log(x), ulp = std::abs(std::nextafter(expected, 1e9) - expected);
            QVERIFY2(std::abs(logarithm(x) - expected) <= 2 * ulp, qPrintable(QString::number(x, 'g', 17)));
        }
        for (double near = 0.5; near < 2; near += 1e-5) {
            const double expected = std::log(near);
            QVERIFY2(std::abs(logarithm(near) - expected) <= 2e-16 * std::max(1e-3, std::abs(expected)) + 1e-300,
                     qPrintable(QString::number(near, 'g', 17)));
        }
        QCOMPARE(logarithm(1.0), 0.0);
        QCOMPARE(logarithm(2.0), std::log(2.0));
    }
};

QTEST_GUILESS_MAIN(LogarithmTest)
#include "logarithm_test.moc"
