#include "core/product.h"

#include <QtTest>
#include <array>
#include <limits>
#include <random>
#include <stdexcept>
#include <thread>

using namespace headlight;

namespace {

Matrix numbers(Index rows, Index cols, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> uniform(-1, 1);
    Matrix matrix(rows, cols);
    for (Index k = 0; k < matrix.size(); ++k)
        matrix.data()[k] = uniform(random);
    return matrix;
}

/// a · b in double.
Eigen::MatrixXd exact(const Matrix& a, const Matrix& b) {
    return a.cast<double>() * b.cast<double>();
}

bool close(const Matrix& found, const Eigen::MatrixXd& expected, Index depth) {
    // The error of a sum of `depth` products of numbers below 1.
    const double bound = double(depth + 2) * double(std::numeric_limits<Real>::epsilon());
    return (found.cast<double>() - expected).cwiseAbs().maxCoeff() <= bound * std::max(1.0, std::sqrt(double(depth)));
}

/// Whole numbers as signed bytes.
class Bytes final : public CodedLines {
public:
    Bytes(Index lines, Index length) : m_length(length), m_numbers(std::size_t(lines * length)) {
        for (std::size_t k = 0; k < m_numbers.size(); ++k)
            m_numbers[k] = std::int8_t(int(k * 37 % 255) - 127);
    }
    void decode(Index line, Index first, Index count, Real* out) const override {
        for (Index k = 0; k < count; ++k)
            out[k] = Real(m_numbers[std::size_t(line * m_length + first + k)]);
    }
    Matrix rows() const {
        Matrix all(Index(m_numbers.size()) / m_length, m_length);
        for (Index line = 0; line < all.rows(); ++line)
            for (Index k = 0; k < m_length; ++k)
                all(line, k) = Real(m_numbers[std::size_t(line * m_length + k)]);
        return all;
    }

private:
    Index m_length;
    std::vector<std::int8_t> m_numbers;
};

} // namespace

