#include "models/formats.h"

#include "core/files.h"
#include "core/json_text.h"
#include "models/given/given_model.h"
#include "models/model_folder.h"
#include "models/model_place.h"
#include "models/published/ctranslate2_model.h"
#include "models/published/file_model.h"
#include "models/published/image_model.h"
#include "models/published/load.h"
#include "models/published/nearest_architectures.h"
#include "models/published/published_model.h"
#include "models/published/published_writer.h"
#include "models/sentence_model.h"
#include "models/translation_model.h"
#include "models/translator_folder.h"
#include "models/weights/weights_formats.h"

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t longestConfig = std::uint64_t(16) << 20;

std::string shortJson(const Json& value) {
    std::string text = jsonText(value);
    if (text.size() > 80)
        text = text.substr(0, 77) + "...";
    return printable(text, 80);
}

/// "a configuration of another program ("model_type": "gpt2")": what a foreign config.json is, by what it says.
std::string foundIn(const Json& config) {
    if (!config.is_object())
        return "no object of entries";
    if (config.contains("format"))
        return "\"format\": " + shortJson(config["format"]);
    if (config.contains("model_type"))
        return "a model of the type " + shortJson(config["model_type"]);
    if (config.contains("architectures"))
        return "a model of the architecture " + shortJson(config["architectures"]);
    std::string names;
    for (const auto& [name, value] : config.items()) {
        if (names.size() > 80)
            return "entries " + names + " …";
        names += (names.empty() ? "" : ", ") + printable(name, 40);
    }
    return names.empty() ? "no entries" : "entries " + names;
}

std::shared_ptr<const Model> openPublishedKind(const std::filesystem::path& folder, const ImageDecoder& decode) {
    const NetworkShape shape = describedBy(folder).shape;
    if (shape.writes())
        return std::make_shared<const TranslationModel>(openPublishedWriter(folder));
    if (shape.patches)
        return openImageModel(folder, decode);
    return openPublished(folder);
}

ModelSummary inspectPublishedKind(const std::filesystem::path& folder) {
    const NetworkShape shape = describedBy(folder).shape;
    return shape.writes()  ? openPublishedWriter(folder, Values::Own)->summary()
           : shape.patches ? openImageModel(folder, {}, Values::Own)->summary()
                           : openPublished(folder, Values::Own)->summary();
}

} // namespace

const std::vector<ModelFormat>& modelFormats() {
    static const std::vector<ModelFormat> formats = [] {
        std::vector<ModelFormat> rows = {
            {"a Headlight model", "format", "headlight",
             [](const std::filesystem::path& folder, const ImageDecoder&) -> std::shared_ptr<const Model> {
                 return std::make_shared<const SentenceModel>(loadModel(folder, Values::Stored));
             },
             [](const std::filesystem::path& folder) { return summaryOf(*loadModel(folder)); }},
            {"a translation model", "format", translatorFormat,
             [](const std::filesystem::path& folder, const ImageDecoder&) -> std::shared_ptr<const Model> {
                 return std::make_shared<const TranslationModel>(loadTranslator(folder, Values::Stored));
             },
             [](const std::filesystem::path& folder) { return summaryOf(*loadTranslator(folder)); }},
        };
        for (const Architecture& architecture : architectures())
            rows.push_back(
                {architecture.title, "model_type", architecture.type, openPublishedKind, inspectPublishedKind});
        return rows;
    }();
    return formats;
}

namespace {

/// What is nearest to a folder's model of an unknown kind.
std::string nearestTo(const std::filesystem::path& folder, const Json& config) {
    std::string type;
    if (config.is_object() && config.contains("model_type") && config["model_type"].is_string())
        type = config["model_type"].get<std::string>();
    std::shared_ptr<const TensorFile> file;
    try {
        file = openWeights(weightsIn(folder));
    } catch (const Error&) { // what is wrong with them is not what it lacks first
    }
    return nearestArchitectures(type, file.get());
}

[[noreturn]] void refuseKind(const std::filesystem::path& folder, const Json& config) {
    std::string known;
    for (const ModelFormat& format : modelFormats())
        if (format.entry == "model_type")
            known += (known.empty() ? "" : ", ") + format.value;
    const std::string near = nearestTo(folder, config);
    throw Error((folder / "config.json").string() + ": no kind of model that this program reads: found " +
                foundIn(config) + ". " + near + (near.empty() ? "" : ". ") + "It reads these types: " + known +
                "; and Headlight's own (\"format\": \"headlight\")");
}

/// A file that is no model by itself, and has no config.json beside it.
void refuseWeightsAlone(const std::filesystem::path& file) {
    std::string title;
    try {
        title = weightsFormat(file).title;
    } catch (const Error&) { // no weights at all
        return;
    }
    throw Error(file.string() + ": weights in the format " + title +
                ", which don't say what kind of model they are of: put its config.json into the same folder, or look "
                "at the tensors (inspect --tensors)");
}

/// The row that the folder's config.json names.
const ModelFormat& formatOf(const std::filesystem::path& folder) {
    if (std::error_code ignored; std::filesystem::is_regular_file(folder, ignored))
        refuseWeightsAlone(folder);
    checkModelPart(folder, "config.json");
    const std::filesystem::path path = folder / "config.json";
    const Json config = parseJson(readFile(path, longestConfig), path.string());
    const Architecture* const published = architectureIn(config);
    for (const ModelFormat& format : modelFormats()) {
        const bool isNamed =
            config.is_object() && config.contains(format.entry) && config[format.entry] == format.value;
        if (isNamed || (published && format.entry == "model_type" && format.value == published->type))
            return format;
    }
    refuseKind(folder, config);
}

bool isMapsFile(const std::filesystem::path& path) {
    std::error_code ignored;
    return isCalledMaps(path) && std::filesystem::is_regular_file(path, ignored);
}

} // namespace

std::shared_ptr<const Model> openModel(const std::filesystem::path& given, const ImageDecoder& decode) {
    const std::filesystem::path place = modelPlace(given);
    if (isMapsFile(place))
        return openGivenMaps(place);
    if (isPublishedFile(place))
        return openPublishedFile(place);
    if (isCTranslate2Folder(place))
        return std::make_shared<const TranslationModel>(openCTranslate2(place));
    return formatOf(place).open(place, decode);
}

bool isModelFile(const std::filesystem::path& file) {
    return isMapsFile(file) || isPublishedFile(file);
}

ModelSummary inspectModel(const std::filesystem::path& given) {
    const std::filesystem::path place = modelPlace(given);
    if (isMapsFile(place))
        return openGivenMaps(place)->summary();
    if (isPublishedFile(place))
        return openPublishedFile(place, Values::Own)->summary();
    if (isCTranslate2Folder(place))
        return openCTranslate2(place, Values::Own)->summary();
    return formatOf(place).inspect(place);
}

} // namespace headlight
