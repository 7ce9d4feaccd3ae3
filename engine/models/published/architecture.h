#pragma once

#include "models/published/config_entries.h"
#include "models/published/network_shape.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Where parameters of one name stand in the files of an architecture.
///
/// `own` is a parameter, or the module of some, and `theirs` the tensor, or the module, "#" the number of a layer in
/// both. Of a module, "weight" and "bias" are called so in files; a norm's "gain" is "weight", or "gamma" with "beta"
/// for its bias, as the first releases had it. Several rows of one parameter are tried one after the other.
struct TensorName {
    std::string own, theirs;
    /// The file has [inputs, outputs] (GPT-2), [heads, inputs, outputs] (TransformerLens), or [outputs, inputs,
    /// window], as PyTorch has convolutions.
    enum class Axes { OutputsFirst, OutputsLast, OutputsLastByHead, WindowLast };
    Axes axes = Axes::OutputsFirst;
    /// Parameters of which the tensor has all outputs, one's below the other's: in this order, `own` among them. None:
    /// it has those of `own` alone.
    std::vector<std::string> together = {};
    /// They follow each other for each head of keys, the queries of all heads that share it first.
    bool byKeyHead = false;
    bool isWhole = false; ///< `theirs` has no prefix in front of it, ever
};

/// TensorName::together of queries, keys and values of a layer.
std::vector<std::string> queryKeyValue(const std::string& parameter = {});

/// A kind of published model: how its config.json is read, and what its files call what the shared layers have. Adding
/// one is a file in models/published/architectures/ and its row in architectures().
struct Architecture {
    std::string type;  ///< "model_type" in config.json
    std::string title; ///< for people
    NetworkShape (*shape)(const ConfigEntries& config);
    std::vector<TensorName> names;
    std::vector<std::string> prefixes; ///< in front of all names but the whole ones; "" is tried, too
    /// Tensors that a saved model may have and that change nothing: counted-up positions, tied copies, what another
    /// task's head has. "#" is any number, "*" at the end anything.
    std::vector<std::string> ignored = {};
    /// Entries by which a config.json is known that has no "model_type" of any kind here; none: it must have one.
    std::vector<std::string> signs = {};
    /// For a config.json without "architectures": a tensor and the class that it tells. The first one that is there
    /// counts; a row without a tensor is always. None: config.json must have it.
    struct ToldClass {
        std::string tensor, name;
    };
    std::vector<ToldClass> toldClasses = {};
};

const std::vector<Architecture>& architectures();
/// Null when there is none of that type.
const Architecture* architectureOf(const std::string& type);
/// The same by what a config.json says.
const Architecture* architectureIn(const nlohmann::ordered_json& config);

/// The width of the layers, and heads that share it evenly, of which each has keys of its own. Error when they don't.
void readHeads(const ConfigEntries& config, StackShape& stack, const std::string& width = "hidden_size",
               const std::string& heads = "num_attention_heads");
/// The word of config.json's "architectures" that says what is on top: one of `known`, whose words are those of
/// Hugging Face's classes. Error when it is another one, or there are several.
std::string topClass(const ConfigEntries& config, const std::vector<std::string>& known);
/// Of each layer whether it sees a window alone, by "layer_types"; none where that is not there. Error when it is not
/// one of "sliding_attention" and "full_attention" for each of so many layers.
std::optional<std::vector<bool>> listedWindows(const ConfigEntries& config, Index layers);
/// "problem_type" and "id2label" of a classifier into its top.
void readLabels(const ConfigEntries& config, TopShape& top);
/// The same of one that labels each token, by nothing but a matrix.
void readTokenLabels(const ConfigEntries& config, TopShape& top);

} // namespace headlight
