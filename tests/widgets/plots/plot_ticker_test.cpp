#include "plots/plot_ticker.h"

#include <QtTest>

using namespace headlight;

namespace {

QStringList labels(QCPAxisTicker& ticker, double low, double high) {
    QVector<double> ticks;
    QVector<QString> texts;
    ticker.generate({low, high}, QLocale::c(), 'g', 6, ticks, nullptr, &texts);
    QStringList shown; // QCustomPlot cuts ticks outside of the range only when it draws
    for (qsizetype i = 0; i < ticks.size(); ++i)
        if (ticks[i] >= low && ticks[i] <= high)
            shown.append(texts[i]);
    return shown;
}

} // namespace

class PlotTickerTest : public QObject {
    Q_OBJECT
private slots:
    void numbersHaveARealMinus() {
        QCOMPARE(tickText(-0.25, 0.05), QStringLiteral("−0.25"));
        QCOMPARE(tickText(-12000, 1000), QStringLiteral("−12,000"));
        QCOMPARE(tickText(-3e-9, 1e-9), QStringLiteral("−3·10⁻⁹"));
        QCOMPARE(tickText(0, 1), QStringLiteral("0"));
    }

    void stepsOfTwoAndAHalfKeepTheirHalf() {
        QCOMPARE(tickText(1.25e12, 2.5e11), QStringLiteral("1.25·10¹²"));
        QCOMPARE(tickText(1e12, 2.5e11), QStringLiteral("10¹²"));
        QCOMPARE(tickText(7.5e11, 2.5e11), QStringLiteral("7.5·10¹¹"));
        QCOMPARE(tickText(1.25e7, 2.5e6), QStringLiteral("1.25·10⁷"));
        QCOMPARE(tickText(1.25e-7, 2.5e-8), QStringLiteral("1.25·10⁻⁷"));
        QCOMPARE(tickText(1.2e8, 2e7), QStringLiteral("1.2·10⁸"));
        QCOMPARE(tickText(12.5, 2.5), QStringLiteral("12.5"));
        QCOMPARE(tickText(1250, 250), QStringLiteral("1,250"));
        QCOMPARE(tickText(0.25, 0.25), QStringLiteral("0.25"));
    }

    void durationsHaveUnits() {
        QCOMPARE(clockText(0.25), QStringLiteral("0.25 s"));
        QCOMPARE(clockText(59.999), QStringLiteral("1 min"));
        QCOMPARE(clockText(200), QStringLiteral("3 min 20 s"));
        QCOMPARE(clockText(3599.7), QStringLiteral("1 h"));
        QCOMPARE(clockText(3899.5), QStringLiteral("1 h 5 min"));
        QCOMPARE(clockText(-90), QStringLiteral("−1 min 30 s"));
    }

    void ticksOfTimeAreThoseOfClocks_data() {
        QTest::addColumn<double>("high");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("a second") << 1. << QStringList{"0 s", "0.2 s", "0.4 s", "0.6 s", "0.8 s", "1.0 s"};
        QTest::newRow("half a minute") << 32. << QStringList{"0 s", "5 s", "10 s", "15 s", "20 s", "25 s", "30 s"};
        QTest::newRow("minutes") << 330. << QStringList{"0 s", "1 min", "2 min", "3 min", "4 min", "5 min"};
        QTest::newRow("hours") << 9000. << QStringList{"0 s", "30 min", "1 h", "1 h 30 min", "2 h", "2 h 30 min"};
        QTest::newRow("days") << 86400. * 3 << QStringList{"0 s", "12 h", "24 h", "36 h", "48 h", "60 h", "72 h"};
    }
    void ticksOfTimeAreThoseOfClocks() {
        QFETCH(double, high);
        QFETCH(QStringList, expected);
        DurationTicker ticker(false);
        QCOMPARE(labels(ticker, 0, high), expected);
    }

    void closeDatesHaveSeconds() {
        DateTicker ticker;
        QStringList shown = labels(ticker, 1795383480, 1795383520);
        QVERIFY(shown.size() > 2);
        QCOMPARE(shown.removeDuplicates(), 0);
        QVERIFY2(labels(ticker, 1795383480, 1795393480)[1].count(':') == 1, qPrintable(shown.join('|')));
        // Ticks stand at the seconds and minutes that are written at them.
        for (const double length : {10., 30., 780., 3000.}) {
            QVector<double> ticks;
            ticker.generate({1795383480, 1795383480 + length}, QLocale::c(), 'g', 6, ticks, nullptr, nullptr);
            for (const double tick : ticks)
                QVERIFY2(std::fmod(tick, length < 60 ? 1 : 60) == 0, qPrintable(QString::number(tick)));
        }
    }

    void datesWithinASecondHaveMilliseconds() {
        DateTicker ticker;
        for (const double length : {0.74, 0.03, 0.006}) {
            QStringList shown = labels(ticker, 1795383480.1, 1795383480.1 + length);
            QVERIFY2(shown.size() > 2, qPrintable(shown.join('|')));
            QCOMPARE(shown.removeDuplicates(), 0);
        }
        // A tick at .200 is a little before it as a binary number.
        const QStringList shown = labels(ticker, 1795383480.1, 1795383480.84);
        QVERIFY2(shown.join('|').contains(":00.200|"), qPrintable(shown.join('|')));
        for (const QString& label : shown)
            QVERIFY2(label.endsWith("00"), qPrintable(label));
    }

    void datesOfDaysLeaveNoTraceInThoseOfSeconds() {
        DateTicker ticker;
        labels(ticker, 1795383480, 1795383480 + 86400 * 10);
        QVERIFY(labels(ticker, 1795383480, 1795383490).size() > 2);
    }

    void closeTicksOfTimeStayApart() {
        DurationTicker ticker(false);
        QStringList shown = labels(ticker, 100.01, 100.02);
        QVERIFY(shown.size() > 2);
        QCOMPARE(shown.removeDuplicates(), 0);
        DurationTicker logarithmic(true);
        logarithmic.setTickCount(6);
        shown = labels(logarithmic, 0.5, 5000);
        QVERIFY2(shown.contains("1 s") && shown.contains("1 min 40 s"), qPrintable(shown.join('|')));
    }
};

QTEST_APPLESS_MAIN(PlotTickerTest)
#include "plot_ticker_test.moc"