class ProductTest : public QObject {
    Q_OBJECT
private slots:
    void codedNumbersAreMultipliedAsWhatTheyMean_data() {
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("cols");
        for (const int lines : {1, 3, 50, 800})
            for (const int length : {1, 33, 1100})
                for (const int cols : {1, 3, 4, 70})
                    QTest::addRow("%d × %d × %d", lines, length, cols) << lines << length << cols;
    }
    void codedNumbersAreMultipliedAsWhatTheyMean() {
        QFETCH(int, lines);
        QFETCH(int, length);
        QFETCH(int, cols);
        const Bytes bytes(lines, length);
        const Factor coded(bytes, lines, length);
        // Whole numbers, whose sums are exact.
        const Matrix rows = bytes.rows(), x = (numbers(length, cols, 1) * 8).array().round(),
                     turned = (numbers(lines, cols, 2) * 8).array().round();
        Matrix out(lines, cols);
        setProduct(out, coded, x);
        QVERIFY(out == rows * x);
        addProduct(out, coded, x);
        QVERIFY(out == 2 * (rows * x));
        Matrix back(length, cols);
        setProduct(back, coded.transposed(), turned);
        QVERIFY(back == rows.transpose() * turned);
        const Index firstRow = lines / 3, firstColumn = length / 4;
        const Index rowCount = lines - firstRow, columnCount = (length + 1) / 2;
        const Matrix few = x.topRows(columnCount);
        Matrix part(rowCount, cols);
        setProduct(part, coded.block(firstRow, firstColumn, rowCount, columnCount), few);
        QVERIFY(part == rows.block(firstRow, firstColumn, rowCount, columnCount) * few);
        const Factor turnedBlock = coded.transposed().block(firstColumn, firstRow, columnCount, rowCount);
        Matrix turnedPart(columnCount, cols);
        setProduct(turnedPart, turnedBlock, Matrix(turned.topRows(rowCount)));
        QVERIFY(turnedPart ==
                rows.block(firstRow, firstColumn, rowCount, columnCount).transpose() * turned.topRows(rowCount));
        Matrix wrong(cols, lines);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, setProduct(wrong, Matrix(x.transpose()), coded.transposed()));
    }

    void shapes_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("depth");
        QTest::addColumn<int>("cols");
        // Around the sizes of vectors (8, 16), panels (16, 48), strips (6, 8), blocks of columns (256) and depth (640).
        for (const auto& [rows, depth, cols] : std::initializer_list<std::array<int, 3>>{{1, 5, 9},
                                                                                         {5, 1, 4},
                                                                                         {4, 3, 3},
                                                                                         {7, 33, 7},
                                                                                         {8, 16, 6},
                                                                                         {16, 16, 8},
                                                                                         {17, 17, 9},
                                                                                         {48, 31, 12},
                                                                                         {49, 40, 13},
                                                                                         {64, 75, 64},
                                                                                         {48, 70, 64},
                                                                                         {96, 70, 65},
                                                                                         {75, 64, 61},
                                                                                         {100, 20, 257},
                                                                                         {300, 300, 20},
                                                                                         {256, 700, 20},
                                                                                         {33, 640, 11},
                                                                                         {20, 641, 10},
                                                                                         {50, 1500, 15}})
            QTest::addRow("%d x %d x %d", rows, depth, cols) << rows << depth << cols;
    }
    void shapes() {
        QFETCH(int, rows);
        QFETCH(int, depth);
        QFETCH(int, cols);
        const Matrix a = numbers(rows, depth, 1), b = numbers(depth, cols, 2), before = numbers(rows, cols, 3);
        const Matrix aTransposed = a.transpose(), bTransposed = b.transpose();
        const Eigen::MatrixXd expected = exact(a, b), added = expected + before.cast<double>();
        const PackedFactor packed(a), packedTransposed(aTransposed.transpose());
        const auto check = [&](auto set, auto add) {
            Matrix out = Matrix::Constant(rows, cols, std::numeric_limits<Real>::quiet_NaN());
            set(out); // what was there before doesn't matter
            QVERIFY(close(out, expected, depth));
            out = before;
            add(out);
            QVERIFY(close(out, added, depth));
        };
        check([&](Matrix& out) { setProduct(out, a, b); }, [&](Matrix& out) { addProduct(out, a, b); });
        check([&](Matrix& out) { setProduct(out, aTransposed.transpose(), b); },
              [&](Matrix& out) { addProduct(out, aTransposed.transpose(), b); });
        check([&](Matrix& out) { setProduct(out, a, bTransposed.transpose()); },
              [&](Matrix& out) { addProduct(out, a, bTransposed.transpose()); });
        check([&](Matrix& out) { setProduct(out, aTransposed.transpose(), bTransposed.transpose()); },
              [&](Matrix& out) { addProduct(out, aTransposed.transpose(), bTransposed.transpose()); });
        check([&](Matrix& out) { packed.setProduct(out, b); }, [&](Matrix& out) { packed.addProduct(out, b); });
        check([&](Matrix& out) { packedTransposed.setProduct(out, bTransposed.transpose()); },
              [&](Matrix& out) { packedTransposed.addProduct(out, bTransposed.transpose()); });
    }

    /// A model computes the same from weights of its own as from those of a file, which lie the other way round.
    void aLeftFactorByRowsGivesTheSameBits() {
        for (const Index columns : {4, 20, 64, 65}) {
            const Matrix a = numbers(300, 1500, 1), aTransposed = a.transpose(), b = numbers(1500, columns, 2);
            Matrix byColumns = numbers(300, columns, 3), byRows = byColumns;
            addProduct(byColumns, a, b);
            addProduct(byRows, aTransposed.transpose(), b);
            QVERIFY(byColumns == byRows);
            setProduct(byColumns, a, b);
            setProduct(byRows, aTransposed.transpose(), b);
            QVERIFY(byColumns == byRows);
        }
    }

    void blocksOfLargerMatricesAreReadAndWrittenInPlace() {
        const Matrix a = numbers(90, 60, 1), b = numbers(70, 50, 2), before = numbers(80, 40, 3);
        Matrix out = before;
        setProduct(out.block(5, 3, 50, 30), a.block(7, 2, 50, 40), b.block(11, 9, 40, 30));
        QVERIFY(close(out.block(5, 3, 50, 30), exact(a.block(7, 2, 50, 40), b.block(11, 9, 40, 30)), 40));
        Matrix around = out;
        around.block(5, 3, 50, 30) = before.block(5, 3, 50, 30);
        QVERIFY(around == before);
    }

    void nothingToSumIsZero() {
        Matrix out = Matrix::Ones(20, 10);
        addProduct(out, Matrix(20, 0), Matrix(0, 10));
        QVERIFY(out == Matrix::Ones(20, 10));
        setProduct(out, Matrix(20, 0), Matrix(0, 10));
        QVERIFY(out.isZero(0));
        Matrix none(20, 0);
        setProduct(none, numbers(20, 5, 1), Matrix(5, 0));
    }

    void aNumberThatIsNoneStaysInItsRowAndColumn() {
        Matrix a = numbers(60, 30, 1);
        a(59, 4) = std::numeric_limits<Real>::quiet_NaN();
        Matrix out(60, 20);
        setProduct(out, a, numbers(30, 20, 2));
        QVERIFY(out.topRows(59).allFinite());
        QVERIFY(out.row(59).array().isNaN().all());
    }

    void workIsCounted() { // of the calling thread
        Matrix out(20, 40);
        const std::uint64_t before = multiplyAdds();
        setProduct(out, numbers(20, 30, 1), numbers(30, 40, 2));
        PackedFactor(numbers(20, 5, 1)).addProduct(out, numbers(5, 40, 2));
        std::thread([&] { setProduct(out, numbers(20, 30, 1), numbers(30, 40, 2)); }).join();
        QCOMPARE(multiplyAdds() - before, std::uint64_t(20 * 30 * 40 + 20 * 5 * 40));
    }

    void wrongShapesAreRefused() {
        Matrix out(4, 5);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, setProduct(out, Matrix(4, 3), Matrix(2, 5)));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, addProduct(out, Matrix(3, 3), Matrix(3, 5)));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, PackedFactor(Matrix(4, 3)).setProduct(out, Matrix(3, 6)));
    }
};

QTEST_GUILESS_MAIN(ProductTest)
#include "product_test.moc"
