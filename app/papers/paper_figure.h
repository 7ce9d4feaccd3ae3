#pragma once

#include "figure/value_table.h"
#include "papers/paper_material.h"

#include <memory>

namespace headlight {

class PlotWidget;

/// One plot of a figure, drawn.
struct PaperPlot {
    QString name; ///< of its files, behind the figure's: "time-train"
    QString title;
    std::shared_ptr<PlotWidget> plot;
};

/// A figure as it goes into files, or on the screen.
struct DrawnFigure {
    std::vector<PaperPlot> plots;
    ValueTable values;     ///< ours and the paper's, side by side
    ValueTable beside;     ///< the rows for which the paper gives a number, for people; may be empty
    QStringList remarks{}; ///< what whoever compares the two must know
    QStringList leftOut{}; ///< of the user's runs those that don't stand in it, a line each that says why
};

/// A figure of a paper, as this program makes it again.
struct PaperFigure {
    std::string id;     ///< as the command line names it: "mtsa-figure-1"
    std::string title;  ///< what it shows
    std::string source; ///< paper and number
    /// What must be in the store. `quick`: small sizes, which are not the paper's.
    std::function<PaperNeeds(bool quick)> needs;
    /// Needs a QApplication (PaperDrawing). What is missing in the store is left out of the plots, and is a row with
    /// its status in the values.
    std::function<DrawnFigure(const PaperMaterial& material)> draw;
};

/// The table of figures: one row each.
const std::vector<PaperFigure>& paperFigures();

/// "all", or ids between commas, each once and in the order of the table. Error with the nearest id for one that there
/// is not.
std::vector<const PaperFigure*> paperFiguresOf(const std::string& list);

} // namespace headlight
