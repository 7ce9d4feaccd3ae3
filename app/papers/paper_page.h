#pragma once

#include "papers/paper_figure.h"

namespace headlight {

/// Writes ID-PLOT.svg, ID-PLOT.pdf and ID.csv into the folder, each whole or not at all. Error with file and reason.
void writeFigure(const PaperFigure& figure, const DrawnFigure& drawn, const QString& folder);

/// A figure of the page: drawn, or left out for a reason.
struct PaperSection {
    const PaperFigure* figure;
    DrawnFigure drawn = {};
    QString leftOut = {}; ///< why; empty: it is drawn
};

/// The page that shows all of these: one document of HTML without scripts, whose pictures are the files beside it.
QByteArray paperPage(const std::vector<PaperSection>& sections);

} // namespace headlight
