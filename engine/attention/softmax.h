#pragma once

#include "core/exponential.h"
#include "core/vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

/// The largest of `count` numbers; −∞ of none.
inline Real largest(const Real* numbers, Index count) {
    constexpr Real none = -std::numeric_limits<Real>::infinity();
    Lane top = Lane::Constant(none);
    forEachVector(count, [&](auto part) { top = top.max(load(numbers, part, none)); });
    return top.maxCoeff();
}

/// x := e^(x − top). Where all scores are −∞, a top of +∞ makes zeros of them.
inline void exponentiate(Real* x, Index count, Real top) {
    forEachVector(count, [&](auto part) { store(x, part, (load(x, part) - top).unaryExpr(Exponential())); });
}

/// Makes the scores of one query over its keys their softmax, and returns log Σ e^score. Where all are −∞, the weights
/// are zeros and the logarithm is +∞.
inline Real softmax(Real* scores, Index count) {
    const Real top = largest(scores, count);
    if (top == -std::numeric_limits<Real>::infinity()) {
        std::fill(scores, scores + count, Real(0));
        return std::numeric_limits<Real>::infinity();
    }
    Lane sums = Lane::Zero();
    exponentiate(scores, count, top);
    forEachVector(count, [&](auto part) { sums += load(scores, part); });
    const Real sum = sums.sum();
    forEachVector(count, [&](auto part) { store(scores, part, load(scores, part) / sum); });
    return top + std::log(sum);
}

} // namespace headlight
