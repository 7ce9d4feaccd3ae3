#pragma once

#include "attention/tiles.h"
#include "nn/linear.h"

namespace headlight {

/// Masked self-attention whose scores are c·tanh((W₁ h_i + W₂ h_j + b) / c), c = 5: for every feature (DiSAN,
/// Bi-BloSAN) or one for all of them (MPSAN); REFERENCE §1.4, §1.9. What a query gets is a mean of h itself. One
/// dropped copy of h feeds both score maps, as in the released code. 2d² + d parameters, or 2d + 1.
class AdditiveLayer {
public:
    struct Options {
        Index features = 0;
        bool scalar = false;    ///< one score for all features
        bool fused = true;      ///< else the n × n × d tensor is held; scalar scores have one form
        bool oneMatrix = false; ///< W₁ and W₂ are halves of one matrix (mBloSA): first values, and they decay
        double keep = 1;
    };
    /// Parameters key.weight, query.weight and score_bias. The released code leaves the two maps out of the L2 penalty
    /// unless they are one matrix.
    AdditiveLayer(const Builder& builder, const Options& options);

    struct Scores {
        Var key, query;
        Scores columns(Index begin, Index count) const {
            return {key.columns(begin, count), query.columns(begin, count)};
        }
    };
    /// h [features × tokens of the context's layout] → both parts of the scores, [features or 1 × tokens].
    Scores scores(Context& context, Var h) const;
    /// Tells the trace, if there is one, of the running layer's head. `names`: of what attends where that isn't tokens.
    void record(const Context& context, const Scores& scores, int head, const std::string& label, const HeadMask& mask,
                MapPart part = MapPart::Self, const std::vector<std::string>& names = {}) const;
    /// [features × tokens]. The layout may cut the sequences into blocks.
    Var attend(const Scores& scores, Var h, const Layout& layout, const HeadMask& mask) const;

private:
    Parameter& map(const Builder& builder, const char* name) const;

    Options m_options;
    Parameter& m_key;
    Parameter& m_query;
    Parameter& m_bias;
};

} // namespace headlight
