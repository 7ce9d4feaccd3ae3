#pragma once

#include "engine/analysis/scale_measurement.h"
#include "figure/export.h"
#include "figure/value_table.h"

#include <string>
#include <vector>

namespace headlight {

/// One plot of a figure, drawn.
struct PaperPlot {
    QString name; ///< of its files, behind the figure's: "time-train"
    QString title;
    Picture picture;
};

/// A figure as it goes into files.
struct DrawnFigure {
    std::vector<PaperPlot> plots;
    ValueTable values;     ///< ours and the paper's, side by side
    ValueTable beside;     ///< the rows for which the paper gives a number, for people; may be empty
    QStringList remarks{}; ///< what whoever compares the two must know
};

/// What a figure needs to be in the store. Figures that ask for one name share what is measured.
struct PaperSweep {
    std::string name;
    ScalePlan plan;
};

/// A figure of a paper, as this program makes it again.
struct PaperFigure {
    std::string id;                    ///< as the command line names it: "mtsa-figure-1"
    std::string title;                 ///< what it shows
    std::string source;                ///< paper and number
    std::vector<std::string> encoders; ///< that the paper shows, in its order
    bool hasNumbers = false;           ///< the paper gives some in a table
    PaperSweep (*sweep)(bool quick) = nullptr;
    /// Needs PaperDrawing. `quick` says that sizes are not the paper's.
    DrawnFigure (*draw)(const PaperFigure& figure, const std::vector<ScaleMeasurement>& measurements,
                        bool quick) = nullptr;
};

/// The table of figures: one row each.
const std::vector<PaperFigure>& paperFigures();

/// "all", or ids between commas, each once and in the order of the table. Error with the nearest id for one that there
/// is not.
std::vector<const PaperFigure*> paperFiguresOf(const std::string& list);

// Kinds of figures, a file each ---------------------------------------------------------------------------------------

/// Time and memory of a step against the length of the input (cost_figure.cpp).
PaperSweep costSweep(bool quick);
DrawnFigure drawCosts(const PaperFigure& figure, const std::vector<ScaleMeasurement>& measurements, bool quick);

} // namespace headlight
