#include "autodiff/ops_affine.h"

#include "core/product.h"

#include <array>
#include <stdexcept>

namespace headlight {

namespace {

/// Calls run(key, firstColumn, columns) for every stretch of columns that has a stream of its own. An example of two
/// sequences has the stream of its first.
template <class Run>
void forEachStream(const Dropout& dropout, Index columns, Run run) {
    if (dropout.layout) {
        for (Index s = 0; s < dropout.layout->sequences(); ++s)
            run(dropout.key.with(dropout.layout->id(s)), dropout.layout->begin(s), dropout.layout->length(s));
    } else {
        const Index sequencesEach = dropout.sequences->sequences() / columns;
        for (Index column = 0; column < columns; ++column)
            run(dropout.key.with(dropout.sequences->id(column * sequencesEach)), column, 1);
    }
}

std::string shape(const Var& var) {
    return std::to_string(var.rows()) + " × " + std::to_string(var.cols());
}

void addRowSums(const Strided& matrix, const Var& bias) {
    Strided sums = bias.gradientToAddTo();
    for (Index j = 0; j < matrix.cols(); ++j)
        sums.col(0) += matrix.col(j);
}

/// Columns or rows of a product that a thread computes at a time, where a single long sequence is spread over threads.
constexpr Index pieceSize = 256;

/// Calls run(first, count) for all of them, in pieces on the tape's pool if it has one, else at once.
template <class Run>
void inPieces(Tape& tape, Index all, Run run) {
    if (!tape.spreads())
        return run(Index(0), all);
    tape.forEach((all + pieceSize - 1) / pieceSize,
                 [&](Index piece) { run(piece * pieceSize, std::min(pieceSize, all - piece * pieceSize)); });
}

struct AffineStep {
    Var result;
    std::array<AffineTerm, 3> terms;
    std::array<Var, 3> biases;
    int termCount = 0, biasCount = 0;
    Activation activation = Activation::None;

