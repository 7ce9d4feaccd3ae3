#include "core/product.h"

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

// How it works (Goto and van de Geijn 2008): the left factor is rearranged into panels of a few vectors of rows, so
// that the innermost loop reads it from one end to the other. That loop keeps a tile of the result, a panel's rows by a
// strip of columns, in registers: at every step of the inner dimension it loads the panel's vectors, and multiplies
// them by one number of each column. The right factor is read where it lies when its columns are contiguous.

namespace headlight {

namespace {

#ifdef __AVX512F__
constexpr Index vectorBytes = 64;
constexpr int panelVectors = 3, stripColumns = 8; // 24 of 32 registers hold the tile
#else
constexpr Index vectorBytes = 32;
constexpr int panelVectors = 2, stripColumns = 6; // 12 of 16
#endif
constexpr Index lanes = vectorBytes / Index(sizeof(Real));
constexpr Index blockDepth = 640;   ///< of a strip, so that it stays in the first cache
constexpr Index blockColumns = 256; ///< of the right factor, so that they stay in the second
/// For so few the left factor is read where it lies, if its columns are contiguous.
constexpr Index directColumns = 64;
/// A left factor with contiguous rows becomes the right one, which lies right, where it has as many rows for each
/// column.
constexpr Index manyRows = 4;

using Lanes = Real __attribute__((vector_size(vectorBytes)));
/// A vector anywhere in memory, as compilers' own headers read and write it.
struct [[gnu::packed, gnu::may_alias]] Loose {
    Lanes numbers;
};

Loose& loose(Real* first) {
    return *reinterpret_cast<Loose*>(first);
}
const Loose& loose(const Real* first) {
    return *reinterpret_cast<const Loose*>(first);
}

/// A thread's memory for what is rearranged; it grows to the largest size asked for.
Real* room(Vector& memory, Index size) {
    if (memory.size() < size)
        memory.resize(size);
    return memory.data();
}

Index vectorsOf(Index rows) {
    return (rows + lanes - 1) / lanes;
}

/// Vectors of the panel that begins where `left` vectors are left: full ones, but never a last one of a single vector,
/// which is slow.
int vectorsOfPanel(Index left) {
    return left == panelVectors + 1 && panelVectors > 2 ? 2 : int(std::min<Index>(panelVectors, left));
}

/// Calls run(firstRow, rows, vectors) for every panel.
template <class Run>
void forEachPanel(Index rows, Run run) {
    for (Index first = 0; first < rows;) {
        const int vectors = vectorsOfPanel(vectorsOf(rows - first));
        run(first, std::min(rows - first, vectors * lanes), vectors);
        first += vectors * lanes;
    }
}

/// Calls run(first, count) for the blocks of the inner dimension, none of them small.
template <class Run>
void forEachDepth(Index depth, Run run) {
    for (Index first = 0; first < depth;) {
        const Index left = depth - first;
        const Index count = left <= blockDepth ? left : left < 2 * blockDepth ? (left + 1) / 2 : blockDepth;
        run(first, count);
        first += count;
    }
}

// Rearranging the left factor.

/// x and y become what their elements at distance `step` exchanged leave.
template <int step, std::size_t... i>
void exchange(Lanes& x, Lanes& y, std::index_sequence<i...>) {
    constexpr auto n = std::size_t(lanes), w = std::size_t(step);
    const Lanes low = __builtin_shufflevector(x, y, (i & w ? n + i - w : i)...);
    const Lanes high = __builtin_shufflevector(x, y, (i & w ? n + i : i + w)...);
    x = low;
    y = high;
}

template <int step>
void transpose(Lanes (&rows)[lanes]) {
    if constexpr (step > 0) {
        for (Index i = 0; i < lanes; ++i)
            if (!(i & step))
                exchange<step>(rows[i], rows[i | step], std::make_index_sequence<std::size_t(lanes)>());
        transpose<step / 2>(rows);
    }
}

/// One vector of rows of a factor whose rows are contiguous: `rows` of it, the rest of the vector zero.
void packVector(const Real* from, Index rowStep, Index rows, Index depth, Real* to, Index height) {
    Index k = 0;
    if (rows == lanes)
        for (; k + lanes <= depth; k += lanes) {
            Lanes square[lanes];
            for (Index i = 0; i < lanes; ++i)
                square[i] = loose(from + i * rowStep + k).numbers;
            transpose<int(lanes / 2)>(square);
            for (Index i = 0; i < lanes; ++i)
                loose(to + (k + i) * height).numbers = square[i];
        }
    for (; k < depth; ++k)
        for (Index i = 0; i < lanes; ++i)
            to[k * height + i] = i < rows ? from[i * rowStep + k] : Real(0);
}

/// Columns of a factor whose columns are contiguous, `vectors` vectors high and side by side. Without a call for each.
template <int vectors>
void packColumns(const Real* from, Index colStep, Index depth, Real* to) {
    for (Index k = 0; k < depth; ++k, from += colStep, to += vectors * lanes)
        for (int v = 0; v < vectors; ++v)
            loose(to + v * lanes).numbers = loose(from + v * lanes).numbers;
}

/// The same for `rows` rows, which need not be whole vectors; the rest zeros.
void packColumns(const Real* from, Index colStep, Index rows, Index depth, Real* to, int vectors) {
    const Index height = vectors * lanes;
    if (rows == height) {
        static_assert(panelVectors <= 3);
        return (vectors == 1   ? packColumns<1>
                : vectors == 2 ? packColumns<2>
                               : packColumns<3>)(from, colStep, depth, to);
    }
    for (Index k = 0; k < depth; ++k) {
        std::memcpy(to + k * height, from + k * colStep, std::size_t(rows) * sizeof(Real));
        std::fill(to + k * height + rows, to + (k + 1) * height, Real(0));
    }
}

/// A panel of `rows` rows of a coded factor, in the same order.
void packCoded(const Factor& a, Index firstRow, Index rows, Index firstDepth, Index depth, Real* to, Index height) {
    const Index line = a.firstLine, within = a.firstOfLine;
    if (a.rowStep == 1) { // each line is a column
        for (Index k = 0; k < depth; ++k, to += height) {
            a.coded->decode(line + firstDepth + k, within + firstRow, rows, to);
            std::fill(to + rows, to + height, Real(0));
        }
        return;
    }
    thread_local Vector memory;
    Real* const lines = room(memory, lanes * depth);
    for (Index i = 0; i < height; i += lanes) {
        const Index count = std::clamp<Index>(rows - i, 0, lanes);
        for (Index row = 0; row < count; ++row)
            a.coded->decode(line + firstRow + i + row, within + firstDepth, depth, lines + row * depth);
        packVector(lines, depth, count, depth, to + i, height);
    }
}

/// Panel after panel, each [depth × vectors × lanes]; `edge`: only the last one, if it is not a whole one.
void pack(const Factor& a, Index firstDepth, Index depth, bool edge, Real* to) {
    forEachPanel(a.rows, [&](Index first, Index rows, int vectors) {
        if (edge && rows == vectors * lanes) {
            to += rows * depth;
            return;
        }
        const Index height = vectors * lanes;
        if (a.coded) {
            packCoded(a, first, rows, firstDepth, depth, to, height);
            to += height * depth;
            return;
        }
        const Real* from = a.data + first * a.rowStep + firstDepth * a.colStep;
        if (a.rowStep == 1)
            packColumns(from, a.colStep, rows, depth, to, vectors);
        else
            for (Index i = 0; i < height; i += lanes)
                packVector(from + i * a.rowStep, a.rowStep, std::clamp<Index>(rows - i, 0, lanes), depth, to + i,
                           height);
        to += height * depth;
    });
}

/// Strip after strip of a right factor whose rows are contiguous, each [depth × columns of the strip].
void packStrips(const Factor& b, Index firstDepth, Index depth, Index firstColumn, Index columns, Real* to) {
    for (Index s = 0; s < columns; s += stripColumns) {
        const Index count = std::min<Index>(stripColumns, columns - s);
        const Real* from = b.data + firstDepth * b.rowStep + firstColumn + s;
        if (count == stripColumns) // a fixed size is one or two instructions
            for (Index k = 0; k < depth; ++k)
                std::memcpy(to + k * stripColumns, from + k * b.rowStep, stripColumns * sizeof(Real));
        else
            for (Index k = 0; k < depth; ++k)
                std::memcpy(to + k * count, from + k * b.rowStep, std::size_t(count) * sizeof(Real));
        to += depth * count;
    }
}

// The product of a panel and a strip.

struct Panel {
    const Real* numbers;
    Index colStep;
};

struct Strip {
    const Real* numbers;
    Index colStep; ///< 0: packed, [depth × columns]
};

struct Tile {
    Real* out;
    Index colStep, rows;
    bool add;
};

/// The upper rows of a tile whose columns are `height` numbers apart.
void storeRows(const Real* sums, Index height, Index columns, const Tile& tile) {
    for (Index j = 0; j < columns; ++j) {
        Real* out = tile.out + j * tile.colStep;
        for (Index i = 0; i < tile.rows; ++i)
            out[i] = tile.add ? out[i] + sums[j * height + i] : sums[j * height + i];
    }
}

// Only short loops over the sums, which are unrolled: otherwise compilers keep them in memory.
template <int vectors, int columns, bool packed>
void multiplyTile(Index depth, const Panel& panel, const Strip& strip, const Tile& tile) {
    for (int j = 0; j < columns; ++j) { // so that the result's lines are there when the sums are
        for (int v = 0; v < vectors; ++v)
            __builtin_prefetch(tile.out + j * tile.colStep + v * lanes, 1);
        __builtin_prefetch(tile.out + j * tile.colStep + tile.rows - 1, 1);
    }
    const Real* const numbers = strip.numbers;
    const Real* starts[columns]; // of the strip's columns
    for (int j = 0; j < columns; ++j) {
        starts[j] = numbers + j * strip.colStep;
        // Compilers would compute each from the one before it at every step, where multiplications could be done.
        asm("" : "+r"(starts[j]));
    }
    const Index panelStep = panel.colStep;
    const Real* column = panel.numbers;
    Lanes sums[columns][vectors] = {};
#pragma GCC unroll 4
    for (Index k = 0; k < depth; ++k, column += panelStep) {
        Lanes rows[vectors];
        for (int v = 0; v < vectors; ++v)
            rows[v] = loose(column + v * lanes).numbers;
        for (int j = 0; j < columns; ++j) {
            const Real number = packed ? numbers[k * columns + j] : starts[j][k];
            for (int v = 0; v < vectors; ++v)
                sums[j][v] += rows[v] * number;
        }
    }
    constexpr Index height = vectors * lanes;
    Real edge[columns * height]; // where a tile is written that is not as high
    const bool whole = tile.rows == height, add = whole && tile.add;
    Real* const out = whole ? tile.out : edge;
    const Index outStep = whole ? tile.colStep : height;
    for (int j = 0; j < columns; ++j)
        for (int v = 0; v < vectors; ++v) {
            Loose& place = loose(out + j * outStep + v * lanes);
            place.numbers = add ? place.numbers + sums[j][v] : sums[j][v];
        }
    if (!whole)
        storeRows(edge, height, columns, tile);
}

using MultiplyTile = void (*)(Index depth, const Panel& panel, const Strip& strip, const Tile& tile);

template <bool packed, std::size_t... i>
constexpr auto tileTable(std::index_sequence<i...>) {
    return std::array<MultiplyTile, sizeof...(i)>{
        multiplyTile<int(i) / stripColumns + 1, int(i) % stripColumns + 1, packed>...};
}

template <bool packed>
MultiplyTile tileOf(int vectors, Index columns) {
    static constexpr auto table =
        tileTable<packed>(std::make_index_sequence<std::size_t(panelVectors * stripColumns)>());
    return table[std::size_t((vectors - 1) * stripColumns + int(columns) - 1)];
}

/// A block of the right factor and what it is multiplied into.
struct Block {
    Index depth, columns;
    const Real* b;
    Index colStep; ///< of b; 0: packed into strips
    Real* out;
    Index outStep;
    bool add;
};

/// One depth block of the left factor.
struct Panels {
    const Real* packed;
    const Real* direct = nullptr; ///< where it lies; its whole panels are then read there
    Index colStep = 0;
};

void multiplyBlock(Index rows, const Panels& panels, const Block& block) {
    const Real* packed = panels.packed;
    forEachPanel(rows, [&](Index first, Index count, int vectors) {
        const Index height = vectors * lanes;
        const Panel panel =
            panels.direct && count == height ? Panel{panels.direct + first, panels.colStep} : Panel{packed, height};
        for (Index s = 0; s < block.columns; s += stripColumns) {
            const Index columns = std::min<Index>(stripColumns, block.columns - s);
            const Strip strip{block.b + s * (block.colStep ? block.colStep : block.depth), block.colStep};
            const Tile tile{block.out + s * block.outStep + first, block.outStep, count, block.add};
            (block.colStep ? tileOf<false>(vectors, columns) : tileOf<true>(vectors, columns))(block.depth, panel,
                                                                                               strip, tile);
        }
        packed += height * block.depth;
    });
}

/// out (+)= one depth block of the left factor times that of b.
void multiplyDepth(Product& out, const Panels& panels, const Factor& b, Index firstDepth, Index depth, bool add) {
    thread_local Vector strips;
    const bool direct = b.rowStep == 1;
    for (Index j = 0; j < b.cols; j += blockColumns) {
        const Index columns = std::min(blockColumns, b.cols - j);
        Block block{depth,
                    columns,
                    b.data + firstDepth + j * b.colStep,
                    b.colStep,
                    out.data() + j * out.outerStride(),
                    out.outerStride(),
                    add};
        if (!direct) {
            Real* packed = room(strips, depth * columns);
            packStrips(b, firstDepth, depth, j, columns, packed);
            block.b = packed;
            block.colStep = 0;
        }
        multiplyBlock(out.rows(), panels, block);
    }
}

thread_local std::uint64_t done = 0;

/// What every product begins with.
void begin(const Product& out, Index rows, Index depth, const Factor& b) {
    if (b.coded)
        throw std::invalid_argument("product: expected a right factor that is not coded");
    if (out.rows() != rows || out.cols() != b.cols || depth != b.rows)
        throw std::invalid_argument("product: expected shapes that fit, got [" + std::to_string(rows) + " × " +
                                    std::to_string(depth) + "] · [" + std::to_string(b.rows) + " × " +
                                    std::to_string(b.cols) + "] to [" + std::to_string(out.rows()) + " × " +
                                    std::to_string(out.cols()) + "]");
    done += std::uint64_t(rows) * std::uint64_t(depth) * std::uint64_t(b.cols);
}

/// Rows of a coded factor that are decoded at a time.
constexpr Index codedRows = 768;
/// Too few rows for vectors of them, or too few columns to be worth the rearrangement.
constexpr Index few = 4;

/// out (+)= a · b for few columns, one after the other.
template <class Out>
void multiplyColumns(Out&& out, const Factor& a, const Factor& b, bool add) {
    using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Column = Eigen::Map<const Vector, 0, Eigen::InnerStride<>>;
    Vector y(out.rows());
    for (Index j = 0; j < out.cols(); ++j) {
        const Vector x = Column(b.data + j * b.colStep, b.rows, Eigen::InnerStride<>(b.rowStep));
        if (a.rowStep == 1)
            y.noalias() = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>(a.data, a.rows, a.cols,
                                                                            Eigen::OuterStride<>(a.colStep)) *
                          x;
        else
            y.noalias() = Eigen::Map<const Rows, 0, Eigen::OuterStride<>>(a.data, a.rows, a.cols,
                                                                          Eigen::OuterStride<>(a.rowStep)) *
                          x;
        if (add)
            out.col(j) += y;
        else
            out.col(j) = y;
    }
}

/// The sum of products of two vectors; four sums at once, for each waits for the one before it.
Real sumOfProducts(const Real* a, const Real* b, Index count) {
    constexpr Index sumCount = 4;
    Lanes sums[sumCount] = {};
    Index k = 0;
    for (; k + sumCount * lanes <= count; k += sumCount * lanes)
        for (Index s = 0; s < sumCount; ++s)
            sums[s] += loose(a + k + s * lanes).numbers * loose(b + k + s * lanes).numbers;
    const Lanes four = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    Real sum = 0;
    for (Index i = 0; i < lanes; ++i)
        sum += four[i];
    for (; k < count; ++k)
        sum += a[k] * b[k];
    return sum;
}

/// out (+)= a · b for few columns, where a is coded: each of its numbers is decoded once.
void multiplyCoded(Product& out, const Factor& a, const Factor& b, bool add) {
    constexpr Index atOnce = 1024; // decoded numbers, which stay in the first cache
    Real numbers[atOnce];
    const Matrix x = Eigen::Map<const Matrix, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>(
        b.data, b.rows, b.cols, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>(b.colStep, b.rowStep));
    const bool lineIsRow = a.colStep == 1;
    const Index lines = lineIsRow ? a.rows : a.cols, length = lineIsRow ? a.cols : a.rows;
    if (!add)
        out.setZero();
    for (Index line = 0; line < lines; ++line)
        for (Index first = 0; first < length; first += atOnce) {
            const Index count = std::min(atOnce, length - first);
            a.coded->decode(a.firstLine + line, a.firstOfLine + first, count, numbers);
            for (Index j = 0; j < out.cols(); ++j)
                if (lineIsRow)
                    out(line, j) += sumOfProducts(numbers, &x(first, j), count);
                else
                    out.col(j).segment(first, count) += x(line, j) * Eigen::Map<const Vector>(numbers, count);
        }
}

/// out (+)= a · b by panels of a.
void multiplyPanels(Product& out, const Factor& a, const Factor& b, bool add) {
    thread_local Vector panels;
    forEachDepth(a.cols, [&](Index first, Index depth) {
        Real* packed = room(panels, vectorsOf(a.rows) * lanes * depth);
        // Rearranging a factor that is used for few columns takes longer than it saves.
        const bool direct = !a.coded && a.rowStep == 1 && out.cols() <= directColumns;
        pack(a, first, depth, direct, packed);
        multiplyDepth(out, {packed, direct ? a.data + first * a.colStep : nullptr, a.colStep}, b, first, depth,
                      add || first > 0);
    });
}

/// The same by panels of b, so that a is read where it lies if its rows are contiguous. The same sums, bit for bit.
void multiplyTransposed(Product& out, const Factor& a, const Factor& b, bool add) {
    thread_local Vector memory;
    MatrixMap turned(room(memory, out.size()), out.cols(), out.rows());
    if (add)
        turned = out.transpose();
    Product result(turned);
    multiplyPanels(result, b.transposed(), a.transposed(), add);
    out = turned.transpose();
}

void multiply(Product& out, const Factor& a, const Factor& b, bool add) {
    begin(out, a.rows, a.cols, b);
    if (out.size() == 0 || a.cols == 0) {
        if (!add)
            out.setZero();
        return;
    }
    if (a.coded) {
        if (out.cols() < few)
            return multiplyCoded(out, a, b, add);
        // What is decoded of a vocabulary's rows must not take the memory that the code has saved.
        for (Index row = 0; row < a.rows; row += codedRows) {
            const Index count = std::min(codedRows, a.rows - row);
            Product part = out.middleRows(row, count);
            multiplyPanels(part, a.block(row, 0, count, a.cols), b, add);
        }
        return;
    }
    if (out.cols() < few)
        return multiplyColumns(out, a, b, add);
    if (out.rows() < few)
        return multiplyColumns(out.transpose(), b.transposed(), a.transposed(), add);
    if (a.rowStep != 1 && out.cols() <= directColumns && out.rows() >= manyRows * out.cols())
        return multiplyTransposed(out, a, b, add);
    multiplyPanels(out, a, b, add);
}

} // namespace

Factor::Factor(const CodedLines& lines, Index count, Index length)
    : data(nullptr), rows(count), cols(length), rowStep(0), colStep(1), coded(&lines) {}

Factor Factor::transposed() const {
    Factor factor = *this;
    std::swap(factor.rows, factor.cols);
    std::swap(factor.rowStep, factor.colStep);
    return factor;
}

Factor Factor::block(Index row, Index column, Index rowCount, Index columnCount) const {
    Factor factor = *this;
    factor.rows = rowCount;
    factor.cols = columnCount;
    if (coded) {
        factor.firstLine += colStep == 1 ? row : column;
        factor.firstOfLine += colStep == 1 ? column : row;
    } else {
        factor.data += row * rowStep + column * colStep;
    }
    return factor;
}

std::uint64_t multiplyAdds() {
    return done;
}

void setProduct(Product out, const Factor& a, const Factor& b) {
    multiply(out, a, b, false);
}

void addProduct(Product out, const Factor& a, const Factor& b) {
    multiply(out, a, b, true);
}

Index PackedFactor::sizeOf(Index rows, Index cols) {
    return vectorsOf(rows) * lanes * cols;
}

PackedFactor::PackedFactor(const Factor& a) : m_rows(a.rows), m_depth(a.cols), m_own(sizeOf(a.rows, a.cols)) {
    m_numbers = m_own.data();
    packFrom(a);
}

PackedFactor::PackedFactor(const Factor& a, Real* memory) : m_rows(a.rows), m_depth(a.cols), m_numbers(memory) {
    packFrom(a);
}

void PackedFactor::packFrom(const Factor& a) {
    forEachDepth(m_depth, [&](Index first, Index depth) {
        pack(a, first, depth, false, m_numbers + vectorsOf(m_rows) * lanes * first);
    });
}

void PackedFactor::multiply(Product& out, const Factor& b, bool add) const {
    begin(out, m_rows, m_depth, b);
    forEachDepth(m_depth, [&](Index first, Index depth) {
        multiplyDepth(out, {m_numbers + vectorsOf(m_rows) * lanes * first}, b, first, depth, add || first > 0);
    });
}

void PackedFactor::setProduct(Product out, const Factor& b) const {
    multiply(out, b, false);
}

void PackedFactor::addProduct(Product out, const Factor& b) const {
    multiply(out, b, true);
}

} // namespace headlight
