#pragma once

#include "results/index.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headlight {

class Config;

/// An encoder with its options, as a sweep names it: "mtsa:preset=paper:heads=8".
struct ScaledModel {
    std::string encoder; ///< id in the registry
    std::string options; ///< "preset=paper:heads=8"; empty: the defaults
    std::shared_ptr<const Config> config;
    bool statesForm = false; ///< the options hold "form=…": it is measured in that form only

    std::string text() const { return options.empty() ? encoder : encoder + ":" + options; }
    /// The form its mechanism runs in by these options; empty when it has one form only.
    std::string form() const;
};

/// "mtsa:preset=paper:heads=8,disa" → two models. A comma starts a model when an encoder's id follows it, else it
/// belongs to a value ("mtsa:masks=fw x4, bw x4,disa"). Error with the nearest name or the range.
std::vector<ScaledModel> parseScaledModels(const std::string& text);

/// "16:384:16" (from, to, step), "256:16384:x2" (from, to, factor) and lists of both and of numbers: "16,32,64:256:x2".
/// In ascending order, each once. Error when it is none of that, or beyond 1 … 1,000,000.
std::vector<Index> parseLengths(const std::string& text);
/// What parseLengths() makes these lengths of, more than three in a row as a range.
std::string lengthsText(const std::vector<Index>& lengths);

/// One thing to measure. Two points that are equal in all members but `length` lie on one curve.
struct ScalePoint {
    std::string encoder, options;
    std::string form; ///< fused or reference; empty for an encoder with one form
    std::string mode; ///< infer or train
    Index batch = 64, length = 64, features = 300;
    int threads = 1;
    std::string sequences = "pieces"; ///< pieces or single, as in ScalePlan; whole: a reference form's batch

    bool operator==(const ScalePoint&) const = default;
    /// Equal but for the length.
    bool sameCurve(const ScalePoint& other) const;
};

/// What a sweep measures.
struct ScalePlan {
    std::vector<ScaledModel> models;
    std::vector<std::string> forms = {"fused"};
    std::vector<std::string> modes = {"infer", "train"};
    /// How many sequences of a batch are in memory at once: pieces are as many as models run with, single is one, on
    /// all threads.
    std::vector<std::string> sequences = {"pieces"};
    std::vector<Index> lengths;
    Index batch = 64, features = 300;
    int threads = 1;
    int repetitions = 5;
    std::string optimizer = "adam";

    /// By ascending length, so that a curve of every model is there early and memory is foretold from shorter lengths.
    /// An encoder with one form, and a model whose options state one, is there once, whatever forms are asked for.
    /// A reference form is there once too: it takes the batch whole, for it shows what the papers' tensors cost.
    std::vector<ScalePoint> points() const;
    const ScaledModel& modelOf(const ScalePoint& point) const;
    /// What of it is not measured as asked: "avg, cbow have one form only, and that is measured; reference forms take
    /// the batch whole, not one sequence at a time". Empty when all is.
    std::string note() const;
    /// With the models, forms, modes, sequences and lengths of both; all else is this plan's.
    ScalePlan joinedWith(const ScalePlan& other) const;

    nlohmann::ordered_json toJson() const;
    /// Error that starts with `where` when anything is missing or unknown; a plan of before there were `sequences` has
    /// pieces.
    static ScalePlan fromJson(const nlohmann::ordered_json& document, const std::string& where);

private:
    std::vector<std::string> formsOf(const ScaledModel& model) const;
    std::vector<std::string> sequencesOf(const std::string& form) const;
};

/// Sweeps that people ask for: the papers' and single long sequences.
struct ScalePreset {
    std::string id, help, lengths;
    Index batch, features;
};
const std::vector<ScalePreset>& scalePresets();

} // namespace headlight
