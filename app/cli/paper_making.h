#pragma once

#include "cli/stopping.h"
#include "papers/paper_figure.h"

namespace headlight {

/// Where the figures of one command come from.
struct PaperPlace {
    std::filesystem::path store;
    std::string folder; ///< that holds the corpora; empty: none is given
    bool quick = false;
};

/// Why a figure can't be made there, with what to do: a corpus that it needs is not there. Empty: it can.
std::string lackOf(const PaperFigure& figure, const PaperPlace& place);

/// Measures and trains what the store lacks of what a figure needs, and tells how far it is on standard error. A run
/// that diverges is told and left. Returns false when the user stopped it. Error as measureMissing() and
/// trainMissing().
bool makeMissing(const PaperFigure& figure, const PaperPlace& place, Stopping& stopping);

} // namespace headlight
