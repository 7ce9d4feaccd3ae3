#include "cli/command.h"
#include "cli/map_progress.h"
#include "cli/tensor_output.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/models/formats.h"
#include "engine/models/given/given_model.h"
#include "engine/models/weights/weights_formats.h"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

struct InspectOptions {
    std::string model, against;
    bool tensors = false, statistics = false, json = false, csv = false;

    /// Of a folder nothing but its weights is looked at: its model may be of any kind.
    bool isOfWeights() const { return tensors || statistics || csv; }
};

void printOptions(const std::string& title, const Json& options) {
    printText(title + "\n");
    for (const auto& [name, value] : options.items())
        printText("  " + padded(name, 24) + (value.is_string() ? value.get<std::string>() : jsonText(value)) + "\n");
}

/// A group of the configuration for people, by its name in the document.
std::string titleOf(const std::string& group) {
    static const std::map<std::string, std::string> titles = {{"encoder_options", "Encoder"},
                                                              {"classifier", "Around the encoder"},
                                                              {"typing", "Cutting of typed text"},
                                                              {"options", "Options"},
                                                              {"labels", "Labels"}};
    const auto found = titles.find(group);
    return found == titles.end() ? group : found->second;
}

void printLabels(const Json& labels) {
    std::string text;
    for (const Json& label : labels)
        text += (text.empty() ? "" : ", ") + printable(label.get<std::string>(), longestWord);
    if (!text.empty())
        printText(titleOf("labels") + "\n" + wrapped(text, 2));
}

void printReadable(const std::string& folder, const ModelSummary& summary, const std::vector<TensorRow>& tensors) {
    std::string parts;
    for (const auto& [part, count] : summary.parameters)
        if (part != "total")
            parts += (parts.empty() ? "" : ", ") + part + " " + grouped(count);
    printText(folder + ": " + summary.kind + ", " + grouped(summary.words) + " words, " +
              grouped(summary.parameters.back().second) + " parameters without embeddings (" + parts + ")\n\n");
    printTensorTable(tensors);
    for (const auto& [group, options] : summary.configuration.items())
        if (options.is_object())
            printOptions(titleOf(group), options);
    if (summary.configuration.contains("labels"))
        printLabels(summary.configuration["labels"]);
}

std::shared_ptr<const TensorFile> opened(const std::string& path) {
    auto file = openWeights(path);
    file->refuseGaps();
    return file;
}

/// A file of weights, of a model that may be of any kind: only what stands in it is told.
void runOnFile(const std::string& path, const InspectOptions& options) {
    const std::shared_ptr<const TensorFile> file = opened(path);
    const std::vector<TensorRow> tensors = tensorRows(*file, options.statistics);
    if (options.csv)
        return printTensorCsv(tensors);
    const std::string format = weightsFormat(path).title;
    std::int64_t numbers = 0;
    for (const TensorRow& row : tensors)
        numbers += row.tensor.info.elements();
    if (options.json)
        return printDocument(
            {{"file", path}, {"format", format}, {"tensors", tensorList(tensors)}, {"numbers", numbers}});
    printText(path + ": " + format + ", " + counted(std::int64_t(tensors.size()), "tensor") + ", " + grouped(numbers) +
              " numbers\n\n");
    printTensorTable(tensors);
}

/// Two files of weights, tensor by tensor.
void runAgainst(const InspectOptions& options) {
    const std::string here = weightsOf(options.model).string(), there = weightsOf(options.against).string();
    const auto ours = opened(here), theirs = opened(there);
    std::vector<TensorDifference> differences;
    {
        MapProgress progress(double(numbersToCompare(*ours, *theirs)), "numbers");
        differences = compareTensors(*ours, *theirs, [&](std::int64_t some) { progress.advance(double(some)); });
    }
    if (options.csv)
        return printComparisonCsv(differences);
    if (options.json) {
        Json document = {{"file", here}, {"against", there}};
        document.update(comparisonDocument(differences));
        return printDocument(document);
    }
    printText(here + " (here) against " + there + " (there)\n");
    printComparisonTable(differences);
}

/// A file of attention maps.
void runOnMaps(const std::string& path, bool json) {
    const ModelSummary summary = inspectModel(path);
    if (json)
        return printDocument({{"file", path}, {"kind", summary.kind}, {"content", summary.configuration}});
    std::string parts;
    for (const auto& [what, count] : summary.configuration.items())
        parts += (parts.empty() ? "" : ", ") + what + " " + jsonText(count);
    printText(path + ": " + summary.kind + ": " + parts + "\n");
}

void runOnModel(const std::string& folder, bool json) {
    const ModelSummary summary = inspectModel(folder);
    const std::vector<TensorRow> tensors = tensorRows(*openWeights(weightsOf(folder)), false);
    if (!json)
        return printReadable(folder, summary, tensors);
    Json parameters;
    for (const auto& [part, count] : summary.parameters)
        parameters[part] = count;
    printDocument({{"model", folder},
                   {"tensors", tensorList(tensors)},
                   {"configuration", summary.configuration},
                   {"vocabulary", summary.words},
                   {"parameters", parameters}});
}

void run(const InspectOptions& options) {
    if (!options.against.empty())
        return runAgainst(options);
    if (options.isOfWeights())
        return runOnFile(weightsOf(options.model).string(), options);
    if (std::error_code ignored; std::filesystem::is_regular_file(options.model, ignored))
        return isCalledMaps(options.model) ? runOnMaps(options.model, options.json) : runOnFile(options.model, options);
    runOnModel(options.model, options.json);
}

void defineInspect(CLI::App& app, int&) {
    const auto options = std::make_shared<InspectOptions>();
    app.add_option("MODEL_DIR", options->model,
                   "a model folder, of any kind that Headlight opens, or a file of weights")
        ->required();
    CLI::Option* tensors = app.add_flag("--tensors", options->tensors,
                                        "of a folder only its weights, so that its model may be of any kind");
    CLI::Option* statistics = app.add_flag("--statistics", options->statistics,
                                           "the same with the norm, mean, standard deviation and range of each tensor");
    app.add_option("--against", options->against,
                   "a folder or file whose tensors are compared with these, number by number")
        ->excludes(tensors)
        ->excludes(statistics);
    CLI::Option* json = app.add_flag("--json", options->json, "a JSON document");
    app.add_flag("--csv", options->csv, "the tensors as a table for a spreadsheet")->excludes(json);
    app.callback([options] { run(*options); });
}

} // namespace

Command inspectCommand() {
    return {
        "inspect", "Show what is in a model folder or a file of weights: tensors, configuration, vocabulary",
        "\nThe whole model is read and checked: a damaged one is refused with the file and tensor at fault. Of a "
        "file of\nweights (safetensors, their shards' index, PyTorch, GGUF, ONNX, CTranslate2, llama2.c) the tensors "
        "are listed.\nWith --against, tensors of the same name are compared by their values, in whatever types these "
        "are stored.\n"
        "\nExamples:\n"
        "  headlight-cli inspect runs/1/best\n"
        "  headlight-cli inspect pytorch_model.bin --json\n"
        "  headlight-cli inspect runs/1/best --against runs/1/last",
        defineInspect};
}

} // namespace headlight
