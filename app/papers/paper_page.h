#pragma once

#include "papers/paper_figure.h"

namespace headlight {

/// Writes ID-PLOT.svg, ID-PLOT.pdf and ID.csv into the folder, each whole or not at all. Error with file and reason.
void writeFigure(const PaperFigure& figure, const DrawnFigure& drawn, const QString& folder);

/// The page that shows all of these: one document of HTML without scripts, whose pictures are the files beside it.
QByteArray paperPage(const std::vector<std::pair<const PaperFigure*, DrawnFigure>>& figures);

} // namespace headlight
