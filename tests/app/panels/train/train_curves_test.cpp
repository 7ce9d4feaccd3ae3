#include "panels/train/train_curves.h"

#include "plots/curve_plot.h"

#include <QtTest>

using namespace headlight;

/// The curves of a training, and what stands beside them.
class TrainCurvesTest : public QObject {
    Q_OBJECT
private slots:
    /// On the set that judges, the test set or else the dev set, as far as the training is.
    void whatChoosesWithoutANetworkIsALine() {
        TrainCurves curves;
        TrainRunInfo run;
        run.id = 1;
        run.metric = "accuracy";
        curves.setRun(run);
        const auto point = [](const QString& metric, double epoch, double value) {
            return TrainPoint{metric, epoch * 10, epoch, epoch, value};
        };
        auto* plot = curves.findChild<CurvePlot*>("train.figure");
        const auto hasValue = [&](const QString& value) {
            const ValueTable table = plot->values();
            return std::any_of(table.rows.begin(), table.rows.end(),
                               [&](const QStringList& row) { return row.contains(value); });
        };
        curves.add({point("train.loss", 1, 2), point("dev.accuracy", 1, .5), point("dev.beside First sentence", 1, .25),
                    point("train.loss", 3, 1)});
        QCOMPARE(plot->legendNames(), (QStringList{"dev", "First sentence (dev)"}));
        QVERIFY(hasValue("25"));
        curves.add({point("test.accuracy", 1, .4), point("test.beside First sentence", 1, .2)});
        QCOMPARE(plot->legendNames(), (QStringList{"dev", "test", "First sentence (test)"}));
        QVERIFY(hasValue("20") && !hasValue("25"));
        QVERIFY(!curves.findChild<CurvePlot*>("train.loss")->legendNames().join('|').contains("sentence"));
        run.metric = "bleu";
        curves.setRun(run, {point("dev.bleu", 1, 3)});
        QCOMPARE(plot->legendNames(), QStringList{"dev"});
    }

    void withLabelSmoothingLossesAreToldApart() {
        TrainCurves curves;
        TrainRunInfo run;
        run.id = 1;
        run.metric = "accuracy";
        auto* plot = curves.findChild<CurvePlot*>("train.loss");
        for (const bool smooths : {true, false}) {
            run.smoothsLabels = smooths;
            curves.setRun(run, {{"train.loss", 1, 1, 1, 2}, {"dev.loss", 1, 1, 1, 2}});
            QCOMPARE(plot->remark().contains("against the smoothed labels"), smooths);
            QVERIFY(!curves.findChild<CurvePlot*>("train.figure")->remark().contains("smoothed"));
        }
    }
};

QTEST_MAIN(TrainCurvesTest)
#include "train_curves_test.moc"
