#pragma once

#include "core/matrix.h"

#include <cstdint>

namespace headlight {

/// Lines of numbers that lie in memory in a code of their own, narrower than Real. Products decode a few thousand at a
/// time, so they are never there as a whole. Several threads may decode at once.
class CodedLines {
public:
    virtual ~CodedLines() = default;
    /// The numbers [first, first + count) of a line.
    virtual void decode(Index line, Index first, Index count, Real* out) const = 0;
};

/// A factor of a product: numbers in memory of which the rows or the columns (or both) are contiguous. Any Eigen
/// expression that has memory converts to it: a matrix, a block of one, a map, and the transpose of each.
struct Factor {
    const Real* data; ///< null: the numbers are coded
    Index rows, cols;
    Index rowStep, colStep; ///< from one row, or column, to the next; one of them is 1
    /// Where they are coded: each line is a row if colStep is 1, else a column. Such a factor can only be a left one.
    const CodedLines* coded = nullptr;
    Index firstLine = 0, firstOfLine = 0; ///< of the coded numbers, where this is a part of them

    template <class Expression>
    Factor(const Expression& matrix) // not explicit: products read as they are written
        : data(matrix.data()), rows(matrix.rows()), cols(matrix.cols()), rowStep(matrix.rowStride()),
          colStep(matrix.colStride()) {}
    /// A row for each line, which must outlive the factor.
    Factor(const CodedLines& lines, Index count, Index length);

    Factor transposed() const;
    Factor block(Index row, Index column, Index rowCount, Index columnCount) const;
};

/// What a product is written or added to: column-major.
using Product = Eigen::Ref<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

/// out = a · b. `out` must not overlap the factors. Throws std::invalid_argument for shapes that don't fit, and where b
/// is coded.
void setProduct(Product out, const Factor& a, const Factor& b);
/// out += a · b.
void addProduct(Product out, const Factor& a, const Factor& b);

/// Multiplications, each with its addition, that the calling thread has done in products so far.
std::uint64_t multiplyAdds();

/// A left factor, rearranged once for many products: a recurrent layer's weights.
class PackedFactor {
public:
    explicit PackedFactor(const Factor& a);
    /// In memory of sizeOf(a.rows, a.cols) numbers that outlives it, for what is made again and again.
    PackedFactor(const Factor& a, Real* memory);
    static Index sizeOf(Index rows, Index cols);
    PackedFactor(PackedFactor&&) = default;

    void setProduct(Product out, const Factor& b) const;
    void addProduct(Product out, const Factor& b) const;

private:
    void packFrom(const Factor& a);
    void multiply(Product& out, const Factor& b, bool add) const;

    Index m_rows, m_depth;
    Vector m_own;
    Real* m_numbers;
};

} // namespace headlight
