#include "jobs/train_log.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

class TrainLogTest : public QObject {
    Q_OBJECT
private slots:
    void aFoldIsNamed() {
        RunConfig config = RunConfig::forEncoder("disa");
        config.train.seed = 7;
        QCOMPARE(runTitle(config, "cr"), QString("disa on cr, seed 7"));
        config.train.folds = 10;
        config.train.fold = 3;
        QCOMPARE(runTitle(config, "cr"), QString("disa on cr, seed 7, fold 3 of 10"));
    }

    void aLossHasFourDigits() {
        QCOMPARE(lossText(1.18), QString("1.180"));
        QCOMPARE(lossText(0.00012345), QString("0.0001234"));
        QCOMPARE(lossText(1234), QString("1234"));
        QCOMPARE(lossText(-0.5), QString("−0.5000"));
        QCOMPARE(lossText(std::nan("")), QString("nan"));
    }

    void onlyAnAccuracyIsAShare() {
        QCOMPARE(figureText("accuracy", 0.912), QString("accuracy 91.20 %"));
        QCOMPARE(figureText("pearson", -0.0841), QString("pearson −0.0841"));
    }

    void anEvaluationSaysAllItsFigures() {
        QCOMPARE(evaluationLine(1.5, "dev", {{"pearson", 0.5}, {"spearman", 0.25}}, 0.75, true),
                 QString("Epoch 1.5, dev: pearson 0.5000, spearman 0.2500, loss 0.7500, the best so far"));
    }

    void theEndSaysWhetherItGoesOn() {
        QCOMPARE(
            endLine("finished", 12345, ReachedFigure{"dev", "accuracy", 0.5}, ReachedFigure{"dev", "accuracy", 0.25}),
            QString("Finished after step 12,345, best model: dev accuracy 50.00 %, last: dev accuracy 25.00 %"));
        QCOMPARE(endLine("stopped", 3, {}, {}), QString("Stopped after step 3; it can be resumed"));
        QCOMPARE(endLine("interrupted", 3, {}, {}), QString("Interrupted after step 3; it can be resumed"));
    }

    void severalRunsHaveAMeanAndADeviation() {
        QCOMPARE(spreadLine("last", {{"test", "accuracy", 0.5}, {"test", "accuracy", 0.7}}),
                 QString("2 runs, last: test accuracy 60.00 % ± 14.14 %"));
        QCOMPARE(spreadLine("last", {{"test", "accuracy", 0.5}}), QString());
    }

    void theWordsAreToldWhereTheyAreKnown() {
        QCOMPARE(beginLine(3, "mtsa on trec, seed 1", 712506),
                 QString("Run 3: mtsa on trec, seed 1; 712,506 parameters without embeddings"));
        QVERIFY(beginLine(3, "mtsa on trec, seed 1", 712506, 8981).endsWith("without embeddings, 8,981 words"));
    }
};

QTEST_GUILESS_MAIN(TrainLogTest)
#include "train_log_test.moc"
