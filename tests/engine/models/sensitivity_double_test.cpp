#include "models/sensitivity.h"

#include "engine/encoders/small_encoder.h"

using namespace headlight;

namespace {

/// The same by definition: every number of every result, by central differences, for the tokens 0, every, 2 · every …;
/// 0 for the others.
Matrix exact(const Encoder& encoder, const Matrix& x, Index every = 1) {
    const auto resultOf = [&](const Matrix& input) {
        const Layout layout({input.cols()});
        Tape tape;
        Context context(tape, layout);
        return Matrix(encoder.forward(context, tape.constant(input)).value());
    };
    const Real step = Real(1e-5);
    Matrix squares = Matrix::Zero(resultOf(x).cols(), x.cols());
    for (Index key = 0; key < x.cols(); key += every)
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
    void isTheDefinitionOfFewOutputs_data() { addEncoderRows(); }
    void isTheDefinitionOfFewOutputs() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        const SmallEncoder small(id.toStdString(), preset.toStdString());
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 21);
        const Sensitivity found = sensitivity(*small.encoder, x);
        const Matrix &estimate = found.norms, truth = exact(*small.encoder, x);
        QCOMPARE(estimate.rows(), small.encoder->pools() ? Index(1) : Index(5));
        QCOMPARE(estimate.cols(), Index(5));
        QVERIFY(found.exact && found.standardErrors.isZero(0));
        QVERIFY2((estimate - truth).norm() <= 1e-5 * truth.norm(),
                 qPrintable(QString::number((estimate - truth).norm() / truth.norm())));
        for (Index k = 0; k < truth.size(); ++k) // what cannot matter is 0 and not just little
            if (truth.data()[k] == 0)
                QCOMPARE(estimate.data()[k], Real(0));
    }

    /// Only the tokens in reach are followed then.
    void isTheDefinitionBeyondTheReachOfWindows_data() {
        QTest::addColumn<QString>("kernel");
        for (const char* kernel : {"1", "3", "4"})
            QTest::addRow("windows of %s", kernel) << kernel;
    }
    void isTheDefinitionBeyondTheReachOfWindows() {
        QFETCH(QString, kernel);
        const SmallEncoder small("hrchycnn", "paper", {{"layers", "2"}, {"kernel", kernel.toStdString()}});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 20, 27);
        QVERIFY(small.encoder->reach().has_value());
        const Matrix found = sensitivity(*small.encoder, x).norms, truth = exact(*small.encoder, x);
        QVERIFY2((found - truth).norm() <= 1e-5 * truth.norm(), qPrintable(QString::number((found - truth).norm())));
        for (Index k = 0; k < truth.size(); ++k)
            QCOMPARE(found.data()[k] == 0, truth.data()[k] == 0);
    }

    void isTheSameEveryTime() {
        const SmallEncoder small("mtsa", "paper");
        const Matrix x = randomMatrix(SmallEncoder::inputs, 7, 22);
        QVERIFY(sensitivity(*small.encoder, x).norms == sensitivity(*small.encoder, x).norms);
    }

    void theStandardErrorCoversTheTruth() {
        const SmallEncoder small("bisru", "paper", {{"features", "64"}});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 100, 23);
        const Sensitivity found = sensitivity(*small.encoder, x);
        QVERIFY(!found.exact && found.directions < 128);
        const Matrix truth = exact(*small.encoder, x, 5);
        int covered = 0, cells = 0;
        std::vector<double> errors;
        for (Index k = 0; k < truth.size(); ++k)
            if (truth.data()[k] > 1e-4) { // below, central differences see their own rounding
                ++cells;
                const double off = std::abs(found.norms.data()[k] - truth.data()[k]);
                covered += off <= 2 * found.standardErrors.data()[k];
                errors.push_back(off / truth.data()[k]);
            }
        QVERIFY2(cells > 100 && covered >= 0.85 * cells, qPrintable(QString("%1 of %2").arg(covered).arg(cells)));
        std::sort(errors.begin(), errors.end());
        QVERIFY2(errors[errors.size() / 2] <= 0.05, qPrintable(QString::number(errors[errors.size() / 2])));
    }

    /// Small inputs leave a recurrent encoder nearly the same at every token: directions that rows share would then be
    /// wrong for all of them alike.
    void cellsOfOneKindAreNotOffTogether() {
        const SmallEncoder small("bisru", "paper", {{"features", "64"}});
        const Matrix x = Real(0.1) * randomMatrix(SmallEncoder::inputs, 100, 26);
        const Sensitivity found = sensitivity(*small.encoder, x);
        QVERIFY(!found.exact);
        constexpr Index every = 2;
        const Matrix truth = exact(*small.encoder, x, every);
        Eigen::VectorXd off(x.cols() / every);
        for (Index k = 0; k < off.size(); ++k)
            off(k) = found.norms(k * every, k * every) / truth(k * every, k * every) - 1;
        const double typical = std::sqrt(off.squaredNorm() / double(off.size()));
        QVERIFY2(std::abs(off.mean()) <= 0.4 * typical + 1e-4,
                 qPrintable(QString("%1 of %2").arg(off.mean()).arg(typical)));
    }

    /// Of a distant token a recurrent encoder with one strong direction keeps that only: without its main directions
    /// six random ones are a fifth off.
    void aResultThatMovesAlongOneDirectionIsKnownWell() {
        SmallEncoder small("bilstm", "paper", {{"features", "32"}});
        for (std::size_t p = 0; p < small.parameters.size(); ++p)
            if (QString::fromStdString(small.parameters[p].name).endsWith(QLatin1String("recurrent.weight")))
                small.parameters[p].value.setConstant(Real(0.06));
        const Matrix x = randomMatrix(SmallEncoder::inputs, 40, 29);
        const Sensitivity found = sensitivity(*small.encoder, x, nullptr, {}, {0, 1, 1});
        QVERIFY(!found.exact && found.directions == 6);
        const Matrix truth = exact(*small.encoder, x);
        std::vector<double> errors;
        for (Index k = 0; k < truth.size(); ++k)
            if (truth.data()[k] > 1e-6)
                errors.push_back(std::abs(found.norms.data()[k] / truth.data()[k] - 1));
        std::sort(errors.begin(), errors.end());
        QVERIFY2(errors.size() > 500 && errors[errors.size() / 2] <= 0.03,
                 qPrintable(QString("%1 of %2").arg(errors[errors.size() / 2]).arg(errors.size())));
    }

    /// At first values the tokens of a window matter nearly alike.
    void followsMoreWhileTheLargestIsInDoubt() {
        const SmallEncoder small("hrchycnn", "paper", {{"layers", "1"}, {"features", "128"}});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 40, 28);
        const Sensitivity found = sensitivity(*small.encoder, x, nullptr, {}, {0, 5e8, 2e7});
        QVERIFY(!found.exact && found.directions < 64);
        const Matrix truth = exact(*small.encoder, x);
        Index right = 0;
        for (Index result = 0; result < x.cols(); ++result) {
            Index top = 0, foundTop = 0;
            truth.row(result).maxCoeff(&top);
            found.norms.row(result).maxCoeff(&foundTop);
            right += foundTop == top;
        }
        QVERIFY2(double(right) >= 0.9 * double(x.cols()), qPrintable(QString::number(right)));
    }

    void threadsDoNotChangeIt() {
        const SmallEncoder small("multicnn", "paper");
        const Matrix x = randomMatrix(SmallEncoder::inputs, 30, 24);
        ThreadPool pool(3);
        QVERIFY(sensitivity(*small.encoder, x, &pool).norms == sensitivity(*small.encoder, x).norms);
    }

    void stopsWhenToldTo() {
        const SmallEncoder small("bilstm", "paper");
        int left = 5;
        const auto check = [&] {
            if (--left == 0)
                throw Error("enough");
        };
        QVERIFY_THROWS_EXCEPTION(
            Error, sensitivity(*small.encoder, randomMatrix(SmallEncoder::inputs, 30, 25), nullptr, check));
    }
};

QTEST_GUILESS_MAIN(SensitivityDoubleTest)
#include "sensitivity_double_test.moc"
