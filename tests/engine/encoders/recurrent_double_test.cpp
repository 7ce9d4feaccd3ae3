#include "autodiff/gradient_check.h"
#include "small_encoder.h"

#include <cmath>

using namespace headlight;

/// What is particular to Bi-LSTM, Bi-GRU and Bi-SRU.
class RecurrentDoubleTest : public QObject {
    Q_OBJECT

    static bool close(const Matrix& a, const Matrix& b) { return (a - b).norm() <= 1e-12 * (1 + b.norm()); }
    static double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

    static void addRows() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("preset");
        QTest::newRow("bilstm") << "bilstm"
                                << "paper";
        QTest::newRow("bigru before") << "bigru"
                                      << "paper";
        QTest::newRow("bigru after") << "bigru"
                                     << "torch";
        QTest::newRow("bisru") << "bisru"
                               << "paper";
    }

private slots:
    void reversedSentenceSwapsTheDirections_data() { addRows(); }
    void reversedSentenceSwapsTheDirections() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        SmallEncoder small(id.toStdString(), preset.toStdString());
        for (std::size_t p = 0; p < small.parameters.size(); ++p) {
            const std::string& name = small.parameters[p].name;
            if (const auto at = name.find("forward"); at != std::string::npos)
                small.parameters.find(std::string(name).replace(at, 7, "backward"))->value = small.parameters[p].value;
        }
        const Layout layout({7});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 7, 9);
        const Matrix y = small.output(layout, x), reversed = small.output(layout, x.rowwise().reverse());
        QVERIFY(close(y.topRows(3), reversed.bottomRows(3).rowwise().reverse()));
        QVERIFY(close(y.bottomRows(3), reversed.topRows(3).rowwise().reverse()));
    }

    void anLstmOfOneFeatureByHand() {
        const SmallEncoder small("bilstm", "paper", {{"features", "1"}});
        const Layout layout({2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 2, 12);
        const auto value = [&](const char* name) -> const Matrix& {
            return small.parameters.find("encoder.forward." + std::string(name))->value;
        };
        double c = 0, h = 0; // rows i, j, f, o
        for (Index t = 0; t < 2; ++t) {
            const Matrix z = value("input.weight") * x.col(t) + value("recurrent.weight") * h + value("bias");
            c = sigmoid(z(2)) * c + sigmoid(z(0)) * std::tanh(z(1));
            h = sigmoid(z(3)) * std::tanh(c);
            QVERIFY(std::abs(small.output(layout, x)(0, t) - h) < 1e-14);
        }
    }

    void anSruWithAsManyFeaturesAsInputsHasNoLayerBefore() {
        SmallEncoder small("bisru", "paper", {{"features", "5"}}, 0.8);
        QVERIFY(!small.parameters.find("encoder.input.weight"));
        const Layout layout({4, 1, 3});
        Parameter& x = small.parameters.add("x", Parameter::Kind::Weight, SmallEncoder::inputs, layout.tokens());
        x.value = randomMatrix(x.value.rows(), x.value.cols(), 5);
        const GradientError error = checkGradients(small.parameters, [&](Tape& tape) {
            Context context(tape, layout);
            context.train(RandomKey(4));
            return small.encoder->forward(context, tape.parameter(x));
        });
        QVERIFY2(error.relative <= 1e-6, error.parameter.c_str());
        // One token: h = r ⊙ tanh((1 − f) ⊙ x̃) + (1 − r) ⊙ x.
        const Matrix token = randomMatrix(5, 1, 3), y = small.output(Layout({1}), token);
        const Matrix z = small.parameters.find("encoder.backward.map.weight")->value * token;
        const Matrix& bias = small.parameters.find("encoder.backward.bias")->value;
        for (Index k = 0; k < 5; ++k) {
            const double f = sigmoid(z(5 + k) + bias(k)), r = sigmoid(z(10 + k) + bias(5 + k));
            QVERIFY(std::abs(y(5 + k) - (r * std::tanh((1 - f) * z(k)) + (1 - r) * token(k))) < 1e-14);
        }
    }

    void firstBiases() { // the forget gates' and, before the product, the GRU's gates' start at 1
        const auto bias = [](const char* id, const char* preset) {
            const EncoderRow& row = encoderRow(id);
            const auto config = row.makeConfig();
            applyPreset(row, *config, preset);
            config->set("features", "2");
            Parameters parameters;
            row.make(*config, Builder(parameters, 1).part("encoder"), 5, 1);
            return Matrix(parameters.find("encoder.backward.bias")->value.transpose());
        };
        QCOMPARE(bias("bilstm", "paper"), (Matrix(1, 8) << 0, 0, 0, 0, 1, 1, 0, 0).finished());
        QCOMPARE(bias("bigru", "paper"), (Matrix(1, 6) << 1, 1, 1, 1, 0, 0).finished());
        QVERIFY(bias("bigru", "torch").cwiseAbs().maxCoeff() <= 1 / std::sqrt(2.0));
    }
};

QTEST_GUILESS_MAIN(RecurrentDoubleTest)
#include "recurrent_double_test.moc"
