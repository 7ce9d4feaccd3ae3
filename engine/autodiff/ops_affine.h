#pragma once

#include "autodiff/activation.h"
#include "autodiff/tape.h"
#include "core/layout.h"
#include "core/random.h"

#include <initializer_list>
#include <span>

namespace headlight {

/// Inverted dropout of one [features × tokens] value. The pattern of a sequence depends on its id, so it is the same in
/// whatever shard and batch position the sequence is computed.
struct Dropout {
    Real keep = 1; ///< probability of keeping a number; 1 = no dropout
    RandomKey key{0};
    const Layout* layout = nullptr; ///< null: the columns are examples, each of as many of `sequences` as fit
    const Layout* sequences = nullptr;

    bool active() const { return keep < 1; }
    void apply(const Eigen::Ref<const Matrix>& in, MatrixMap& out) const;
    void applyAdd(const Eigen::Ref<const Matrix>& in, Strided out) const; ///< out += the kept part of in
};

/// One summand of an affine map: weight · dropout(x), x [inputs × tokens], weight [outputs × inputs]. After the first,
/// one without x is left out.
struct AffineTerm {
    Var x, weight;
    Dropout dropout = {};
};

/// What an affine map adds to every token, [outputs × 1], or to each token the column that `ofToken` names for it,
/// [outputs × groups]: what the tokens of a block have in common is multiplied once and not for each of them.
struct AffineBias {
    AffineBias(Var bias) : value(bias) {}
    AffineBias(Var bias, std::span<const Index> column) : value(bias), ofToken(column) {}
    Var value;                      ///< empty: left out, for layers without bias
    std::span<const Index> ofToken; ///< empty: one column for all; must live until backward
};

/// activation( Σ weight · dropout(x) + Σ bias ), [outputs × tokens]. At most three terms and three biases. The dropped
/// copy of x is not kept but made again in backward.
Var affine(std::initializer_list<AffineTerm> terms, std::initializer_list<AffineBias> biases,
           Activation activation = Activation::None);
/// The same into rows of an existing value (the heads of a concatenation).
void affineInto(Var result, std::initializer_list<AffineTerm> terms, std::initializer_list<AffineBias> biases,
                Activation activation = Activation::None);

} // namespace headlight
