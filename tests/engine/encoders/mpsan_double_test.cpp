#include "autodiff/ops_elementwise.h"
#include "small_encoder.h"

using namespace headlight;

class MpsanDoubleTest : public QObject {
    Q_OBJECT

    static bool close(const Matrix& a, const Matrix& b) { return (a - b).norm() <= 1e-12 * (1 + b.norm()); }

    /// Lets one group of tokens-position-weight win by far everywhere, so that the output is that group.
    static void choose(SmallEncoder& small, Index group) {
        Parameter& bias = *small.parameters.find("encoder.position_bias");
        bias.value.setZero();
        bias.value.middleRows(group * SmallEncoder::inputs, SmallEncoder::inputs).setConstant(2000);
    }

private slots:
    void gradients_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("gate, other width") << QStringList{"fusion=gate", "features=3"};
        QTest::newRow("gate, features, elu")
            << QStringList{"fusion=gate", "features=7", "scores=features", "activation=elu"};
        QTest::newRow("one mask") << QStringList{"masks=all"};
        QTest::newRow("elu, reference") << QStringList{"scores=features", "activation=elu", "form=reference"};
    }
    void gradients() {
        QFETCH(QStringList, settings);
        OptionValues values;
        for (const QString& setting : settings)
            values.push_back({setting.section('=', 0, 0).toStdString(), setting.section('=', 1).toStdString()});
        SmallEncoder small("mpsan", "paper", values, 0.8);
        const GradientError error = gradientErrorOf(small);
        QVERIFY2(error.relative <= 1e-6, qPrintable(QString::fromStdString(error.parameter)));
    }

    void weightsOfTheGroupsSumToOne() { // REFERENCE §6, oracle 7: equal values stay what they are, whatever the weights
        Tape tape;
        const Matrix score = 3 * randomMatrix(12, 6, 1), value = randomMatrix(4, 6, 2);
        const Var v = tape.constant(value), values[] = {v, v, v};
        QVERIFY(close(mixBySoftmax(tape.constant(score), values).value(), value));
    }

    void groupsAreTheInputAndThenTheMasks() {
        const Layout layout({6, 1, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 3);
        SmallEncoder small("mpsan", "paper");
        choose(small, 0);
        QVERIFY(close(small.output(layout, x), x));
        choose(small, 1); // fw: first tokens see nothing
        const Matrix forward = small.output(layout, x);
        for (Index s = 0; s < layout.sequences(); ++s)
            QVERIFY(forward.col(layout.begin(s)).isZero(0));
        const auto value = [&](const char* name) { return small.parameters.find(name)->value; };
        const Matrix z = (value("encoder.head0.input.weight") * x).colwise() + value("encoder.head0.input.bias").col(0);
        QVERIFY(close(forward.col(1), z.cwiseMax(0).col(0))); // the second sees the first alone
        choose(small, 2);
        const Matrix backward = small.output(layout, x);
        for (Index s = 0; s < layout.sequences(); ++s)
            QVERIFY(backward.col(layout.end(s) - 1).isZero(0));
    }

    void aFarFarawayMaskHidesOnlyTheTokenItself() { // oracle 7
        for (const char* scores : {"scalar", "features"}) {
            const SmallEncoder far("mpsan", "paper", {{"masks", "fa(6)"}, {"scores", scores}});
            const SmallEncoder all("mpsan", "paper", {{"masks", "offdiag"}, {"scores", scores}});
            const Layout layout({7, 3});
            const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 4);
            QVERIFY(close(far.output(layout, x), all.output(layout, x)));
            const SmallEncoder near("mpsan", "paper", {{"masks", "fa(5)"}, {"scores", scores}});
            QVERIFY(!close(near.output(layout, x), all.output(layout, x)));
        }
    }

    void aSentenceOfOneToken() { // oracle 8: every attention gives 0, the gate keeps some of h
        const Layout layout({1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 1, 5);
        SmallEncoder small("mpsan", "paper");
        for (Index group = 1; group <= 4; ++group) {
            choose(small, group);
            QVERIFY(small.output(layout, x).isZero(0));
        }
        const SmallEncoder gate("mpsan", "gate", {{"features", "3"}});
        QVERIFY(!gate.output(layout, x).isZero(1e-6));
        QCOMPARE(gate.output(layout, x).rows(), Index(12));
    }

    void aHeadThatIsOffMixesNothingIn() {
        const Layout layout({5});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 6);
        SmallEncoder small("mpsan", "paper");
        choose(small, 3);
        Intervention off;
        off[{0, 2}].scale = 0;
        QVERIFY(!small.output(layout, x).isZero(1e-6));
        QVERIFY(small.output(layout, x, off).isZero(0));
    }

    void widthsThatDoNotFitAreRefused() {
        QVERIFY_THROWS_EXCEPTION(Error, SmallEncoder("mpsan", "paper", {{"features", "3"}}));
        QCOMPARE(SmallEncoder("mpsan", "paper", {{"features", "5"}}).encoder->width(), Index(5));
    }
};

QTEST_GUILESS_MAIN(MpsanDoubleTest)
#include "mpsan_double_test.moc"
