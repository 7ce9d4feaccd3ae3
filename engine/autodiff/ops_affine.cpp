#include "autodiff/ops_affine.h"

#include "autodiff/fused_activation.h"
#include "autodiff/spread_product.h"
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

void addColumnSums(const Strided& matrix, const AffineBias& bias) {
    Strided sums = bias.value.gradientToAddTo();
    for (Index j = 0; j < matrix.cols(); ++j)
        sums.col(bias.ofToken.empty() ? 0 : bias.ofToken[std::size_t(j)]) += matrix.col(j);
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
    std::array<AffineBias, 3> biases{Var(), Var(), Var()};
    int termCount = 0, biasCount = 0;
    FusedActivation activation;

    std::span<const AffineBias> given() const { return {biases.data(), std::size_t(biasCount)}; }
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
    for (const auto& [bias, ofToken] : given()) {
        if (bias.rows() != result.rows() || (ofToken.empty() && bias.cols() != 1))
            throw std::invalid_argument("affine: expected a bias of " + std::to_string(result.rows()) + " × 1, got " +
                                        shape(bias));
        if (!ofToken.empty() && Index(ofToken.size()) != result.cols())
            throw std::invalid_argument("affine: expected a column of the bias for each of " +
                                        std::to_string(result.cols()) + " tokens, got " +
                                        std::to_string(ofToken.size()));
        for (const Index column : ofToken)
            if (column < 0 || column >= bias.cols())
                throw std::invalid_argument("affine: expected a column of a bias " + shape(bias) + ", got " +
                                            std::to_string(column));
    }
}

void AffineStep::forward() const {
    Strided y = result.value();
    for (int t = 0; t < termCount; ++t) {
        const AffineTerm& term = terms[std::size_t(t)];
        const Strided x = term.x.value();
        const auto accumulate = [&](const auto& input) {
            (t == 0 ? setSpread : addSpread)(result.tape(), y, term.weight.factor(), input);
        };
        if (term.dropout.active()) {
            Tape::Scratch dropped(result.tape(), x.rows(), x.cols());
            term.dropout.apply(x, dropped);
            accumulate(dropped);
        } else {
            accumulate(x);
        }
    }
    if (biasCount == 0 && activation.isNone())
        return;
    Vector ofAll = Vector::Zero(y.rows());
    for (const AffineBias& bias : given())
        if (bias.ofToken.empty())
            ofAll += bias.value.value().col(0);
    inPieces(result.tape(), y.cols(), [&](Index first, Index count) {
        for (Index j = first; j < first + count; ++j) {
            y.col(j) += ofAll;
            for (const AffineBias& bias : given())
                if (!bias.ofToken.empty())
                    y.col(j) += bias.value.value().col(bias.ofToken[std::size_t(j)]);
            activation.apply(j);
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
    if (!activation.isNone())
        inPieces(result.tape(), d.cols(), [&](Index first, Index count) {
            for (Index j = first; j < first + count; ++j)
                activation.applyDerivative(j);
        });
    for (const AffineBias& bias : given())
        if (bias.value.needsGradient())
            addColumnSums(d, bias);
    for (int t = 0; t < termCount; ++t) {
        const AffineTerm& term = terms[std::size_t(t)];
        if (!term.dropout.active()) {
            addWeightGradient(term.weight, d, term.x.value());
            if (!term.x.needsGradient())
                continue;
            Strided dx = term.x.gradientToAddTo();
            inPieces(result.tape(), d.cols(), [&](Index first, Index count) {
                addProduct(dx.middleCols(first, count), term.weight.factor().transposed(), d.middleCols(first, count));
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
                setProduct(scratch.middleCols(first, count), term.weight.factor().transposed(),
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

void affineInto(Var result, std::initializer_list<AffineTerm> terms, std::initializer_list<AffineBias> biases,
                Activation activation) {
    AffineStep step;
    step.result = result;
    step.activation = FusedActivation(activation, result);
    if (terms.size() < 1 || terms.size() > step.terms.size() || biases.size() > step.biases.size())
        throw std::invalid_argument("affine: expected 1 to 3 terms and at most 3 biases");
    for (const AffineTerm& term : terms)
        if (term.x)
            step.terms[std::size_t(step.termCount++)] = term;
    for (const AffineBias& bias : biases)
        if (bias.value)
            step.biases[std::size_t(step.biasCount++)] = bias;
    step.check();
    step.forward();
    result.tape().record(result, [step] { step.backward(); });
}

Var affine(std::initializer_list<AffineTerm> terms, std::initializer_list<AffineBias> biases, Activation activation) {
    if (terms.size() == 0)
        throw std::invalid_argument("affine: expected at least 1 term");
    const AffineTerm& first = *terms.begin();
    bool needed = false;
    for (const AffineTerm& term : terms)
        needed = needed || (term.x && (term.x.needsGradient() || term.weight.needsGradient()));
    for (const AffineBias& bias : biases)
        needed = needed || (bias.value && bias.value.needsGradient());
    Var result = first.weight.tape().make(first.weight.rows(), first.x.cols(), needed);
    affineInto(result, terms, biases, activation);
    return result;
}

} // namespace headlight
