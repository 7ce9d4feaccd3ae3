#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/core/json_text.h"
#include "engine/models/model_folder.h"
#include "engine/models/safetensors.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

Json tensorList(const SafetensorsFile& file) {
    Json tensors = Json::array();
    for (const std::string& name : file.names()) {
        const TensorInfo& info = file.info(name);
        tensors.push_back({{"name", name}, {"shape", info.shape}, {"type", dtypeName(info.dtype)}});
    }
    return tensors;
}

Json configuration(const ModelDescription& description) {
    return {{"encoder", description.encoder},
            {"encoder_options", description.encoderConfig->toJson()},
            {"classifier", ConfigOf<ClassifierOptions>(classifierFields(), description.classifier).toJson()},
            {"labels", description.labels},
            {"typing", ConfigOf<TokenizerOptions>(tokenizerFields(), description.typing).toJson()}};
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
        printText("  " + padded(name, 20) + (value.is_string() ? value.get<std::string>() : jsonText(value)) + "\n");
}

void printReadable(const std::string& folder, const Json& document) {
    const Json& config = document["configuration"];
    const Json& counts = document["parameters"];
    printText(folder + ": " + config["encoder"].get<std::string>() + ", " +
              grouped(document["vocabulary"].get<std::int64_t>()) + " words, " +
              grouped(counts["total"].get<std::int64_t>()) + " parameters without embeddings (encoder " +
              grouped(counts["encoder"].get<std::int64_t>()) + ", pooling " +
              grouped(counts["pooling"].get<std::int64_t>()) + ", classifier " +
              grouped(counts["classifier"].get<std::int64_t>()) + ")\n\n");
    std::vector<std::vector<std::string>> rows = {{"tensor", "shape", "type"}};
    for (const Json& tensor : document["tensors"])
        rows.push_back({tensor["name"], shapeText(tensor["shape"]), tensor["type"]});
    printText(table(rows) + "\n");
    printOptions("Encoder", config["encoder_options"]);
    printOptions("Sentence model", config["classifier"]);
    printOptions("Cutting of typed text", config["typing"]);
    std::string labels;
    for (const Json& label : config["labels"])
        labels += (labels.empty() ? "" : ", ") + printable(label.get<std::string>(), longestWord);
    printText("Labels\n" + wrapped(labels, 2));
}

void run(const std::string& folder, bool json) {
    const auto model = loadModel(folder);
    const ParameterCounts counts = model->counts();
    const Json document = {
        {"model", folder},
        {"tensors", tensorList(SafetensorsFile::open(std::filesystem::path(folder) / "model.safetensors"))},
        {"configuration", configuration(model->description())},
        {"vocabulary", model->vocabulary().size()},
        {"parameters",
         {{"encoder", counts.encoder},
          {"pooling", counts.pooling},
          {"classifier", counts.classifier},
          {"total", counts.total()}}}};
    if (json)
        printDocument(document);
    else
        printReadable(folder, document);
}

void defineInspect(CLI::App& app, int&) {
    struct Options {
        std::string folder;
        bool json = false;
    };
    const auto options = std::make_shared<Options>();
    app.add_option("MODEL_DIR", options->folder, "a model folder: config.json, model.safetensors, vocab.txt")
        ->required();
    app.add_flag("--json", options->json, "a JSON document");
    app.callback([options] { run(options->folder, options->json); });
}

} // namespace

Command inspectCommand() {
    return {"inspect", "Show what is in a model folder: tensors, configuration, vocabulary",
            "\nThe whole model is read and checked: a damaged one is refused with the file and tensor at fault.",
            defineInspect};
}

} // namespace headlight
