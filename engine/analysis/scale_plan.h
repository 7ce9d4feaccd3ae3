#pragma once

#include "analysis/step_choices.h"
#include "attention/attention_form.h"
#include "results/index.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
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
    /// The form its mechanism runs in by these options; none when it has one form only.
    std::optional<AttentionForm> form() const;
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
    std::optional<AttentionForm> form; ///< none for an encoder with one form
    StepMode mode = StepMode::Infer;
    Index batch = 64, length = 64, features = 300;
    int threads = 1;
    Sequences sequences = Sequences::Pieces; ///< as in ScalePlan, or Whole: a reference form's batch

    bool operator==(const ScalePoint&) const = default;
    std::string formText() const; ///< "fused" or "reference"; empty without a form
    /// Equal but for the length.
    bool sameCurve(const ScalePoint& other) const;
};

/// What a sweep measures.
struct ScalePlan {
    std::vector<ScaledModel> models;
    std::vector<AttentionForm> forms = {AttentionForm::Fused};
    std::vector<StepMode> modes = {StepMode::Infer, StepMode::Train};
    std::vector<Sequences> sequences = {Sequences::Pieces}; ///< Pieces and Single; a reference form is Whole anyway
    std::vector<Index> lengths;
    Index batch = 64, features = 300;
    int threads = 1;
    int repetitions = 5;
    std::string optimizer = "adam";

    /// By ascending length, so that a curve of every model is there early and memory is predicted from shorter lengths.
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
    std::vector<std::optional<AttentionForm>> formsOf(const ScaledModel& model) const;
    std::vector<Sequences> sequencesOf(std::optional<AttentionForm> form) const;
};

/// Sweeps that people ask for: the papers' and single long sequences.
struct ScalePreset {
    std::string id, help, lengths;
    Index batch, features;
};
const std::vector<ScalePreset>& scalePresets();

} // namespace headlight
