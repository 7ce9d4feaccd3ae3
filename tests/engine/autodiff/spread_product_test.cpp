#include "autodiff/spread_product.h"

#include "core/thread_pool.h"

#include <QtTest>

#include <atomic>

using namespace headlight;

namespace {

/// Whole numbers, whose sums are exact.
Matrix wholeNumbers(Index rows, Index cols, int step) {
    Matrix matrix(rows, cols);
    for (Index k = 0; k < matrix.size(); ++k)
        matrix.data()[k] = Real((k * step + k / 7) % 17 - 8);
    return matrix;
}

} // namespace

class SpreadProductTest : public QObject {
    Q_OBJECT
private slots:
    void piecesMakeTheWholeProduct_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("depth");
        QTest::addColumn<int>("tokens");
        // A single token, a rest of few rows, rows and tokens that are cut, small ones that are not.
        QTest::addRow("one token") << 1000 << 200 << 1;
        QTest::addRow("a rest of one row") << 193 << 700 << 5;
        QTest::addRow("a rest of sixteen rows") << 208 << 700 << 5;
        QTest::addRow("many rows") << 577 << 64 << 70;
        QTest::addRow("many tokens") << 60 << 64 << 601;
        QTest::addRow("small") << 300 << 4 << 2;
    }
    void piecesMakeTheWholeProduct() {
        QFETCH(int, rows);
        QFETCH(int, depth);
        QFETCH(int, tokens);
        const Matrix weight = wholeNumbers(rows, depth, 3), x = wholeNumbers(depth, tokens, 5);
        const Matrix turned = weight.transpose(), expected = weight * x;
        ThreadPool three(3);
        for (ThreadPool* const pool : {static_cast<ThreadPool*>(nullptr), &three}) {
            Tape tape;
            tape.spreadOver(pool);
            Matrix y = Matrix::Constant(rows, tokens, 7);
            setSpread(tape, y, weight, x);
            QVERIFY(y == expected);
            addSpread(tape, y, turned.transpose(), x);
            QVERIFY(y == 2 * expected);
        }
    }

    /// What a piece asks is how a pass is left.
    void aTokenIsSharedOutAndASmallProductIsNot() {
        ThreadPool three(3);
        Tape tape;
        tape.spreadOver(&three);
        std::atomic<int> pieces = 0;
        tape.checkBy([&] { ++pieces; });
        Matrix y(1000, 1);
        setSpread(tape, y, wholeNumbers(1000, 200, 3), wholeNumbers(200, 1, 5));
        QCOMPARE(pieces.load(), 6); // 5 of 192 rows, one of 40
        pieces = 0;
        setSpread(tape, y, wholeNumbers(1000, 20, 3), wholeNumbers(20, 1, 5));
        QCOMPARE(pieces.load(), 0);
    }
};

QTEST_GUILESS_MAIN(SpreadProductTest)
#include "spread_product_test.moc"
