#include "cli/command.h"
#include "cli/terminal.h"
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

Json tensorList(const TensorFile& file) {
    Json tensors = Json::array();
    for (const std::string& name : file.names()) {
        const TensorInfo& info = file.info(name);
        tensors.push_back({{"name", name}, {"shape", info.shape}, {"type", dtypeName(info.dtype)}});
    }
    return tensors;
}

std::string shapeText(const Json& shape) {
    std::string text;
    for (const Json& size : shape)
        text += (text.empty() ? "" : " × ") + std::to_string(size.get<std::int64_t>());
    return text.empty() ? "number" : text;
}

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

void printTensors(const Json& tensors) {
    std::vector<std::vector<std::string>> rows = {{"tensor", "shape", "type"}};
    for (const Json& tensor : tensors)
        rows.push_back({printable(tensor["name"].get<std::string>(), 200), shapeText(tensor["shape"]), tensor["type"]});
    printText(table(rows) + "\n");
}

void printReadable(const std::string& folder, const ModelSummary& summary, const Json& tensors) {
    std::string parts;
    for (const auto& [part, count] : summary.parameters)
        if (part != "total")
            parts += (parts.empty() ? "" : ", ") + part + " " + grouped(count);
    printText(folder + ": " + summary.kind + ", " + grouped(summary.words) + " words, " +
              grouped(summary.parameters.back().second) + " parameters without embeddings (" + parts + ")\n\n");
    printTensors(tensors);
    for (const auto& [group, options] : summary.configuration.items())
        if (options.is_object())
            printOptions(titleOf(group), options);
    if (summary.configuration.contains("labels"))
        printLabels(summary.configuration["labels"]);
}

/// A file of weights, of a model that may be of any kind: only what stands in it is told.
void runOnFile(const std::string& path, bool json) {
    const WeightsFormat& format = weightsFormat(path);
    const std::shared_ptr<const TensorFile> file = format.open(path);
    file->refuseGaps();
    const Json tensors = tensorList(*file);
    std::int64_t numbers = 0;
    for (const std::string& name : file->names())
        numbers += file->info(name).elements();
    if (json)
        return printDocument({{"file", path}, {"format", format.title}, {"tensors", tensors}, {"numbers", numbers}});
    printText(path + ": " + format.title + ", " + counted(std::int64_t(tensors.size()), "tensor") + ", " +
              grouped(numbers) + " numbers\n\n");
    printTensors(tensors);
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

void run(const std::string& folder, bool json) {
    if (std::error_code ignored; std::filesystem::is_regular_file(folder, ignored))
        return isCalledMaps(folder) ? runOnMaps(folder, json) : runOnFile(folder, json);
    const ModelSummary summary = inspectModel(folder);
    const Json tensors = tensorList(*openWeights(weightsIn(folder)));
    if (!json)
        return printReadable(folder, summary, tensors);
    Json parameters;
    for (const auto& [part, count] : summary.parameters)
        parameters[part] = count;
    printDocument({{"model", folder},
                   {"tensors", tensors},
                   {"configuration", summary.configuration},
                   {"vocabulary", summary.words},
                   {"parameters", parameters}});
}

void defineInspect(CLI::App& app, int&) {
    struct Options {
        std::string folder;
        bool json = false;
    };
    const auto options = std::make_shared<Options>();
    app.add_option("MODEL_DIR", options->folder,
                   "a model folder, of any kind that Headlight opens, or a file of weights")
        ->required();
    app.add_flag("--json", options->json, "a JSON document");
    app.callback([options] { run(options->folder, options->json); });
}

} // namespace

Command inspectCommand() {
    return {
        "inspect", "Show what is in a model folder or a file of weights: tensors, configuration, vocabulary",
        "\nThe whole model is read and checked: a damaged one is refused with the file and tensor at fault. Of a "
        "file of\nweights (safetensors, their shards' index, PyTorch, GGUF, ONNX, CTranslate2, llama2.c) the tensors "
        "are listed.\n"
        "\nExamples:\n"
        "  headlight-cli inspect runs/1/best\n"
        "  headlight-cli inspect pytorch_model.bin --json",
        defineInspect};
}

} // namespace headlight
