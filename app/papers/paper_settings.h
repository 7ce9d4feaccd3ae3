#pragma once

#include "figure/value_table.h"
#include "papers/paper_material.h"
#include "viewmodels/runs_groups.h"

#include <QString>
#include <QStringList>
#include <cmath>

namespace headlight {

inline constexpr int quickFeatures = 24; ///< at most, of an encoder and of words, when quick

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
    /// What is shown of a run: by the model that was kept ("best"), or its evaluations on the "dev" or "test" set.
    std::string shown = "best";
    /// On what it is trained, in full and quick: "4,500 reviews".
    std::string size = {}, quickSize = {};
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

/// Of the user's runs those that are of this task and corpus and have what is shown.
std::vector<const OwnRun*> comparableOf(const PaperMaterial& material, const PaperTraining& training);
/// The others, a line each that says why they can't stand beside such runs.
QStringList othersOf(const PaperMaterial& material, const PaperTraining& training);
/// "run 3: mtsa on TREC (REASON)", for DrawnFigure::leftOut.
QString leftOutText(const OwnRun& own, const QString& reason);
/// All of the user's runs, of a figure in which none can stand.
QStringList leftOutTexts(const PaperMaterial& material, const QString& reason);
/// How it is told from the figure's own: in its colour, dashed.
SeriesLook lookOf(const OwnRun& own);

/// "Bars: mean of 3 seeds; whiskers: smallest and largest", by how many runs of each setting have finished; `what` is
/// "Bars". Empty when none has.
QString seedsText(const QString& what, const QString& spread, const PaperMaterial& material);

/// A row for each run that is needed, and for each of the user's: setting, model, seed, run, options, parameters,
/// seconds, what it reached, what the paper has of its setting, and its status.
ValueTable runValues(const PaperMaterial& material, const PaperTraining& training,
                     const std::vector<PaperSetting>& settings, const QString& published);

/// "Training here: 8 epochs of 8,544 sentences …": how much is trained, in full or quick.
QString budgetText(const PaperTraining& training, bool quick);

} // namespace headlight
