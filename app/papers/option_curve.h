#pragma once

#include "papers/paper_settings.h"
#include "plots/curve_plot.h"

namespace headlight {

/// Settings that differ in one option, whose value is their `number`.
struct OptionCurve {
    QString name;
    std::vector<PaperSetting> settings;
};

/// The metric over the option: means of the seeds, with the smallest and largest. `level`: a setting without the
/// option, a dashed line at its mean.
std::shared_ptr<CurvePlot> optionPlot(const PaperMaterial& material, const PaperTraining& training,
                                      const std::vector<OptionCurve>& curves, const QString& option, RunValue value,
                                      const std::optional<PaperSetting>& level = {});

} // namespace headlight
