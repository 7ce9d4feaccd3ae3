#include "core/logarithm.h"

#include <QtTest>
#include <cmath>
#include <limits>

using namespace headlight;

class LogarithmTest : public QObject {
    Q_OBJECT
private slots:
    void isTheLibrarysWithinTwoUlps() {
        const auto isClose = [](double x) {
            const double expected = std::log(x);
            return std::abs(logarithm(x) - expected) <= 2 * std::abs(std::nextafter(expected, 1e9) - expected);
        };
        for (double x = std::numeric_limits<double>::min(); x < 1e300; x *= 1.0071)
            QVERIFY2(isClose(x), qPrintable(QString::number(x, 'g', 17)));
        for (double x = 0.5; x < 2; x += 1e-5)
            QVERIFY2(isClose(x), qPrintable(QString::number(x, 'g', 17)));
        QCOMPARE(logarithm(1.0), 0.0);
        QCOMPARE(logarithm(2.0), std::log(2.0));
    }
};

QTEST_GUILESS_MAIN(LogarithmTest)
#include "logarithm_test.moc"
