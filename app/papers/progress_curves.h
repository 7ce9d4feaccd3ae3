#pragma once

#include "papers/paper_settings.h"
#include "plots/curve_plot.h"

namespace headlight {

/// Along what the progress of runs is drawn.
enum class Progress {
    Epochs,
    Seconds ///< of training alone, without the passes that judge the model
};

/// A metric of a run at its evaluations ("dev.accuracy"), in the unit of plots.
CurvePoints progressOf(const Store& store, RunId run, const std::string& split, const std::string& metric,
                       Progress along);

/// A curve for each setting, the mean of its seeds with the smallest and largest, then one for each of the user's runs.
std::shared_ptr<CurvePlot> progressPlot(const PaperMaterial& material, const PaperTraining& training,
                                        const std::vector<PaperSetting>& settings, const std::string& split,
                                        Progress along);

/// A row for each evaluation of each run, and one for each run that is missing: where it stands in the training.
ValueTable progressValues(const PaperMaterial& material, const PaperTraining& training, const std::string& split);

} // namespace headlight
