#include "viewmodels/curve_over.h"

#include <QtTest>

using namespace headlight;

class CurveOverTest : public QObject {
    Q_OBJECT

private slots:
    void pointsOfTheSameStepBelongTogether() {
        const RunCurve accuracy{{10, 20}, {1, 2}, {5, 9}, {100, 200}, {0.5, 0.75}};
        const RunCurve loss{{10, 20}, {1, 2}, {5, 9}, {100, 200}, {2, 1}};
        const CurveOver joined = curveOver(accuracy, loss);
        QCOMPARE(joined.x, QVector<double>({2, 1}));
        QCOMPARE(joined.y, QVector<double>({0.5, 0.75}));
        QCOMPARE(joined.steps, QVector<double>({10, 20}));
        QCOMPARE(joined.wallTimes, QVector<double>({100, 200}));
        QVERIFY(!joined.isRead);
    }

    /// Losses of every tenth step, an evaluation at the end of an epoch.
    void betweenItsPointsAMetricIsReadOnTheirLine() {
        const RunCurve accuracy{{5, 13, 30}, {0, 1, 2}, {1, 2, 3}, {1, 2, 3}, {0.25, 0.5, 0.75}};
        const RunCurve loss{{10, 20}, {1, 2}, {5, 9}, {100, 200}, {2, 1}};
        const CurveOver joined = curveOver(accuracy, loss);
        QCOMPARE(joined.x, QVector<double>({1.7})); // before the first and behind the last nothing is known
        QCOMPARE(joined.y, QVector<double>({0.5}));
        QVERIFY(joined.isRead);
    }

    void whatIsNoNumberIsLeftOut() {
        const RunCurve loss{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, std::nan(""), 3}};
        QCOMPARE(curveOver(loss, loss).x, QVector<double>({1, 3}));
    }
};

QTEST_GUILESS_MAIN(CurveOverTest)
#include "curve_over_test.moc"
