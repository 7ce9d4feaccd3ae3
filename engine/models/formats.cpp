#include "models/formats.h"

#include "core/files.h"
#include "core/json_text.h"
#include "models/bert/bert.h"
#include "models/model_folder.h"
#include "models/sentence_model.h"

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t longestConfig = std::uint64_t(16) << 20;

/// "found "gpt2"", or that there is none.
std::string foundOf(const Json& config, const std::string& entry) {
    if (!config.is_object() || !config.contains(entry))
        return "there is none";
    std::string text = jsonText(config[entry]);
    if (text.size() > 80)
        text = text.substr(0, 77) + "...";
    return "found " + printable(text, 80);
}

} // namespace

const std::vector<ModelFormat>& modelFormats() {
    static const std::vector<ModelFormat> formats = {
        {"a Headlight model", "format", "headlight",
         [](const std::filesystem::path& folder) -> std::shared_ptr<const Model> {
             return std::make_shared<const SentenceModel>(loadModel(folder, Values::Stored));
         },
         [](const std::filesystem::path& folder) { return summaryOf(*loadModel(folder)); }},
        {"a BERT", "model_type", "bert",
         [](const std::filesystem::path& folder) -> std::shared_ptr<const Model> { return openBert(folder); },
         [](const std::filesystem::path& folder) { return openBert(folder, Values::Own)->summary(); }},
    };
    return formats;
}

namespace {

/// The row that the folder's config.json names.
const ModelFormat& formatOf(const std::filesystem::path& folder) {
    checkModelPart(folder, "config.json");
    const std::filesystem::path path = folder / "config.json";
    const Json config = parseJson(readFile(path, longestConfig), path.string());
    std::string lacks;
    for (const ModelFormat& format : modelFormats()) {
        if (config.is_object() && config.contains(format.entry) && config[format.entry] == format.value)
            return format;
        lacks += (lacks.empty() ? "" : "; ") + format.title + " has \"" + format.entry + "\": \"" + format.value +
                 "\" (" + foundOf(config, format.entry) + ")";
    }
    throw Error(path.string() + ": no kind of model that this program reads: " + lacks);
}

} // namespace

std::shared_ptr<const Model> openModel(const std::filesystem::path& folder) {
    return formatOf(folder).open(folder);
}

ModelSummary inspectModel(const std::filesystem::path& folder) {
    return formatOf(folder).inspect(folder);
}

} // namespace headlight
