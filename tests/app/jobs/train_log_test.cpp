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
        QCOMPARE(runTitle(config, "cr"), QString("DiSA on CR, seed 7"));
        config.train.folds = 10;
        config.train.fold = 3;
        QCOMPARE(runTitle(config, "cr"), QString("DiSA on CR, seed 7, fold 3 of 0 … 9"));
    }

    void aLossHasFourDigits() {
        QCOMPARE(lossText(1.18), QString("1.180"));
        QCOMPARE(lossText(0.00012345), QString("0.0001234"));
        QCOMPARE(lossText(1234), QString("1234"));
        QCOMPARE(lossText(-0.5), QString("−0.5000"));
        QCOMPARE(lossText(std::nan("")), QString("nan"));
    }

    void onlyAnAccuracyIsAShare() {
        QCOMPARE(metricText("accuracy", 0.912), QString("accuracy 91.20 %"));
        QCOMPARE(metricText("pearson", -0.0841), QString("Pearson correlation −0.0841"));
        QCOMPARE(metricText("pearson", std::nan("")), QString("Pearson correlation —"));
    }

    void anEvaluationSaysAllItsFigures() {
        QCOMPARE(evaluationLine(1.5, "dev", {{"pearson", 0.5}, {"spearman", 0.25}}, 0.75, true),
                 QString("Epoch 1.5, dev: Pearson correlation 0.5000, Spearman correlation 0.2500, loss 0.7500, the "
                         "best so far"));
    }

    void theEndSaysWhetherItGoesOn() {
        QCOMPARE(
            endLine("finished", 12345, ReachedMetric{"dev", "accuracy", 0.5}, ReachedMetric{"dev", "accuracy", 0.25}),
            QString("Finished after step 12,345, best model: dev accuracy 50.00 %, last: dev accuracy 25.00 %"));
        QCOMPARE(endLine("stopped", 3, {}, {}), QString("Stopped after step 3; it can be resumed"));
        QCOMPARE(endLine("interrupted", 3, {}, {}), QString("Interrupted after step 3; it can be resumed"));
    }

    void patienceThatEndsARunIsSaid() {
        QCOMPARE(earlyText(3, "dev", "accuracy"), QString("no better dev accuracy in 3 evaluations"));
        QCOMPARE(earlyText(1, "test", "pearson"), QString("no better test Pearson correlation in 1 evaluation"));
        QCOMPARE(endLine("finished", 1234, ReachedMetric{"dev", "accuracy", 0.5}, {}, earlyText(2, "dev", "accuracy")),
                 QString("Ended early after step 1,234, no better dev accuracy in 2 evaluations, best model: dev "
                         "accuracy 50.00 %"));
    }

    void whatTheExamplesAreForIsSaid() {
        Corpus corpus;
        corpus.spec = "mr";
        TrainOptions options;
        corpus.train.resize(1005);
        QCOMPARE(splitLine(corpus, options),
                 QString("Trained on 1,005 examples. The corpus has neither dev nor test set, so nothing is evaluated "
                         "(folds=10 makes ten folds, ?dev=0.1 behind the corpus holds out a tenth)"));
        options.folds = 10;
        options.fold = 4;
        QCOMPARE(splitLine(corpus, options),
                 QString("Trained on 904 examples. The best model is chosen and tested on the same 101 examples (fold "
                         "4 of 0 … 9, drawn by the seed), as there is no dev set: its score is optimistic"));
        options.fold = 5;
        QVERIFY(splitLine(corpus, options).startsWith("Trained on 905 examples. "));
        QVERIFY(splitLine(corpus, options).contains(" 100 examples (fold 5 of 0 … 9"));
        options.folds = 0;
        corpus.train.resize(1);
        corpus.dev.resize(1);
        QCOMPARE(splitLine(corpus, options),
                 QString("Trained on 1 example. The best model is chosen and tested on the same 1 example (dev), as "
                         "there is no test set"));
        corpus.test.resize(2);
        QCOMPARE(splitLine(corpus, options),
                 QString("Trained on 1 example. The best model is chosen on 1 example (dev) and tested on 2 examples "
                         "(test)"));
        options.lengthPercentile = 97; // not all of them
        corpus.train.resize(1005);
        QVERIFY(splitLine(corpus, options)
                    .startsWith(
                        "Trained on 1,005 examples (of these, on those within percentile 97 of the lengths). The "));
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
        QVERIFY(beginLine(3, "a translation", 712506, 4157, true).endsWith("without embeddings, 4,157 pieces"));
    }
};

QTEST_GUILESS_MAIN(TrainLogTest)
#include "train_log_test.moc"
