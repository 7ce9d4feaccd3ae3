#include "results/token_display.h"

namespace headlight {

std::string nameOf(PieceDisplay pieces) {
    switch (pieces) {
    case PieceDisplay::Raw:
        return "raw";
    case PieceDisplay::Pretty:
        return "pretty";
    case PieceDisplay::Words:
        return "words";
    }
    return {};
}

std::string nameOf(MarkDisplay marks) {
    switch (marks) {
    case MarkDisplay::Shown:
        return "shown";
    case MarkDisplay::Hidden:
        return "hidden";
    case MarkDisplay::Renormalised:
        return "renormalised";
    }
    return {};
}

const std::vector<PieceDisplay>& pieceDisplays() {
    static const std::vector<PieceDisplay> all = {PieceDisplay::Raw, PieceDisplay::Pretty, PieceDisplay::Words};
    return all;
}

const std::vector<MarkDisplay>& markDisplays() {
    static const std::vector<MarkDisplay> all = {MarkDisplay::Shown, MarkDisplay::Hidden, MarkDisplay::Renormalised};
    return all;
}

std::optional<PieceDisplay> pieceDisplayNamed(std::string_view name) {
    for (const PieceDisplay pieces : pieceDisplays())
        if (nameOf(pieces) == name)
            return pieces;
    return std::nullopt;
}

std::optional<MarkDisplay> markDisplayNamed(std::string_view name) {
    for (const MarkDisplay marks : markDisplays())
        if (nameOf(marks) == name)
            return marks;
    return std::nullopt;
}

std::string ruleOf(PieceDisplay pieces) {
    return pieces == PieceDisplay::Words
               ? "pieces merged to words: weights to a word are summed over its pieces, those from it are their mean"
               : "";
}

std::string ruleOf(MarkDisplay marks) {
    switch (marks) {
    case MarkDisplay::Shown:
        break;
    case MarkDisplay::Hidden:
        return "special tokens hidden, not renormalised: rows no longer add up to 1";
    case MarkDisplay::Renormalised:
        return "special tokens hidden, the rest of each row renormalised to 1";
    }
    return {};
}

} // namespace headlight
