#include "autodiff/ops_affine.h"

#include <QtTest>

#include <array>

using namespace headlight;

namespace {

constexpr std::size_t count = 16;
using Row = std::array<double, count>;

constexpr Row inputs = {-12, -8, -5, -3, -1.5, -0.75, -0.5, -0.0625, 0, 0.0009765625, 0.25, 1, 2, 4, 9, 30};

/// Computed by PyTorch in float64; where its own function loses digits to a sum, from erfc and sigmoid instead.
struct Golden {
    Activation activation;
    double tolerance; ///< relative
    Row value, derivative;
};

constexpr std::array<Golden, 3> golden = {{
    {Activation::Gelu,
     1e-6,
     {-2.131778534e-32, -4.976768459e-15, -1.433257859e-06, -0.004049694095, -0.1002108019, -0.1699705143,
      -0.1542687694, -0.02969264569, 0, 0.0004886617109, 0.1496765814, 0.8413447461, 1.954499736, 3.999873315, 9, 30},
     {-2.557895662e-31, -3.979607261e-14, -7.146946002e-06, -0.0119456472, -0.1274691922, 0.0007742782608, 0.1325048753,
      0.4501970899, 0.5, 0.5007791839, 0.6953733549, 1.083315471, 1.085231801, 1.00050365, 1, 1}},
    {Activation::GeluTanh,
     6e-6, // an exponent of −50 has no more digits
     {-1.635985449e-61, -3.107782938e-21, -2.291796197e-07, -0.003637392082, -0.100428423, -0.1700394448, -0.1542859902,
      -0.02969265069, 0, 0.0004886617109, 0.1496753507, 0.8411919906, 1.954597694, 3.999929754, 9, 30},
     {-5.290403353e-60, -4.714784504e-20, -1.546361988e-06, -0.01158416663, -0.1277107932, 0.001061743863, 0.1326300965,
      0.45019741, 0.5, 0.5007791839, 0.6953540952, 1.082964084, 1.086099257, 1.000335123, 1, 1}},
    {Activation::Silu,
     1e-6,
     {-7.373009523e-05, -0.002682801044, -0.03346425462, -0.1422776195, -0.2736382857, -0.2406159756, -0.1887703344,
      -0.03027375527, 0, 0.0004885196686, 0.1405441252, 0.7310585786, 1.761594156, 3.92805516, 8.998889449, 30},
     {-6.758546761e-05, -0.002346551236, -0.02654743243, -0.08810410602, -0.0412941543, 0.1574000555, 0.2600388127,
      0.4687703331, 0.5, 0.5004882812, 0.6237100216, 0.9276705119, 1.090784249, 1.052664615, 1.00098702, 1}},
}};

Vector inputVector() {
    return Eigen::Map<const Eigen::VectorXd>(inputs.data(), Index(count)).cast<Real>();
}

/// `slack`: what the summands of a derivative are rounded by where they cancel.
void compare(const Vector& ours, const Row& theirs, double tolerance, double slack) {
    for (std::size_t i = 0; i < count; ++i) {
        const double error = std::abs(double(ours(Index(i))) - theirs[i]);
        QVERIFY2(error <= tolerance * std::abs(theirs[i]) + slack,
                 qPrintable(QString("of %1: %2, not %3").arg(inputs[i]).arg(double(ours(Index(i)))).arg(theirs[i])));
    }
}

std::size_t peakOf(Activation activation, Gradients* gradients, const Parameter& weight) {
    Tape tape(gradients);
    const Matrix x = Matrix::Ones(weight.value.cols(), 100);
    affine({{tape.constant(x), tape.parameter(weight)}}, {}, activation);
    return tape.peakBytes();
}

} // namespace

class ActivationTest : public QObject {
    Q_OBJECT
private slots:
    void valuesAreThoseOfPyTorch_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < golden.size(); ++i)
            QTest::newRow(choiceText(activationNames(), golden[i].activation).c_str()) << int(i);
    }
    void valuesAreThoseOfPyTorch() {
        QFETCH(int, index);
        const Golden& row = golden[std::size_t(index)];
        Vector y = inputVector();
        activate(row.activation, y.data(), Index(count));
        compare(y, row.value, row.tolerance, 1e-37);
    }

    void derivativesAreThoseOfPyTorch_data() { valuesAreThoseOfPyTorch_data(); }
    void derivativesAreThoseOfPyTorch() {
        QFETCH(int, index);
        const Golden& row = golden[std::size_t(index)];
        QVERIFY(derivativeNeedsInput(row.activation));
        const Vector x = inputVector();
        Vector gradient = Vector::Ones(Index(count));
        multiplyByDerivative(row.activation, x.data(), gradient.data(), Index(count));
        compare(gradient, row.derivative, row.tolerance, 2e-7);
    }

    void geluIsExactEverywhere() {
        for (double x = -13; x < 13; x += 0.00037) {
            Real y = Real(x);
            activate(Activation::Gelu, &y, 1);
            const double exact = double(Real(x)) * std::erfc(-double(Real(x)) / std::sqrt(2.0)) / 2;
            QVERIFY2(std::abs(double(y) - exact) <= 1e-6 * std::abs(exact), qPrintable(QString::number(x)));
        }
    }

    /// So no result depends on where in memory a number stands.
    void aNumberHasTheSameDigitsWhereverItStands_data() { valuesAreThoseOfPyTorch_data(); }
    void aNumberHasTheSameDigitsWhereverItStands() {
        QFETCH(int, index);
        const Activation activation = golden[std::size_t(index)].activation;
        Vector all = inputVector();
        const Vector x = all;
        activate(activation, all.data(), Index(count));
        for (Index i = 0; i < Index(count); ++i) {
            Real one = x(i);
            activate(activation, &one, 1);
            QCOMPARE(one, all(i));
        }
    }

    void whatIsNoNumberStaysNone_data() { valuesAreThoseOfPyTorch_data(); }
    void whatIsNoNumberStaysNone() {
        QFETCH(int, index);
        Real x = std::numeric_limits<Real>::quiet_NaN();
        activate(golden[std::size_t(index)].activation, &x, 1);
        QVERIFY(std::isnan(x)); // or the trainer would not see that a number went bad
    }

    void theInputIsKeptOnlyForADerivativeThatNeedsIt() {
        Parameters parameters;
        const Parameter& weight = parameters.add("w", Parameter::Kind::Weight, 64, 8);
        Gradients gradients(parameters);
        const std::size_t of = 64 * 100 * sizeof(Real);
        QCOMPARE(peakOf(Activation::Gelu, nullptr, weight), peakOf(Activation::Relu, nullptr, weight));
        QVERIFY(peakOf(Activation::Gelu, &gradients, weight) >= peakOf(Activation::Relu, &gradients, weight) + of);
    }

    void everyActivationHasItsWord() {
        const auto& names = activationNames();
        QCOMPARE(names.size(), std::size_t(Activation::Silu) + 1);
        for (const auto& name : names) {
            QVERIFY(choiceOf(names, name.text) == name.value);
            QCOMPARE(choiceText(names, name.value), std::string(name.text));
        }
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, choiceOf(names, "gelu_new"));
    }
};

QTEST_GUILESS_MAIN(ActivationTest)
#include "activation_test.moc"
