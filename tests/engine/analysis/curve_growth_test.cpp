#include "analysis/curve_growth.h"
#include "analysis/scale_sweep.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

/// So many bytes of activations beside a million of parameters.
ScaleMeasurement pointOf(Index length, double seconds, double bytes, Index atOnce = 1) {
    ScaleMeasurement one;
    one.point.length = length;
    one.seconds = seconds;
    one.memory.parameters = 1000000;
    one.memory.activations = std::size_t(bytes);
    one.sequencesAtOnce = atOnce;
    return one;
}

std::vector<ScaleMeasurement> measured(const std::string& models, const std::string& lengths, Sequences sequences,
                                       AttentionForm form, Index batch) {
    ScalePlan plan;
    plan.models = parseScaledModels(models);
    plan.lengths = parseLengths(lengths);
    plan.sequences = {sequences};
    plan.forms = {form};
    plan.modes = {StepMode::Train};
    plan.batch = batch;
    plan.features = 16;
    plan.repetitions = 1;
    std::vector<ScaleMeasurement> all;
    const std::atomic<bool> never = false;
    runSweep(plan, {}, 1e12, never, {[&](const ScaleMeasurement& one) { all.push_back(one); }, {}});
    return all;
}

QString textOf(const CurveGrowth& growth) {
    return QString::fromStdString(growth.text());
}

} // namespace

class CurveGrowthTest : public QObject {
    Q_OBJECT
private slots:
    /// A second of overhead, then 1/1000 of the square.
    void timeIsFittedToTheLongestLengths() {
        std::vector<ScaleMeasurement> curve;
        for (const Index length : {4096, 16, 32, 64, 128, 256, 512, 1024, 2048})
            curve.push_back(pointOf(length, 1 + double(length * length) / 1000, 1));
        ScaleMeasurement large = pointOf(8192, 0, 0);
        large.status = ScaleMeasurement::Status::TooLarge;
        curve.push_back(large);
        const CurveGrowth growth = timeGrowth(curve);
        QVERIFY2(textOf(growth).startsWith("n^2.00 ± 0.00, 1024 to 4096 tokens, R² 1.000"), qPrintable(textOf(growth)));
        QVERIFY(std::abs(growth.at(2048) - (1 + 2048 * 2048 / 1000.)) < 5);
        curve.clear();
        for (Index length = 16; length <= 384; length += 16)
            curve.push_back(pointOf(length, double(length), 1));
        QCOMPARE(timeGrowth(curve).fit->from, 96.);
        QCOMPARE(timeGrowth(curve).fit->to, 384.);
    }

    void tooFewLengthsAreNotFitted() {
        for (const std::vector<Index>& lengths :
             {std::vector<Index>{}, {16}, {16, 1024}, {64, 96, 128}, {100, 200, 300, 399}}) {
            std::vector<ScaleMeasurement> curve;
            for (const Index length : lengths)
                curve.push_back(pointOf(length, double(length), double(length)));
            for (const CurveGrowth& growth : {timeGrowth(curve), memoryGrowth(curve)})
                QCOMPARE(textOf(growth), QStringLiteral("not fitted: fewer than 3 lengths over a factor of 4"));
        }
    }

    /// "n^1.06 ± 1.36" says nothing.
    void whatIsNoPowerIsNotFitted() {
        std::vector<ScaleMeasurement> curve;
        for (const auto& [length, seconds] : {std::pair<Index, double>{64, 1}, {128, 8}, {256, 0.5}, {512, 9}})
            curve.push_back(pointOf(length, seconds, 1));
        QCOMPARE(textOf(timeGrowth(curve)), QStringLiteral("not fitted: no power of the length"));
    }

    /// Medians that happen to lie on a line are no surer than their repetitions.
    void theErrorIsThatOfTheRepetitionsWhereTheseSayMore() {
        const auto withQuartiles = [](double factor) {
            std::vector<ScaleMeasurement> curve;
            for (const Index length : {64, 128, 256}) {
                curve.push_back(pointOf(length, double(length), 1));
                curve.back().repetitions = 5;
                curve.back().secondsLow = double(length) / factor;
                curve.back().secondsHigh = double(length) * factor;
            }
            return curve;
        };
        // 1.2533 · 2 ln 1.3 / 1.349 / √5 of each median, by √2 ln 2 of the lengths' spread
        QCOMPARE(textOf(timeGrowth(withQuartiles(1.3))), QStringLiteral("n^1.00 ± 0.22, 64 to 256 tokens, R² 1.000"));
        QCOMPARE(textOf(timeGrowth(withQuartiles(1.0))), QStringLiteral("n^1.00 ± 0.00, 64 to 256 tokens, R² 1.000"));
        QCOMPARE(textOf(timeGrowth(withQuartiles(1.6))), QStringLiteral("not fitted: too noisy to fit"));
    }

    /// Which took n^1.00 down to n^0.02 when they were in the fit.
    void memoryIsFittedWithoutParameters() {
        std::vector<ScaleMeasurement> curve;
        for (const Index length : {64, 128, 256})
            curve.push_back(pointOf(length, 1, 100. * double(length)));
        const CurveGrowth growth = memoryGrowth(curve);
        QCOMPARE(textOf(growth), QStringLiteral("n^1.00 ± 0.00, 64 to 256 tokens, R² 1.000"));
        QCOMPARE(growth.constant, 1e6);
        QVERIFY(std::abs(growth.at(128) - 1012800) < 1e-3); // what is drawn
    }

    /// Three sequences of 256 tokens in each half of the batch, one of 512.
    void otherNumbersOfSequencesAreNotFitted() {
        std::vector<ScaleMeasurement> curve = {pointOf(64, 1, 64, 8), pointOf(128, 1, 128, 8), pointOf(256, 1, 192, 6),
                                               pointOf(512, 1, 128, 2)};
        QCOMPARE(textOf(memoryGrowth(curve)),
                 QStringLiteral("not fitted: fewer sequences in memory at greater lengths"));
        curve.push_back(pointOf(32, 1, 32, 8)); // 32 to 128 have the same
        QCOMPARE(textOf(memoryGrowth(curve)), QStringLiteral("n^1.00 ± 0.00, 32 to 128 tokens, R² 1.000"));
        curve.push_back(pointOf(1024, 1, 512, 2));
        curve.push_back(pointOf(2048, 1, 2048, 2)); // so have 512 to 2048, which are longer
        QCOMPARE(textOf(memoryGrowth(curve)), QStringLiteral("n^2.00 ± 0.00, 512 to 2048 tokens, R² 1.000"));
    }

    /// The tensor of n × n weights for each feature is all that attention holds; and a sequence alone, in tiles, is
    /// linear.
    void exactGrowthIsFound() {
        const auto reference =
            measured("disa:features=16", "32:256:x2", Sequences::Pieces, AttentionForm::Reference, 2);
        QVERIFY(reference.front().point.sequences == Sequences::Whole);
        QCOMPARE(textOf(attentionGrowth(reference)), QStringLiteral("n^2.00 ± 0.00, 64 to 256 tokens, R² 1.000"));
        const auto single = measured("disa:features=16", "128:1024:x2", Sequences::Single, AttentionForm::Fused, 8);
        QVERIFY2(std::abs(memoryGrowth(single).fit->exponent - 1) < 0.03, qPrintable(textOf(memoryGrowth(single))));
        QVERIFY2(memoryGrowth(reference).fit->exponent > 1.9, qPrintable(textOf(memoryGrowth(reference))));
    }
};

QTEST_APPLESS_MAIN(CurveGrowthTest)
#include "curve_growth_test.moc"
