#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A term of the mask language as the parser, the completion and the window's gallery need to know it.
struct MaskTerm {
    enum class Kind {
        All,
        Forward,
        Backward,
        OffDiagonal,
        Causal,
        Anticausal,
        Window,
        Faraway,
        Distance,
        LogDistance,
        Block
    };
    enum class Parameter { None, Integer, Number };

    Kind kind;
    std::string_view name;
    std::string_view title;         ///< for people
    bool hides;                     ///< it hides keys; otherwise it only adds a bias (or nothing)
    Parameter parameter;            ///< what stands in the brackets; None: there are no brackets
    std::string_view parameterName; ///< empty without a parameter, and so are the next three
    double low;
    double high;
    double defaultValue; ///< for completion; in an expression the number is always written
    std::string_view help;

    std::string example() const; ///< "fw", "window(5)": the term with its default
};

/// All terms, in the order in which expressions are printed.
std::span<const MaskTerm> maskTerms();

const MaskTerm& maskTerm(MaskTerm::Kind kind);

std::vector<std::string> maskTermNames();

} // namespace headlight
