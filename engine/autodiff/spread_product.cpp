#include "autodiff/spread_product.h"

namespace headlight {

namespace {

// By rows a weight is rearranged only once, and a single token is shared out, too. 192 are whole panels of every
// processor's products.
constexpr Index spreadRows = 192, spreadTokens = 256;
/// A rest of fewer rows is the last piece's: products of few rows are computed otherwise.
constexpr Index fewRows = 16;
/// Of a product with fewer multiplications other threads would begin when it is done.
constexpr Index smallProduct = 1 << 17;

/// run(y, weight, x) for each piece.
template <class Run>
void spread(Tape& tape, Product& y, const Factor& weight, const Eigen::Ref<const Matrix>& x, Run run) {
    if (!tape.spreads() || y.size() * weight.cols < smallProduct)
        return run(y, weight, x);
    const Index byRows = std::max<Index>(1, (y.rows() + spreadRows - fewRows) / spreadRows);
    const Index byTokens = (y.cols() + spreadTokens - 1) / spreadTokens;
    if (byRows >= byTokens)
        return tape.forEach(byRows, [&](Index piece) {
            const Index first = piece * spreadRows;
            const Index count = piece + 1 < byRows ? spreadRows : y.rows() - first;
            run(y.middleRows(first, count), weight.block(first, 0, count, weight.cols), x);
        });
    tape.forEach(byTokens, [&](Index piece) {
        const Index first = piece * spreadTokens, count = std::min(spreadTokens, y.cols() - first);
        run(y.middleCols(first, count), weight, x.middleCols(first, count));
    });
}

} // namespace

void setSpread(Tape& tape, Product y, const Factor& weight, const Eigen::Ref<const Matrix>& x) {
    spread(tape, y, weight, x, setProduct);
}

void addSpread(Tape& tape, Product y, const Factor& weight, const Eigen::Ref<const Matrix>& x) {
    spread(tape, y, weight, x, addProduct);
}

} // namespace headlight
