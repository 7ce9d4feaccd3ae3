#include "autodiff/gradient_check.h"
#include "small_encoder.h"

using namespace headlight;

/// Gated convolutions in layers (REFERENCE §1.14).
class HrchycnnDoubleTest : public QObject {
    Q_OBJECT

    static Matrix& value(SmallEncoder& small, const std::string& name) {
        return small.parameters.find("encoder." + name)->value;
    }

private slots:
    void gradients_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("kernel");
        QTest::addColumn<QString>("preset");
        QTest::newRow("one layer") << 1 << 5 << "paper";
        QTest::newRow("even window") << 2 << 4 << "paper";
        QTest::newRow("window of one token") << 2 << 1 << "paper";
        QTest::newRow("window wider than every sentence") << 2 << 12 << "paper";
        QTest::newRow("Gehring's form") << 2 << 5 << "gehring";
    }
    void gradients() {
        QFETCH(int, layers);
        QFETCH(int, kernel);
        QFETCH(QString, preset);
        SmallEncoder small("hrchycnn", preset.toStdString(),
                           {{"layers", std::to_string(layers)}, {"kernel", std::to_string(kernel)}}, 0.8);
        const Layout layout({4, 1, 9});
        Parameter& x = small.parameters.add("x", Parameter::Kind::Weight, SmallEncoder::inputs, layout.tokens());
        x.value = randomMatrix(x.value.rows(), x.value.cols(), 5);
        const GradientError error = checkGradients(small.parameters, [&](Tape& tape) {
            Context context(tape, layout);
            context.train(RandomKey(4));
            return small.encoder->forward(context, tape.parameter(x));
        });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }

    void aLayerGatesAndTheNextAddsItsInput() {
        SmallEncoder one("hrchycnn", "paper", {{"layers", "1"}, {"kernel", "1"}});
        SmallEncoder two("hrchycnn", "paper", {{"layers", "2"}, {"kernel", "1"}});
        const Layout layout({3, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 6);
        const Matrix z = (value(one, "layer0.weight") * x).colwise() + value(one, "layer0.bias").col(0);
        const Matrix h = z.cwiseMax(0);
        const Matrix expected = h.topRows(3).array() / (1 + (-h.bottomRows(3).array()).exp());
        QVERIFY(one.output(layout, x).isApprox(expected));
        value(two, "layer0.weight") = value(one, "layer0.weight");
        value(two, "layer0.bias") = value(one, "layer0.bias");
        value(two, "layer1.weight").setZero();
        value(two, "layer1.bias").setZero();
        QVERIFY(two.output(layout, x).isApprox(expected));
    }

    void aTokenReachesTwoTokensALayer() {
        SmallEncoder small("hrchycnn", "paper", {{"layers", "3"}});
        for (std::size_t p = 0; p < small.parameters.size(); ++p) // positive, so that no ReLU stops anything
            small.parameters[p].value = small.parameters[p].value.cwiseAbs() / 10;
        const Layout layout({20});
        Matrix x = randomMatrix(SmallEncoder::inputs, 20, 7).cwiseAbs();
        const Matrix before = small.output(layout, x);
        x.col(9) *= 2;
        const Matrix changed = small.output(layout, x) - before;
        for (Index j = 0; j < 20; ++j)
            QCOMPARE(changed.col(j).isZero(0), std::abs(j - 9) > 3 * 2);
    }

    void manyWindows() { // more than are multiplied at a time
        const SmallEncoder small("hrchycnn", "paper");
        const Layout all({250, 700, 2, 100}), last({100});
        const Matrix x = randomMatrix(SmallEncoder::inputs, all.tokens(), 6);
        QVERIFY(small.output(all, x).rightCols(100).isApprox(small.output(last, x.rightCols(100))));
    }
};

QTEST_GUILESS_MAIN(HrchycnnDoubleTest)
#include "hrchycnn_double_test.moc"