    void check() const;
    void forward() const;
    void backward() const;
};

void AffineStep::check() const {
    for (int t = 0; t < termCount; ++t) {
        const AffineTerm& term = terms[std::size_t(t)];
        if (term.weight.rows() != result.rows() || term.weight.cols() != term.x.rows() ||
            term.x.cols() != result.cols())
            throw std::invalid_argument("affine: expected weight · x to be " + shape(result) + ", got " +
                                        shape(term.weight) + " · " + shape(term.x));
    }
    for (int b = 0; b < biasCount; ++b)
        if (biases[std::size_t(b)].rows() != result.rows() || biases[std::size_t(b)].cols() != 1)
            throw std::invalid_argument("affine: expected a bias of " + std::to_string(result.rows()) + " × 1, got " +
                                        shape(biases[std::size_t(b)]));
}

void AffineStep::forward() const {
    Strided y = result.value();
    for (int t = 0; t < termCount; ++t) {
        const AffineTerm& term = terms[std::size_t(t)];
        const Strided x = term.x.value();
        const auto accumulate = [&](const auto& input) {
            inPieces(result.tape(), y.cols(), [&](Index first, Index count) {
                const auto own = input.middleCols(first, count);
                if (t == 0)
                    setProduct(y.middleCols(first, count), term.weight.value(), own);
                else
                    addProduct(y.middleCols(first, count), term.weight.value(), own);
            });
        };
        if (term.dropout.active()) {
            Tape::Scratch dropped(result.tape(), x.rows(), x.cols());
            term.dropout.apply(x, dropped);
            accumulate(dropped);
        } else {
            accumulate(x);
        }
    }
    if (biasCount == 0 && activation == Activation::None)
        return;
    Vector bias = Vector::Zero(y.rows());
    for (int b = 0; b < biasCount; ++b)
        bias += biases[std::size_t(b)].value().col(0);
    inPieces(result.tape(), y.cols(), [&](Index first, Index count) {
        for (Index j = first; j < first + count; ++j) {
            y.col(j) += bias;
            activate(activation, y.col(j).data(), y.rows());
        }
    });
}

/// weight += d · xᵀ, in pieces of rows.
void addWeightGradient(const Var& weight, const Strided& d, const Eigen::Ref<const Matrix>& x) {
    if (!weight.needsGradient())
        return;
    Strided all = weight.gradientToAddTo();
    inPieces(weight.tape(), d.rows(), [&](Index first, Index count) {
        addProduct(all.middleRows(first, count), d.middleRows(first, count), x.transpose());
    });
}

void AffineStep::backward() const {
    // The gradient of the result is nobody else's any more: it becomes the gradient before the activation in place.
    Strided d = result.gradient();
    const Strided y = result.value();
    if (activation != Activation::None)
        inPieces(result.tape(), d.cols(), [&](Index first, Index count) {
            for (Index j = first; j < first + count; ++j)
                multiplyByDerivative(activation, y.col(j).data(), d.col(j).data(), d.rows());
        });
    for (int b = 0; b < biasCount; ++b)
        if (biases[std::size_t(b)].needsGradient())
            addRowSums(d, biases[std::size_t(b)]);
    for (int t = 0; t < termCount; ++t) {
        const AffineTerm& term = terms[std::size_t(t)];
        if (!term.dropout.active()) {
            addWeightGradient(term.weight, d, term.x.value());
            if (!term.x.needsGradient())
                continue;
            Strided dx = term.x.gradientToAddTo();
            inPieces(result.tape(), d.cols(), [&](Index first, Index count) {
                addProduct(dx.middleCols(first, count), term.weight.value().transpose(), d.middleCols(first, count));
            });
            continue;
        }
        const Strided x = term.x.value();
        Tape::Scratch scratch(result.tape(), x.rows(), x.cols());
        if (term.weight.needsGradient()) {
            term.dropout.apply(x, scratch);
            addWeightGradient(term.weight, d, scratch);
        }
        if (term.x.needsGradient()) {
            inPieces(result.tape(), d.cols(), [&](Index first, Index count) {
                setProduct(scratch.middleCols(first, count), term.weight.value().transpose(),
                           d.middleCols(first, count));
            });
            term.dropout.applyAdd(scratch, term.x.gradientToAddTo());
        }
    }
}

} // namespace

void Dropout::apply(const Eigen::Ref<const Matrix>& in, MatrixMap& out) const {
    const Index rows = in.rows();
    forEachStream(*this, in.cols(), [&](RandomKey stream, Index first, Index columns) {
        for (Index j = first; j < first + columns; ++j)
            dropout(stream.with(std::uint64_t(j - first)), keep, in.col(j).data(), out.col(j).data(), rows);
    });
}

void Dropout::applyAdd(const Eigen::Ref<const Matrix>& in, Strided out) const {
    const Index rows = in.rows();
    forEachStream(*this, in.cols(), [&](RandomKey stream, Index first, Index columns) {
        for (Index j = first; j < first + columns; ++j)
            dropoutAdd(stream.with(std::uint64_t(j - first)), keep, in.col(j).data(), out.col(j).data(), rows);
    });
}

void affineInto(Var result, std::initializer_list<AffineTerm> terms, std::initializer_list<Var> biases,
                Activation activation) {
    AffineStep step;
    step.result = result;
    step.activation = activation;
    if (terms.size() < 1 || terms.size() > step.terms.size() || biases.size() > step.biases.size())
        throw std::invalid_argument("affine: expected 1 to 3 terms and at most 3 biases");
    for (const AffineTerm& term : terms)
        step.terms[std::size_t(step.termCount++)] = term;
    for (const Var& bias : biases)
        if (bias) // a layer without bias passes an empty handle
            step.biases[std::size_t(step.biasCount++)] = bias;
    step.check();
    step.forward();
    result.tape().record(result, [step] { step.backward(); });
}

Var affine(std::initializer_list<AffineTerm> terms, std::initializer_list<Var> biases, Activation activation) {
    if (terms.size() == 0)
        throw std::invalid_argument("affine: expected at least 1 term");
    const AffineTerm& first = *terms.begin();
    bool needed = false;
    for (const AffineTerm& term : terms)
        needed = needed || term.x.needsGradient() || term.weight.needsGradient();
    for (const Var& bias : biases)
        needed = needed || (bias && bias.needsGradient());
    Var result = first.weight.tape().make(first.weight.rows(), first.x.cols(), needed);
    affineInto(result, terms, biases, activation);
    return result;
}

} // namespace headlight
