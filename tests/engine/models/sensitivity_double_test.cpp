#include "models/sensitivity.h"

#include "engine/encoders/small_encoder.h"

using namespace headlight;

namespace {

/// The same by definition: every number of every result, by central differences.
Matrix exact(const Encoder& encoder, const Matrix& x) {
    const auto resultOf = [&](const Matrix& input) {
        const Layout layout({input.cols()});
        Tape tape;
        Context context(tape, layout);
        return Matrix(encoder.forward(context, tape.constant(input)).value());
    };
    const Real step = Real(1e-5);
    Matrix squares = Matrix::Zero(resultOf(x).cols(), x.cols());
    for (Index key = 0; key < x.cols(); ++key)
        for (Index feature = 0; feature < x.rows(); ++feature) {
            Matrix more = x, less = x;
            more(feature, key) += step;
            less(feature, key) -= step;
            const Matrix slope = (resultOf(more) - resultOf(less)) / (2 * step);
            squares.col(key) += slope.colwise().squaredNorm().transpose();
        }
    return squares.cwiseSqrt();
}

} // namespace

class SensitivityDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void isCloseToTheDefinition_data() { addEncoderRows(); }
    void isCloseToTheDefinition() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        const SmallEncoder small(id.toStdString(), preset.toStdString());
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 21);
        const Matrix estimate = sensitivity(*small.encoder, x), truth = exact(*small.encoder, x);
        QCOMPARE(estimate.rows(), small.encoder->pools() ? Index(1) : Index(5));
        QCOMPARE(estimate.cols(), Index(5));
        QVERIFY2((estimate - truth).norm() <= 0.25 * truth.norm(), // from 32 directions
                 qPrintable(QString::number((estimate - truth).norm() / truth.norm())));
        for (Index k = 0; k < truth.size(); ++k) // what cannot matter is 0 and not just little
            if (truth.data()[k] == 0)
                QCOMPARE(estimate.data()[k], Real(0));
    }

    void isTheSameEveryTime() {
        const SmallEncoder small("mtsa", "paper");
        const Matrix x = randomMatrix(SmallEncoder::inputs, 7, 22);
        QVERIFY(sensitivity(*small.encoder, x) == sensitivity(*small.encoder, x));
    }

    void longTextsAreLeftOut() {
        QCOMPARE(directionsFor(10), 32);
        QVERIFY(directionsFor(150) >= 2);
        QCOMPARE(directionsFor(201), 0);
    }
};

QTEST_GUILESS_MAIN(SensitivityDoubleTest)
#include "sensitivity_double_test.moc"
