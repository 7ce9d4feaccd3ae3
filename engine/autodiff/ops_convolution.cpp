#include "autodiff/ops_convolution.h"

#include "autodiff/fused_activation.h"
#include "autodiff/window_products.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

namespace {

using Places = Eigen::Map<Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic>>;

Strided viewOf(MatrixMap& matrix) {
    return Strided(matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.rows()));
}

/// What both convolutions have in common.
struct ConvolutionStep {
    Var result, x, weight, bias;
    const Layout* layout;
    Dropout dropout;
    FusedActivation activation;

    Index inputs() const { return x.rows(); }
    Index window() const { return weight.cols() / x.rows(); }
    Index length(Index sequence) const { return layout->length(sequence); }
    Index begin(Index sequence) const { return layout->begin(sequence); }

    void check(Index columns) const;
    /// The input after dropout: x itself where there is none. `memory` has room for it then.
    Strided dropped(MatrixMap& memory) const;
    Index droppedColumns() const { return dropout.active() ? x.cols() : 0; }
    void activateColumns() const;
    /// Turns the result's gradient into the one before the activation, in place, and gives the bias its part.
    void backwardToProduct() const;
    /// Calls add(gradient of the dropped input) and hands it on to x.
    template <class Add>
    void addToInput(Add add) const;
};

void ConvolutionStep::check(Index columns) const {
    if (x.cols() != layout->tokens() || weight.cols() % x.rows() != 0 || weight.cols() == 0 ||
        bias.rows() != weight.rows() || bias.cols() != 1 || result.rows() != weight.rows() || result.cols() != columns)
        throw std::invalid_argument("convolution: expected a value of the layout's " +
                                    std::to_string(layout->tokens()) + " tokens, a weight of " +
                                    std::to_string(result.rows()) + " × a multiple of " + std::to_string(x.rows()) +
                                    ", and a bias");
}

Strided ConvolutionStep::dropped(MatrixMap& memory) const {
    if (!dropout.active())
        return x.value();
    dropout.apply(x.value(), memory);
    return viewOf(memory);
}

void ConvolutionStep::activateColumns() const {
    Strided y = result.value();
    for (Index j = 0; j < y.cols(); ++j) {
        y.col(j) += bias.value().col(0);
        activation.apply(j);
    }
}

void ConvolutionStep::backwardToProduct() const {
    Strided d = result.gradient();
    for (Index j = 0; j < d.cols(); ++j)
        activation.applyDerivative(j);
    if (!bias.needsGradient())
        return;
    Strided sums = bias.gradientToAddTo();
    for (Index j = 0; j < d.cols(); ++j)
        sums.col(0) += d.col(j);
}

template <class Add>
void ConvolutionStep::addToInput(Add add) const {
    if (!x.needsGradient())
        return;
    if (!dropout.active()) {
        add(x.gradientToAddTo());
        return;
    }
    Tape::Scratch gradient(result.tape(), x.rows(), x.cols());
    gradient.setZero();
    add(viewOf(gradient));
    dropout.applyAdd(gradient, x.gradientToAddTo());
}

/// A window around every token.
struct SameStep : ConvolutionStep {
    /// Of every sequence, each result at its token. `start`: of the first window, from the first token on.
    std::vector<WindowRun> runs(Index start) const;
    Index start() const { return -((window() - 1) / 2); }
    void forward() const;
    void backward() const;
    void backwardToWeight() const;
};

std::vector<WindowRun> SameStep::runs(Index start) const {
    std::vector<WindowRun> runs;
    for (Index s = 0; s < layout->sequences(); ++s)
        runs.push_back({begin(s), length(s), start, begin(s), length(s)});
    return runs;
}

void SameStep::forward() const {
    Tape::Scratch memory(result.tape(), inputs(), droppedColumns());
    result.value().setZero();
    addWindowProducts(result.tape(), result.value(), weight.value(), dropped(memory), runs(start()));
    activateColumns();
}

void SameStep::backwardToWeight() const {
    if (!weight.needsGradient())
        return;
    Tape::Scratch memory(result.tape(), inputs(), droppedColumns());
    addWindowGradient(result.tape(), weight.gradientToAddTo(), result.gradient(), dropped(memory), runs(start()));
}

void SameStep::backward() const {
    backwardToProduct();
    backwardToWeight();
    addToInput([this](const Strided& dIn) {
        const Index flippedStart = -start() - (window() - 1);
        addFlippedWindowProducts(result.tape(), dIn, weight.value(), result.gradient(), runs(flippedStart));
    });
}

/// The largest over the windows within a sequence. Only one window of each feature gets a gradient, so backward visits
/// those instead of multiplying matrices of zeros.
struct LargestStep : ConvolutionStep {
    Places places; ///< [outputs × sequences]: the window that won, counted within its sequence

