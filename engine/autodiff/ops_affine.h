#pragma once

#include "autodiff/activation.h"
#include "autodiff/tape.h"
#include "core/layout.h"
#include "core/random.h"

#include <initializer_list>

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

/// One summand of an affine map: weight · dropout(x), x [inputs × tokens], weight [outputs × inputs].
struct AffineTerm {
    Var x, weight;
    Dropout dropout = {};
};

/// activation( Σ weight · dropout(x) + Σ bias ), [outputs × tokens]. At most three terms and three biases [outputs ×
/// 1]. The dropped copy of x is not kept but made again in backward.
Var affine(std::initializer_list<AffineTerm> terms, std::initializer_list<Var> biases,
           Activation activation = Activation::None);
/// The same into rows of an existing value (the heads of a concatenation).
void affineInto(Var result, std::initializer_list<AffineTerm> terms, std::initializer_list<Var> biases,
                Activation activation = Activation::None);

} // namespace headlight
