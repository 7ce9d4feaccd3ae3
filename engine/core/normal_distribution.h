#pragma once

#include "core/exponential.h"

namespace headlight {

struct GaussianFunction {
    static Real ofNumber(Real x) { return std::exp(-x * x / 2); }

    template <class Packet>
    static Packet ofVector(const Packet& x) {
        using namespace Eigen::internal;
        // Beyond 14 it is 0, and x² must stay a number.
        const Packet distance = pmin(pabs(x), pset1<Packet>(14.f));
        const Packet square = pmul(distance, distance);
        // What rounding took off the square counts: the exponential would make a relative error of it.
        const Packet rest = pmadd(distance, distance, pnegate(square));
        const Packet half = pset1<Packet>(-0.5f);
        return ExponentialFunction::ofVector(Packet(square * half)) * (rest * half + pset1<Packet>(1.f));
    }
};

struct NormalProbabilityFunction {
    static Real ofNumber(Real x) { return std::erfc(-x * Real(0.707106781186547524)) / 2; }

    template <class Packet>
    static Packet ofVector(const Packet& x) {
        using namespace Eigen::internal;
        // Φ(−|x|) / e^(−x²/2) = t·P(t) with t = 1 / (1 + 0.265 |x|). Of least relative error, 1.1e-8, for |x| ≤ 13.25.
        constexpr std::array<float, 9> factors = {0.0309127029f,  -0.1446626037f, 0.2186874449f,
                                                  -0.1173354462f, 0.1386097372f,  0.06003892422f,
                                                  0.102770023f,   0.1052370891f,  0.1057421193f};
        const Packet one = pset1<Packet>(1.f);
        const Packet t = pdiv(one, Packet(pabs(x) * pset1<Packet>(0.265f) + one));
        const Packet tail = GaussianFunction::ofVector(x) * t * polynomial(t, factors);
        return pselect(pcmp_lt(x, pset1<Packet>(0.f)), tail, Packet(one - tail));
    }
};

/// e^(−x²/2): relative error below 2e-7 in float, 0 for |x| > 13.2.
using Gaussian = VectorFunction<GaussianFunction>;
/// Φ(x) = (1 + erf(x/√2)) / 2, what a normal distribution has below x. Its relative error is below 5e-7 in float also
/// where it is small, down to x = −13.2; below that it is 0.
using NormalProbability = VectorFunction<NormalProbabilityFunction>;

} // namespace headlight
