#include "wording/sweep_words.h"

#include "engine/analysis/scale_plan.h"
#include "engine/store/sweep_records.h"

#include <QtTest>

using namespace headlight;

/// What the list of sweeps says of one.
class SweepWordsTest : public QObject {
    Q_OBJECT

    static QString words(const ScalePlan& plan) { return sweepWords(plan).replace(QChar::Nbsp, ' '); }
    static ScalePlan plan(const char* models, const char* lengths) {
        ScalePlan plan;
        plan.models = parseScaledModels(models);
        plan.lengths = parseLengths(lengths);
        plan.batch = 8;
        plan.features = 32;
        return plan;
    }

private slots:
    void aSweepSaysHowItIsMeasured() {
        ScalePlan one = plan("disa:features=128,mtsa,multihead", "32:256:x2");
        QCOMPARE(words(one), QString("DiSA; MTSA; Multi-head\nin pieces, 32 to 256 tokens, batch 8, 32 features"));
        one.sequences = {Sequences::Single};
        QVERIFY(words(one).contains("one at a time, 32 to 256"));
        one.sequences = {Sequences::Pieces, Sequences::Single};
        one.lengths = {1024};
        QVERIFY2(words(one).contains("in pieces and one at a time, 1,024 tokens"), qPrintable(words(one)));
    }

    void aShortListHasItsOptions() {
        QVERIFY(words(plan("mtsa:heads=8", "16")).startsWith("MTSA, heads 8\n"));
        QVERIFY(words(plan("mtsa:heads=1,mtsa:heads=2,mtsa:heads=4,mtsa:heads=8", "16")).startsWith("MTSA (4)\n"));
        QVERIFY(words(plan("avg,cbow,multicnn,bilstm,bigru,disa,san", "16")).contains("; and 3 more\n"));
    }

    void theTooltipHasAllOfIt() {
        SweepRecord record;
        record.machine.host = "abacus";
        const QString all = sweepDetails(record, plan("disa:features=128,mtsa", "32:256:x2"));
        for (const char* part :
             {"DiSA, features per direction 128\nMTSA\n", "Sequences: in pieces", "Lengths: 32:256:x2",
              "Batch 8, 32 features", "Computation: fused", "inference and training step", "1 thread, on abacus"})
            QVERIFY2(all.contains(part), qPrintable(all));
    }
};

QTEST_GUILESS_MAIN(SweepWordsTest)
#include "sweep_words_test.moc"
