#pragma once

#include "results/attention_map.h"
#include "results/head_combination.h"
#include "results/intervention.h"
#include "results/token_display.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headlight {

/// What is seen of a model and a text, to be seen again: a view file. app/README.md describes the document.
struct SavedView {
    std::string folder; ///< of the model: absolute, or from where the file is
    std::string title;  ///< what people call it
    std::string hash;   ///< modelFilesHash()
    std::vector<std::string> texts;
    MapRequest focus;                           ///< the map that is looked at
    std::optional<HeadCombination> combination; ///< several heads as one map, in place of that of the focus' head
    TokenDisplay display;                       ///< how tokens stand in it; pins are by the displayed ones
    struct Pins {
        std::set<int> queries, keys;
        bool operator==(const Pins&) const = default;
    };
    std::array<Pins, 2> pins; ///< of each sequence
    /// Of the large map: how many times the whole, and which row and column, with a fraction, are the first.
    struct Zoom {
        double factor = 1, row = 0, column = 0;
        bool operator==(const Zoom&) const = default;
    };
    Zoom zoom;
    Intervention changes;
    std::string colorMap, range; ///< as the settings name them
    /// How values are spread over the colours, the ends of the range "limits", and whether each map has a range of its
    /// own. Older files say nothing of them, nor of the answer's bars and of lines: those stay as they are.
    std::optional<std::string> colorScale;
    std::optional<std::array<double, 2>> limits;
    std::optional<bool> ownRanges;
    std::optional<std::string> answerScale; ///< "probability" or "log-odds"
    /// Which lines are drawn: all that can be seen, those from a value on, or so many of each query.
    struct Lines {
        std::string kind = "automatic"; ///< or "threshold" or "strongest"
        double least = 0.05;            ///< not negative
        int perQuery = 3;               ///< 1 … mostLines
        bool operator==(const Lines&) const = default;
    };
    std::optional<Lines> lines;
    static constexpr int mostLines = 100; ///< of a query

    bool operator==(const SavedView&) const = default;
};

/// The document as text, in lines.
std::string savedViewText(const SavedView& view);

/// The way back, of a text from anywhere. Error that names the entry, what stands there and what may: "map.headlight:
/// focus.stage: expected score, masked, weight or a part of the score, got …". Whether a model has such heads only the
/// model can say.
SavedView savedViewFrom(const std::string& text, const std::string& where);

constexpr std::size_t longestSavedView = 8u << 20; ///< bytes of the document

} // namespace headlight
