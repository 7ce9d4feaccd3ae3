#pragma once

#include "figure/value_table.h"
#include "papers/paper_material.h"
#include "viewmodels/runs_groups.h"

#include <QString>
#include <cmath>

namespace headlight {

using OptionValues = std::vector<std::pair<std::string, std::string>>; ///< as RunConfig::set() takes them

/// One of the models that a figure compares.
struct PaperSetting {
    std::string name; ///< "no masks"
    std::string encoder;
    OptionValues values = {};        ///< beside those of the recipe and of the whole figure
    double published = std::nan(""); ///< of the figure's metric, in its stored unit: 0.863
    double number = std::nan("");    ///< where the figure varies one option, its value
};

/// How the models of a figure are trained, and what they are judged by.
struct PaperTraining {
    std::string corpus; ///< below the folder of the corpora, with options
    std::string task, recipe;
    std::string metric;       ///< of the task: "accuracy"
    OptionValues values = {}; ///< beside those of the recipe
    int seeds = 3;
    std::string quickCut;    ///< options that cut the corpus: "limit=300"
    OptionValues quick = {}; ///< beside narrow encoders
};

/// A run for each setting and seed: settings in their order, seeds from 1; one seed when quick.
std::vector<PaperRun> runsOf(const PaperTraining& training, const std::vector<PaperSetting>& settings, bool quick);

/// What the model of the best evaluation reached: on the test set, or on the dev set without one. NaN: nothing.
double reachedBy(const RunSummary& run, const std::string& metric);
/// The best value on the dev set; on the test set without one.
double bestOnDev(const RunSummary& run, const std::string& metric);

using RunValue = double (*)(const RunSummary& run, const std::string& metric);
/// Over the finished runs of a setting, in the unit in which plots show the metric.
RunStatistics statisticsOf(const PaperMaterial& material, const std::string& setting, const std::string& metric,
                           RunValue value = reachedBy);

/// The finished runs of a setting.
std::vector<const PaperResult*> finishedOf(const PaperMaterial& material, const std::string& setting);

/// Of the user's runs those that are of this task and corpus.
std::vector<const OwnRun*> comparableOf(const PaperMaterial& material, const PaperTraining& training);

/// "Bars: mean of 3 seeds; whiskers: smallest and largest", by how many runs of each setting have finished; `what` is
/// "Bars".
QString seedsText(const QString& what, const QString& spread, const PaperMaterial& material);

/// A row for each run that is needed, and for each of the user's: setting, model, seed, run, options, parameters,
/// seconds, what it reached, what the paper has of its setting, and its status.
ValueTable runValues(const PaperMaterial& material, const PaperTraining& training,
                     const std::vector<PaperSetting>& settings, const QString& published);

/// "Trained on 8,544 …": how much is trained, as far as the configuration says it.
QString budgetText(const PaperTraining& training, bool quick);

} // namespace headlight
