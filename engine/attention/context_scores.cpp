#include "attention/context_scores.h"

#include "autodiff/activation.h"

#include <stdexcept>
#include <string>

namespace headlight {

Var contextScores(Var context, Var token, const Layout& layout, Index rank) {
    const bool shared = context.cols() == 1;
    if (context.rows() != token.rows() || rank < 1 || token.rows() % rank != 0 || token.cols() != layout.tokens() ||
        !(shared || context.cols() == layout.sequences()))
        throw std::invalid_argument("contextScores: expected factors of equal rows, a multiple of the rank, for " +
                                    std::to_string(layout.tokens()) + " tokens and 1 or " +
                                    std::to_string(layout.sequences()) + " contexts");
    Tape& tape = token.tape();
    const Index heads = token.rows() / rank;
    const Var y = tape.make(heads, token.cols(), context.needsGradient() || token.needsGradient());
    const Tape::AttentionMemory attention(tape);
    Tape::Scratch product(tape, rank, heads);
    for (Index s = 0; s < layout.sequences(); ++s)
        for (Index j = layout.begin(s); j < layout.end(s); ++j) {
            VectorMap(product.data(), rank * heads) =
                context.value().col(shared ? 0 : s).cwiseProduct(token.value().col(j));
            y.value().col(j) = product.colwise().sum().transpose();
            activate(Activation::Tanh, y.value().col(j).data(), heads);
        }
    tape.record(y, [context, token, y, rank, heads, shared, &tape, sequences = &layout] {
        Tape::Scratch dToken(tape, token.rows(), token.cols()), dContext(tape, context.rows(), context.cols());
        Tape::Scratch own(tape, rank, heads);
        const VectorMap dProduct(own.data(), rank * heads);
        dContext.setZero();
        for (Index s = 0; s < sequences->sequences(); ++s)
            for (Index j = sequences->begin(s); j < sequences->end(s); ++j) {
                const Index c = shared ? 0 : s;
                const auto score = y.value().col(j).array();
                own.rowwise() = (y.gradient().col(j).array() * (1 - score.square())).matrix().transpose();
                dToken.col(j) = dProduct.cwiseProduct(context.value().col(c));
                dContext.col(c) += dProduct.cwiseProduct(token.value().col(j));
            }
        token.addGradient(dToken);
        context.addGradient(dContext);
    });
    return y;
}

} // namespace headlight
