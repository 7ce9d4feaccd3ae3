#include "models/jacobian_rows.h"

#include "engine/encoders/small_encoder.h"

using namespace headlight;

class JacobianRowsDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void spansEndWithTheSentence() {
        const SmallEncoder windows("hrchycnn", "paper", {{"layers", "2"}, {"kernel", "3"}}), whole("bilstm", "paper"),
            pooled("multicnn", "paper");
        const std::vector<Span> spans = spansOf(*windows.encoder, 6);
        QCOMPARE(spans.size(), std::size_t(6));
        QCOMPARE(spans[0].begin, Index(0));
        QCOMPARE(spans[0].length, Index(3));
        QCOMPARE(spans[3].begin, Index(1));
        QCOMPARE(spans[3].length, Index(5));
        QCOMPARE(spansOf(*whole.encoder, 6)[3].length, Index(6));
        QCOMPARE(spansOf(*pooled.encoder, 6).size(), std::size_t(1));
    }

    /// All that a token does is Σ‖Jᵀq‖² over any orthonormal basis of the outputs.
    void mainDirectionsAreOrthonormalAndHoldMostOfADistantToken() {
        SmallEncoder small("bilstm", "paper", {{"features", "16"}});
        for (std::size_t p = 0; p < small.parameters.size(); ++p)
            if (QString::fromStdString(small.parameters[p].name).endsWith(QLatin1String("recurrent.weight")))
                small.parameters[p].value.setConstant(Real(0.06));
        const Index tokens = 20, result = 10, outputs = small.encoder->width();
        const Matrix x = randomMatrix(SmallEncoder::inputs, tokens, 31);
        Tape tape{Tape::OnlyInputs()};
        const std::vector<Matrix> all = mainDirections(*small.encoder, x, tape);
        QCOMPARE(all.size(), std::size_t(tokens));
        const Matrix& main = all[std::size_t(result)];
        QVERIFY(main.cols() > 0 && main.cols() <= outputs / 4);
        QVERIFY((main.transpose() * main).isIdentity(1e-9));

        const auto squaresAlong = [&](const Matrix& directions) {
            Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(tokens);
            Probes probes;
            probes.count = directions.cols();
            probes.resultOf = [&](Index) { return result; };
            probes.directionOf = [&](Index probe) -> Vector { return directions.col(probe); };
            probes.take = [&](Index, const Eigen::RowVectorXd& squares) { sum += squares; };
            followBack(*small.encoder, x, spansOf(*small.encoder, tokens), probes, tape);
            return sum;
        };
        const Eigen::RowVectorXd along = squaresAlong(main), whole = squaresAlong(Matrix::Identity(outputs, outputs));
        for (const Index token : {0, 1, 2, 17, 18, 19}) // a quarter of the directions at most
            QVERIFY2(along(token) >= 0.5 * whole(token) && along(token) <= (1 + 1e-9) * whole(token),
                     qPrintable(QString("%1 of %2").arg(along(token)).arg(whole(token))));
    }
};

QTEST_GUILESS_MAIN(JacobianRowsDoubleTest)
#include "jacobian_rows_double_test.moc"