    Index windowsOf(Index sequence) const { return std::max<Index>(1, length(sequence) - window() + 1); }
    void forward();
    void takeLargest(Index sequence, const Eigen::Ref<const Matrix>& product);
    void backward() const;
    void backwardToWeight() const;
    /// Calls visit(part of the window, token) for the tokens of the window that won.
    template <class Visit>
    void forEachToken(Index row, Index sequence, Visit visit) const {
        const Index place = places(row, sequence), count = std::min(window(), length(sequence) - place);
        for (Index t = 0; t < count; ++t)
            visit(t * inputs(), begin(sequence) + place + t);
    }
};

void LargestStep::takeLargest(Index sequence, const Eigen::Ref<const Matrix>& product) {
    auto best = result.value().col(sequence);
    auto place = places.col(sequence);
    best = product.col(0);
    place.setZero();
    for (Index w = 1; w < product.cols(); ++w)
        for (Index row = 0; row < product.rows(); ++row)
            if (product(row, w) > best(row)) {
                best(row) = product(row, w);
                place(row) = w;
            }
}

void LargestStep::forward() {
    Tape& tape = result.tape();
    Tape::Scratch memory(tape, inputs(), droppedColumns());
    const Strided in = dropped(memory);
    std::vector<WindowRun> runs;
    Index windows = 0;
    for (Index s = 0; s < layout->sequences(); windows += windowsOf(s++))
        runs.push_back({begin(s), length(s), 0, windows, windowsOf(s)});
    Tape::Scratch product(tape, weight.rows(), windows);
    product.setZero();
    addWindowProducts(tape, viewOf(product), weight.value(), in, runs);
    for (Index s = 0; s < layout->sequences(); ++s)
        takeLargest(s, product.middleCols(runs[std::size_t(s)].results, windowsOf(s)));
    activateColumns();
}

void LargestStep::backwardToWeight() const {
    if (!weight.needsGradient())
        return;
    Tape& tape = result.tape();
    Tape::Scratch memory(tape, inputs(), droppedColumns()), dRow(tape, weight.cols(), 1);
    const Strided in = dropped(memory), d = result.gradient();
    Strided dWeight = weight.gradientToAddTo();
    for (Index row = 0; row < d.rows(); ++row) {
        dRow.setZero();
        for (Index s = 0; s < d.cols(); ++s)
            if (const Real gradient = d(row, s); gradient != 0)
                forEachToken(row, s, [&](Index part, Index token) {
                    dRow.col(0).segment(part, inputs()) += gradient * in.col(token);
                });
        dWeight.row(row) += dRow.col(0).transpose();
    }
}

void LargestStep::backward() const {
    backwardToProduct();
    backwardToWeight();
    addToInput([this](Strided dIn) {
        Tape::Scratch rows(result.tape(), weight.cols(), weight.rows()); // so that a row's numbers lie side by side
        rows = weight.value().transpose();
        const Strided d = result.gradient();
        for (Index s = 0; s < d.cols(); ++s)
            for (Index row = 0; row < d.rows(); ++row)
                if (const Real gradient = d(row, s); gradient != 0)
                    forEachToken(row, s, [&](Index part, Index token) {
                        dIn.col(token) += gradient * rows.col(row).segment(part, inputs());
                    });
    });
}

} // namespace

Var convolution(Var x, Var weight, Var bias, const Layout& layout, const Dropout& dropout, Activation activation) {
    const bool needed = x.needsGradient() || weight.needsGradient() || bias.needsGradient();
    const Var result = x.tape().make(weight.rows(), x.cols(), needed);
    convolutionInto(result, x, weight, bias, layout, dropout, activation);
    return result;
}

void convolutionInto(Var result, Var x, Var weight, Var bias, const Layout& layout, const Dropout& dropout,
                     Activation activation) {
    const SameStep step{{result, x, weight, bias, &layout, dropout, FusedActivation(activation, result)}};
    step.check(layout.tokens());
    step.forward();
    result.tape().record(result, [step] { step.backward(); });
}

void largestConvolutionInto(Var result, Var x, Var weight, Var bias, const Layout& layout, const Dropout& dropout,
                            Activation activation) {
    if (derivativeNeedsInput(activation))
        throw std::invalid_argument("largestConvolution: expected an activation that grows with its input");
    Arena& arena = x.tape().arena();
    LargestStep step{
        {result, x, weight, bias, &layout, dropout, FusedActivation(activation, result)},
        Places(arena.allocate<Index>(weight.rows() * layout.sequences()), weight.rows(), layout.sequences())};
    step.check(layout.sequences());
    step.forward();
    result.tape().record(result, [step] { step.backward(); });
}

} // namespace headlight
