#pragma once

#include "results/index.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How the tokens of a text stand in maps.
enum class PieceDisplay {
    Raw,    ///< as the model's vocabulary has them: "Ġthe", "▁the", "##ing"
    Pretty, ///< what is read of them: "the", "·ing", where · says that the piece continues a word
    Words   ///< the pieces of a word are one row and one column
};

/// What becomes of the marks that a model sets itself, [CLS], [SEP], <s>.
enum class MarkDisplay {
    Shown,
    Hidden,      ///< without their rows and columns; the other weights stay, and no longer add up to 1
    Renormalised ///< the same, and the other weights of a row are divided by their sum
};

struct TokenDisplay {
    PieceDisplay pieces = PieceDisplay::Raw;
    MarkDisplay marks = MarkDisplay::Shown;

    /// Maps have other rows, columns or numbers than the model's own: then there are weights, and no scores.
    bool changesMaps() const { return pieces == PieceDisplay::Words || marks != MarkDisplay::Shown; }
    bool operator==(const TokenDisplay&) const = default;
};

std::string nameOf(PieceDisplay pieces); ///< "raw", "pretty", "words": the words of documents and options
std::string nameOf(MarkDisplay marks);   ///< "shown", "hidden", "renormalised"
/// The way back; none for a word that nameOf() never gives.
std::optional<PieceDisplay> pieceDisplayNamed(std::string_view name);
std::optional<MarkDisplay> markDisplayNamed(std::string_view name);
const std::vector<PieceDisplay>& pieceDisplays();
const std::vector<MarkDisplay>& markDisplays();

/// By what rule weights became those of words; empty where they did not.
std::string ruleOf(PieceDisplay pieces);
/// What was done with the marks, and whether the rest was renormalised; empty where they are shown.
std::string ruleOf(MarkDisplay marks);

/// Tokens that are one row or column: [begin, end).
struct TokenGroup {
    Index begin = 0, end = 0;
    Index size() const { return end - begin; }
    bool operator==(const TokenGroup&) const = default;
};

} // namespace headlight
