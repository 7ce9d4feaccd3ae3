#include "masks/mask_terms.h"

#include "core/config.h"

#include <array>

namespace headlight {

namespace {

using Kind = MaskTerm::Kind;
using Takes = MaskTerm::Parameter;

/// Farther than any text: only keeps sums of positions far from overflow.
constexpr double Farthest = 1'000'000;

constexpr std::array Terms{
    MaskTerm{Kind::All, "all", "All", false, Takes::None, "", 0, 0, 0, "every token sees every token, itself included"},
    MaskTerm{Kind::Forward, "fw", "Forward", true, Takes::None, "", 0, 0, 0,
             "a token sees the tokens before it, not itself"},
    MaskTerm{Kind::Backward, "bw", "Backward", true, Takes::None, "", 0, 0, 0,
             "a token sees the tokens after it, not itself"},
    MaskTerm{Kind::OffDiagonal, "offdiag", "Not itself", true, Takes::None, "", 0, 0, 0,
             "a token sees every token but itself"},
    MaskTerm{Kind::Causal, "causal", "Causal", true, Takes::None, "", 0, 0, 0,
             "a token sees itself and the tokens before it"},
    MaskTerm{Kind::Anticausal, "anticausal", "Anticausal", true, Takes::None, "", 0, 0, 0,
             "a token sees itself and the tokens after it"},
    MaskTerm{Kind::Window, "window", "Window", true, Takes::Integer, "m", 0, Farthest, 5,
             "a token sees itself and the m nearest tokens on either side, 2m + 1 in all"},
    MaskTerm{Kind::Faraway, "fa", "Faraway", true, Takes::Integer, "m", 1, Farthest, 2,
             "a token sees the m nearest tokens on either side, not itself (MPSAN's faraway mask)"},
    MaskTerm{Kind::Distance, "dist", "Distance", false, Takes::Number, "a", 0, Farthest, 1,
             "hides nothing, lowers a score by a for every token of distance"},
    MaskTerm{Kind::LogDistance, "logdist", "Log distance", false, Takes::None, "", 0, 0, 0,
             "hides nothing, lowers a score by the natural logarithm of the distance (MPSAN's scaled distance)"},
    MaskTerm{Kind::Block, "block", "Block", true, Takes::Integer, "r", 1, Farthest, 4,
             "a token sees the tokens of its own block of r tokens, itself included"},
};

} // namespace

std::string MaskTerm::example() const {
    std::string text(name);
    if (parameter != Parameter::None)
        text += "(" + detail::formatNumber(defaultValue) + ")";
    return text;
}

std::span<const MaskTerm> maskTerms() {
    return Terms;
}

const MaskTerm& maskTerm(MaskTerm::Kind kind) {
    return Terms[static_cast<std::size_t>(kind)];
}

std::vector<std::string> maskTermNames() {
    std::vector<std::string> names;
    for (const MaskTerm& term : Terms)
        names.emplace_back(term.name);
    return names;
}

} // namespace headlight
