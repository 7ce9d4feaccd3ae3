#include "autodiff/gradient_check.h"
#include "small_encoder.h"

using namespace headlight;

/// Convolutions of several widths (REFERENCE §1.14).
class MulticnnDoubleTest : public QObject {
    Q_OBJECT

    /// One convolution with one feature that reads what a test writes into its weight.
    static SmallEncoder one(const std::string& kernel) {
        return SmallEncoder("multicnn", "paper", {{"kernels", kernel}, {"features", "1"}});
    }

private slots:
    void gradients_data() {
        QTest::addColumn<QString>("kernels");
        for (const char* kernels : {"1", "2,7", "3,3,8"})
            QTest::newRow(kernels) << kernels;
    }
    void gradients() {
        QFETCH(QString, kernels);
        SmallEncoder small("multicnn", "paper", {{"kernels", kernels.toStdString()}}, 0.8);
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

    /// More windows than are multiplied at a time, in one sequence and over several.
    void manyWindows() {
        const SmallEncoder small("multicnn", "paper");
        const Layout all({250, 700, 2, 100}), last({100});
        const Matrix x = randomMatrix(SmallEncoder::inputs, all.tokens(), 6);
        QVERIFY(small.output(all, x).rightCols(1).isApprox(small.output(last, x.rightCols(100))));
    }

    void aWindowReadsItsTokensInOrder() {
        SmallEncoder small = one("2");
        Matrix& weight = small.parameters.find("encoder.convolution0.weight")->value;
        weight.setZero();
        weight(0, 0) = 1;                         // feature 0 of the first token
        weight(0, SmallEncoder::inputs + 1) = 10; // feature 1 of the second
        small.parameters.find("encoder.convolution0.bias")->value(0, 0) = Real(-0.5);
        Matrix x = Matrix::Zero(SmallEncoder::inputs, 3);
        x.row(0) << 1, 2, 3;
        x.row(1) << 9, 5, 4;
        QCOMPARE(small.output(Layout({3}), x)(0, 0), Real(1 + 10 * 5 - 0.5)); // the other window: 2 + 40 − 0.5
        QCOMPARE(small.output(Layout({3}), -x)(0, 0), Real(0));               // ReLU
    }

    void onlyAShortSentenceIsFilledWithZeros() {
        SmallEncoder small = one("3");
        const Matrix x = randomMatrix(SmallEncoder::inputs, 3, 7);
        Matrix filled = x;
        filled.rightCols(2).setZero();
        QVERIFY(small.output(Layout({1}), x.leftCols(1)).isApprox(small.output(Layout({3}), filled)));
        // A window that begins with the last token would win here.
        Matrix& weight = small.parameters.find("encoder.convolution0.weight")->value;
        weight.setZero();
        weight(0, 0) = 1;
        Matrix rising = Matrix::Zero(SmallEncoder::inputs, 4);
        rising.row(0) << 1, 2, 3, 4;
        small.parameters.find("encoder.convolution0.bias")->value.setZero();
        QCOMPARE(small.output(Layout({4}), rising)(0, 0), Real(2));
    }

    void firstValues_data() {
        QTest::addColumn<QString>("initial");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        // Windows of 3 tokens of 300 features, 200 features out: the figures of REFERENCE §0.3.
        QTest::newRow("glorot") << "glorot" << std::sqrt(6 / (3 * 500.0)) << 0.0;
        QTest::newRow("released") << "released" << std::sqrt(6 / (3 * 300 * 201.0)) << std::sqrt(3 / 200.0);
    }
    void firstValues() {
        QFETCH(QString, initial);
        QFETCH(double, weight);
        QFETCH(double, bias);
        const EncoderRow& row = encoderRow("multicnn");
        const auto config = row.makeConfig();
        config->set("initial", initial.toStdString());
        Parameters parameters;
        row.make(*config, Builder(parameters, 1), 300, 1);
        const auto reaches = [](const Matrix& value, double limit, double atLeast) {
            const double largest = double(value.cwiseAbs().maxCoeff());
            return largest <= limit && largest >= atLeast * limit;
        };
        QVERIFY(reaches(parameters.find("convolution0.weight")->value, weight, 0.999));
        QVERIFY(reaches(parameters.find("convolution0.bias")->value, bias, 0.9));
    }

    void kernelsAreChecked() {
        const auto config = encoderRow("multicnn").makeConfig();
        config->set("kernels", " 2, 64 ,1");
        for (const char* wrong : {"", "0", "65", "3,", ",3", "3;4", "3 4", "three", "-1", "3.5",
                                  "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "99999999999"})
            QVERIFY_THROWS_EXCEPTION(Error, config->set("kernels", wrong));
        QCOMPARE(config->get("kernels"), std::string(" 2, 64 ,1"));
    }
};

QTEST_GUILESS_MAIN(MulticnnDoubleTest)
#include "multicnn_double_test.moc"
