#pragma once

#include "papers/paper_figure.h"
#include "papers/paper_settings.h"

namespace headlight {

/// A table of a paper: models that are trained on one corpus and compared by one metric.
struct PaperTable {
    std::string id, title, source; ///< as in PaperFigure
    std::string axis;              ///< what the settings are: "Masks"
    PaperTraining training;
    std::vector<PaperSetting> settings;
    std::vector<std::string> remarks; ///< what here is not as in the paper
};

/// Bars with the published figures over them, a table of means, and a row for each run.
PaperFigure figureOf(const PaperTable& table);

} // namespace headlight
