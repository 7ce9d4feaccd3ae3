#pragma once

#include "autodiff/tape.h"
#include "core/layout.h"
#include "core/product.h"
#include "results/head_vectors.h"

#include <vector>

namespace headlight {

/// Positions as rotations of queries and keys (Su et al. 2021): pairs of a head's features are turned by an angle that
/// grows with the position, so that a dot product depends on the distance of the two.
struct Rotary {
    /// Which two features are the p'th pair of n.
    enum class Pairs {
        Halves,    ///< p and n + p (GPT-NeoX, Llama as Hugging Face has it)
        Neighbours ///< 2p and 2p + 1 (the paper; Llama as its authors have it)
    };
    std::vector<double> frequencies; ///< of each pair, in radians a token; later features of a head are not turned
    Pairs pairs = Pairs::Halves;
    double scale = 1; ///< of what is turned (YaRN)
};

/// The features of a head that are turned together.
std::vector<RotaryPlane> planesOf(const Rotary& rotary);

/// base^(−2p / features) for p < features / 2.
std::vector<double> rotaryFrequencies(double base, Index features);

/// Sines and cosines of the tokens of a batch, made once for all layers of a pass.
class RotaryAngles {
public:
    RotaryAngles(const Rotary& rotary, const Layout& layout);

    Index pairs() const { return m_cosines.rows(); }
    Index tokens() const { return m_cosines.cols(); }
    /// y = x turned forward, or back, by each token's angles; [heads·width × tokens], y may be x.
    void turn(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& x, Index heads, bool back, Product y) const;

private:
    Rotary::Pairs m_order;
    Matrix m_cosines, m_sines; ///< [pairs × tokens]
};

/// x [heads·width × tokens] with the first features of every head turned. The angles must live until backward.
/// std::invalid_argument for other tokens, and heads that are not as wide.
Var rotated(Var x, Index heads, const RotaryAngles& angles);

} // namespace headlight
