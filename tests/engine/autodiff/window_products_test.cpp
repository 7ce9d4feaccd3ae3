#include "autodiff/window_products.h"
#include "core/product.h"
#include "core/random.h"

#include <QTest>

using namespace headlight;

namespace {

Strided viewOf(Matrix& matrix) {
    return Strided(matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.rows()));
}

/// Of a normal distribution: regular ones cancel in a sum, and then say little of how far rounding takes it.
Matrix numbers(Index rows, Index cols, std::uint64_t seed) {
    Matrix matrix(rows, cols);
    Random random{RandomKey(seed)};
    for (Index k = 0; k < matrix.size(); ++k)
        matrix.data()[k] = Real(random.normal());
    return matrix;
}

/// Calls visit(column of the results, tap, column of the tokens) for everything that the definition multiplies.
template <class Visit>
void forEachTap(const std::vector<WindowRun>& runs, Index window, Visit visit) {
    for (const WindowRun& run : runs)
        for (Index k = 0; k < run.count; ++k)
            for (Index t = 0; t < window; ++t)
                if (const Index token = run.start + k + t; token >= 0 && token < run.length)
                    visit(run.results + k, t, run.begin + token);
}

double largestDifference(const Matrix& found, const Eigen::MatrixXd& expected) {
    return (found.cast<double>() - expected).cwiseAbs().maxCoeff() / std::max(1.0, expected.cwiseAbs().maxCoeff());
}

} // namespace

/// Against the definition in double.
class WindowProductsTest : public QObject {
    Q_OBJECT
private slots:
    void theDefinition_data() {
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("inputs");
        QTest::addColumn<int>("outputs");
        QTest::addColumn<QVector<int>>("lengths");
        // Of one token, shorter than a window, odd and even, more than are multiplied at a time; then few tokens.
        const QVector<int> many = {1, 2, 7, 150, 12, 301}, few = {1, 9, 2, 30};
        for (const int window : {1, 2, 3, 4, 5, 6, 7, 10, 11})
            QTest::addRow("window of %d", window) << window << 21 << 37 << many;
        for (const int window : {1, 4, 11})
            QTest::addRow("few, window of %d", window) << window << 21 << 37 << few;
        QTest::newRow("more outputs and inputs than a block") << 5 << 170 << 330 << many;
        QTest::newRow("one number each") << 3 << 1 << 1 << many;
    }
    void theDefinition() {
        QFETCH(int, window);
        QFETCH(int, inputs);
        QFETCH(int, outputs);
        QFETCH(QVector<int>, lengths);
        std::vector<WindowRun> runs;
        Index tokens = 0, results = 0;
        for (const int length : lengths) {
            const Index start = Index(runs.size()) % 3 - 2, count = std::max<Index>(1, length - Index(runs.size()) % 2);
            runs.push_back({tokens, length, start, results, count});
            tokens += length;
            results += count;
        }
        Matrix weight = numbers(outputs, window * inputs, 1), in = numbers(inputs, tokens, 2),
               dOut = numbers(outputs, results, 3);
        const Eigen::MatrixXd w = weight.cast<double>(), x = in.cast<double>(), d = dOut.cast<double>();
        const auto tap = [&](Index t) { return w.middleCols(t * inputs, inputs); };
        Tape tape;

        Matrix out = numbers(outputs, results, 4);
        Eigen::MatrixXd expected = out.cast<double>();
        addWindowProducts(tape, viewOf(out), viewOf(weight), viewOf(in), runs);
        forEachTap(runs, window,
                   [&](Index result, Index t, Index token) { expected.col(result) += tap(t) * x.col(token); });
        QVERIFY2(largestDifference(out, expected) < 5e-6,
                 qPrintable(QString::number(largestDifference(out, expected))));

        Matrix dWeight = numbers(outputs, window * inputs, 5);
        expected = dWeight.cast<double>();
        addWindowGradient(tape, viewOf(dWeight), viewOf(dOut), viewOf(in), runs);
        forEachTap(runs, window, [&](Index result, Index t, Index token) {
            expected.middleCols(t * inputs, inputs) += d.col(result) * x.col(token).transpose();
        });
        QVERIFY2(largestDifference(dWeight, expected) < 5e-6,
                 qPrintable(QString::number(largestDifference(dWeight, expected))));

        // Of the flipped weight, windows over what was the result.
        Matrix back = numbers(inputs, tokens, 6);
        expected = back.cast<double>();
        std::vector<WindowRun> flipped;
        for (const WindowRun& run : runs)
            flipped.push_back({run.results, run.count, -run.start - (window - 1), run.begin, run.length});
        addFlippedWindowProducts(tape, viewOf(back), viewOf(weight), viewOf(dOut), flipped);
        forEachTap(runs, window, [&](Index result, Index t, Index token) {
            expected.col(token) += tap(t).transpose() * d.col(result);
        });
        QVERIFY2(largestDifference(back, expected) < 5e-6,
                 qPrintable(QString::number(largestDifference(back, expected))));
    }

    /// Rounding there would be an influence of tokens that have none.
    void windowsOfZerosGiveZeros_data() {
        QTest::addColumn<int>("window");
        for (const int window : {3, 5, 11})
            QTest::addRow("window of %d", window) << window;
    }
    void windowsOfZerosGiveZeros() {
        QFETCH(int, window);
        const Index inputs = 21, tokens = 300;
        const std::vector<WindowRun> runs = {{0, 100, -2, 0, 100}, {100, 200, -2, 100, 200}};
        Matrix weight = numbers(inputs, window * inputs, 1), in = Matrix::Zero(inputs, tokens);
        for (const Index token : {6, 101, 251})
            in.col(token) = numbers(inputs, 1, std::uint64_t(token));
        in(20, 253) = 1; // zeros but for its last number
        Eigen::VectorXd reached = Eigen::VectorXd::Zero(tokens);
        forEachTap(runs, window,
                   [&](Index result, Index, Index token) { reached(result) += in.col(token).cwiseAbs().sum(); });
        Tape tape;
        for (const bool flipped : {false, true}) {
            Matrix out = Matrix::Zero(inputs, tokens);
            const std::uint64_t before = multiplyAdds();
            (flipped ? addFlippedWindowProducts : addWindowProducts)(tape, viewOf(out), viewOf(weight), viewOf(in),
                                                                     runs);
            for (Index result = 0; result < tokens; ++result)
                QCOMPARE(out.col(result).isZero(0), reached(result) == 0);
            QVERIFY(multiplyAdds() - before < std::uint64_t(window * inputs * inputs * tokens / 4));
        }
    }

    /// Fewer multiplications are the reason for all of it.
    void multiplications() {
        Matrix weight = numbers(8, 5 * 16, 1), in = numbers(16, 256, 2), out = Matrix::Zero(8, 256);
        Tape tape;
        const std::uint64_t before = multiplyAdds();
        addWindowProducts(tape, viewOf(out), viewOf(weight), viewOf(in), {{0, 256, -2, 0, 256}});
        QCOMPARE(multiplyAdds() - before, std::uint64_t(8 * 8 * 16 * 64)); // 5 · 8 · 16 · 256 by the definition
    }
};

QTEST_GUILESS_MAIN(WindowProductsTest)
#include "window_products_test.moc"
