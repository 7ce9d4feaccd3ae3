#include "store/sweep_records.h"
#include "viewmodels/scaling_curves.h"

#include <QtTest>

using namespace headlight;

namespace {

SweepRecord sweep(SweepId id, const std::string& host = "abacus") {
    SweepRecord record;
    record.id = id;
    record.machine.host = host;
    record.programVersion = "1.0";
    return record;
}

ScaleMeasurement pointOf(const std::string& encoder, Index length, double seconds, StepMode mode = StepMode::Train) {
    ScaleMeasurement one;
    one.point.encoder = encoder;
    one.point.mode = mode;
    one.point.length = length;
    one.seconds = seconds;
    one.secondsLow = seconds / 2;
    one.secondsHigh = seconds * 2;
    one.memory.activations = std::size_t(length * 10);
    return one;
}

} // namespace

class ScalingCurvesTest : public QObject {
    Q_OBJECT
private slots:
    void aCurveSaysHowManySequencesAreInMemory() {
        const auto textOf = [](const std::vector<Index>& counts, bool all = false) {
            std::vector<ScaleMeasurement> points;
            for (std::size_t k = 0; k < counts.size(); ++k) {
                points.push_back(pointOf("disa", 512 << k, 1));
                points.back().sequencesAtOnce = counts[k];
            }
            return sequencesText(curvesOf(sweep(1), points).front(), all);
        };
        QCOMPARE(textOf({1, 1, 1}), QString("1 sequence"));
        QCOMPARE(textOf({16, 16}), QString("16 sequences"));
        QCOMPARE(textOf({16, 8, 8, 4}), QString("16 sequences; 8 from 1,024 tokens on, 4 from 4,096 on"));
        const std::vector<Index> many = {48, 24, 12, 6};
        QCOMPARE(textOf(many), QString("48 sequences; fewer step by step, 6 from 4,096 tokens on"));
        QCOMPARE(textOf(many, true),
                 QString("48 sequences; 24 from 1,024 tokens on, 12 from 2,048 on, 6 from 4,096 on"));
        QCOMPARE(textOf({0, 0}), QString()); // a store of a program before
    }

    void pointsBecomeCurvesByLength() {
        ScaleMeasurement large = pointOf("disa", 64, 0);
        large.status = ScaleMeasurement::Status::TooLarge;
        large.predictedBytes = 5e9;
        const auto curves = curvesOf(
            sweep(3), {large, pointOf("disa", 32, 4), pointOf("disa", 16, 1), pointOf("disa", 16, 1, StepMode::Infer)});
        QCOMPARE(curves.size(), std::size_t(2));
        QCOMPARE(curves[0].title, QStringLiteral("DiSA"));
        QCOMPARE(curves[0].nameId, QStringLiteral("disa"));
        QVERIFY(curves[0].id != curves[1].id);
        const ScaleLine time = lineOf(curves[0], ScaleMeasure::Seconds);
        QCOMPARE(time.length, QVector<double>({16, 32}));
        QCOMPARE(time.low, QVector<double>({0.5, 2}));
        QVERIFY(growthText(time.growth).startsWith("not fitted: "));
        QVERIFY(time.predicted.isEmpty());
        const ScaleLine memory = lineOf(curves[0], ScaleMeasure::Bytes);
        QCOMPARE(memory.value, QVector<double>({160, 320}));
        QCOMPARE(memory.predicted, QVector<double>({5e9}));
        QVERIFY(memory.low.isEmpty());
    }

    void growthIsSaidInWordsAndAFallHasARealMinus() {
        const CurveGrowth growth{Growth{-0.5, 0.04, 1, 16, 1024, 0.9875}, "", 0};
        QCOMPARE(growthText(growth),
                 QStringLiteral("length to the power −0.50\u00a0±\u00a00.04 (16 to 1,024 tokens, R²\u00a00.988)"));
        const CurveGrowth exact{Growth{2, std::nullopt, 1, 16, 64, 1}, "", 0};
        QCOMPARE(growthText(exact), QStringLiteral("length to the power 2.00 (16 to 64 tokens, R²\u00a01.000)"));
    }

    void theCheaperBeforeACrossingIsNamedFirst() {
        const auto curves =
            curvesOf(sweep(1), {pointOf("avg", 10, 10), pointOf("avg", 1000, 1000), pointOf("disa", 10, 1),
                                pointOf("disa", 1000, 10000), pointOf("disa", 10, 500, StepMode::Infer)});
        const auto found = crossingsOf(curves, ScaleMeasure::Seconds);
        QCOMPARE(found.size(), 1); // curves of other modes don't meet
        QCOMPARE(curves[found[0].first].title, QStringLiteral("DiSA"));
        QCOMPARE(curves[found[0].second].nameId, QStringLiteral("avg"));
        QVERIFY(std::abs(found[0].length - 100) < 1e-6);
    }

    void onlyWhatWasMeasuredAlikeIsCompared() {
        const auto crossingsWith = [](const SweepRecord& where, Index batch, Index features, int threads) {
            std::vector<ScaleMeasurement> other = {pointOf("disa", 10, 1), pointOf("disa", 1000, 10000)};
            for (ScaleMeasurement& one : other) {
                one.point.batch = batch;
                one.point.features = features;
                one.point.threads = threads;
            }
            auto curves = curvesOf(sweep(1), {pointOf("avg", 10, 10), pointOf("avg", 1000, 1000)});
            for (ScaleCurve& curve : curvesOf(where, other))
                curves.push_back(std::move(curve));
            return crossingsOf(curves, ScaleMeasure::Seconds).size();
        };
        QCOMPARE(crossingsWith(sweep(1), 64, 300, 1), 1);
        QCOMPARE(crossingsWith(sweep(1), 32, 300, 1), 0);
        QCOMPARE(crossingsWith(sweep(1), 64, 128, 1), 0);
        QCOMPARE(crossingsWith(sweep(1), 64, 300, 2), 0);
        QCOMPARE(crossingsWith(sweep(2), 64, 300, 1), 0); // the machine may have been busy then
        QCOMPARE(crossingsWith(sweep(2, "calculus"), 64, 300, 1), 0);
    }

    void piecesAndSingleSequencesAreOtherCurves() {
        std::vector<ScaleMeasurement> points = {pointOf("avg", 10, 10), pointOf("avg", 1000, 1000)};
        for (const auto sequences : {Sequences::Single, Sequences::Whole})
            for (ScaleMeasurement one : {pointOf("disa", 10, 1), pointOf("disa", 1000, 10000)}) {
                one.point.sequences = sequences;
                points.push_back(one);
            }
        const auto curves = curvesOf(sweep(1), points);
        QCOMPARE(curves.size(), std::size_t(3));
        QCOMPARE(curves[1].title, QStringLiteral("DiSA, one at a time"));
        QVERIFY(curves[1].id != curves[2].id);
        const auto found = crossingsOf(curves, ScaleMeasure::Seconds);
        QCOMPARE(found.size(), 1); // a reference form and pieces
        QCOMPARE(found[0].first, std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(ScalingCurvesTest)
#include "scaling_curves_test.moc"
