#include "models/model_folder.h"

#include "core/files.h"
#include "core/json_text.h"
#include "data/corpus.h"
#include "models/safetensors.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;
constexpr int formatVersion = 1;

Json describe(const ModelDescription& description) {
    ConfigOf<ClassifierOptions> classifier(classifierFields(), description.classifier);
    ConfigOf<TokenizerOptions> typing(tokenizerFields(), description.typing);
    return {{"format", "headlight"},
            {"version", formatVersion},
            {"program", HEADLIGHT_VERSION},
            {"task", description.task},
            {"encoder", description.encoder},
            {"encoder_options", description.encoderConfig->toJson()},
            {"classifier", classifier.toJson()},
            {"labels", description.labels},
            {"typing", typing.toJson()},
            {"examples", description.examples}};
}

std::vector<std::string> stringList(const Json& document, const char* name, const std::string& where) {
    const Json& list = document.at(name);
    std::vector<std::string> strings;
    if (!list.is_array() || !std::all_of(list.begin(), list.end(), [](const Json& item) { return item.is_string(); }))
        throw Error(where + ": \"" + name + "\": expected a list of strings");
    for (const Json& item : list)
        strings.push_back(item.get<std::string>());
    return strings;
}

std::string stringOf(const Json& document, const char* name, const std::string& where) {
    const Json& value = document.at(name);
    if (!value.is_string())
        throw Error(where + ": \"" + name + "\": expected a string");
    return value.get<std::string>();
}

void checkHeader(const Json& document, const std::string& where) {
    if (!document.is_object() || !document.contains("format") || document["format"] != "headlight")
        throw Error(where + ": expected a Headlight model (\"format\": \"headlight\")");
    if (!document.contains("version") || !document["version"].is_number_integer())
        throw Error(where + ": \"version\": expected a whole number");
    const auto version = document["version"].get<std::int64_t>();
    if (version != formatVersion)
        throw Error(where + ": version " + std::to_string(version) +
                    " of the model format, this program reads version " + std::to_string(formatVersion) +
                    (version > formatVersion ? ": open it with a newer Headlight" : ""));
    const std::vector<std::string> known = {"format",          "version",    "program", "task",   "encoder",
                                            "encoder_options", "classifier", "labels",  "typing", "examples"};
    for (const auto& [name, value] : document.items())
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Error(where + ": unknown entry \"" + printable(name, 80) + "\"." + suggestion(name, known));
    for (const std::string& name : known)
        if (!document.contains(name))
            throw Error(where + ": \"" + name + "\" is missing");
}

ModelDescription parseDescription(const Json& document, const std::string& where) {
    checkHeader(document, where);
    ModelDescription description;
    try {
        description.task = taskRow(stringOf(document, "task", where)).id;
    } catch (const Error& error) {
        throw Error(where + ": " + error.what());
    }
    description.encoder = stringOf(document, "encoder", where);
    try {
        description.encoderConfig = encoderRow(description.encoder).makeConfig();
    } catch (const Error& error) {
        throw Error(where + ": " + error.what());
    }
    description.encoderConfig->fromJson(document["encoder_options"], where + ": \"encoder_options\"");
    ConfigOf<ClassifierOptions> classifier(classifierFields());
    classifier.fromJson(document["classifier"], where + ": \"classifier\"");
    description.classifier = classifier.value;
    ConfigOf<TokenizerOptions> typing(tokenizerFields());
    typing.fromJson(document["typing"], where + ": \"typing\"");
    description.typing = typing.value;
    description.labels = stringList(document, "labels", where);
    description.examples = stringList(document, "examples", where);
    if (description.labels.empty() || description.labels.size() > mostLabels)
        throw Error(where + ": \"labels\": expected 1 to " + std::to_string(mostLabels) + " labels, got " +
                    std::to_string(description.labels.size()));
    if (std::set<std::string>(description.labels.begin(), description.labels.end()).size() != description.labels.size())
        throw Error(where + ": \"labels\": a label is there twice");
    return description;
}

std::vector<std::int64_t> diskShape(const Parameter& parameter) {
    const std::int64_t rows = parameter.value.rows(), columns = parameter.value.cols();
    switch (parameter.kind) {
    case Parameter::Kind::Weight:
        return {rows, columns};
    case Parameter::Kind::Bias:
        return {rows};
    case Parameter::Kind::Table:
        return {columns, rows};
    }
    return {};
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t size : shape)
        text += (text.empty() ? "[" : ", ") + std::to_string(size);
    return text.empty() ? "[]" : text + "]";
}

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A table's columns are its entries, so its memory is row-major [entries, width] as it stands.
std::vector<float> diskValues(const Parameter& parameter) {
    std::vector<float> values(std::size_t(parameter.value.size()));
    if (parameter.kind == Parameter::Kind::Weight)
        Eigen::Map<RowMajor>(values.data(), parameter.value.rows(), parameter.value.cols()) =
            parameter.value.cast<float>();
    else
        Eigen::Map<Eigen::MatrixXf>(values.data(), parameter.value.rows(), parameter.value.cols()) =
            parameter.value.cast<float>();
    return values;
}

void readParameter(const SafetensorsFile& file, const std::string& where, Parameter& parameter) {
    const std::string tensor = where + ": tensor \"" + parameter.name + "\": ";
    const TensorInfo& info = file.info(parameter.name);
    if (info.dtype != Dtype::F32 && info.dtype != Dtype::F16)
        throw Error(tensor + "expected F32 or F16, got " + dtypeName(info.dtype));
    if (info.shape != diskShape(parameter))
        throw Error(tensor + "expected shape " + shapeText(diskShape(parameter)) + ", got " + shapeText(info.shape));
    const std::vector<float> values = file.readFloat(parameter.name);
    for (const float value : values)
        if (!std::isfinite(value))
            throw Error(tensor + "holds a value that is no finite number");
    if (parameter.kind == Parameter::Kind::Weight)
        parameter.value =
            Eigen::Map<const RowMajor>(values.data(), parameter.value.rows(), parameter.value.cols()).cast<Real>();
    else
        parameter.value =
            Eigen::Map<const Eigen::MatrixXf>(values.data(), parameter.value.rows(), parameter.value.cols())
                .cast<Real>();
}

/// Says what a model folder is when this is none, or a part of it is missing. What is there and can't be read is told
/// by who reads it.
void checkPart(const std::filesystem::path& folder, const char* part) {
    using std::filesystem::file_type;
    const auto fail = [&](const std::string& what) {
        throw Error(folder.string() + (folder.empty() ? "" : ": ") + what +
                    "; a model folder has config.json, model.safetensors and vocab.txt (of a run, best/ and last/ are "
                    "such folders)");
    };
    std::error_code ignored;
    if (folder.empty())
        fail("no model folder is given");
    const file_type type = std::filesystem::status(folder, ignored).type();
    if (type == file_type::not_found)
        fail("there is no such folder");
    if (type == file_type::regular)
        fail("this is a file, not a folder");
    const file_type found = std::filesystem::status(folder / part, ignored).type();
    if (found == file_type::not_found)
        fail(std::string("there is no ") + part);
    if (found == file_type::directory)
        fail(std::string(part) + " is a folder, not a file");
    if (found == file_type::fifo || found == file_type::socket || found == file_type::block ||
        found == file_type::character)
        fail(std::string(part) + " is a pipe or a device, not a file");
}

/// How many values a model can have whose tensors are in the file: generous, so that a single wrong tensor is named,
/// but a wrong configuration does not exhaust the memory.
Index mostValues(const SafetensorsFile& file) {
    Index count = 1000000;
    for (const std::string& name : file.names())
        count += 2 * Index(file.info(name).elements());
    return count;
}

} // namespace

void saveModel(const SentenceClassifier& model, const std::filesystem::path& folder, StoredType type) {
    std::vector<std::vector<float>> values;
    std::vector<TensorView> tensors;
    for (std::size_t i = 0; i < model.parameters().size(); ++i) {
        const Parameter& parameter = model.parameters()[i];
        values.push_back(diskValues(parameter));
        tensors.push_back({parameter.name, diskShape(parameter), values.back().data(),
                           type == StoredType::Float16 ? Dtype::F16 : Dtype::F32});
    }
    std::string words;
    for (const std::string& token : model.vocabulary().tokens())
        words += token + "\n";
    writeFolder(folder, {{"config.json", jsonText(describe(model.description()), 2) + "\n"},
                         {"model.safetensors", safetensorsBytes(tensors, {{"format", "pt"}})},
                         {"vocab.txt", words}});
}

ModelDescription loadDescription(const std::filesystem::path& folder) {
    checkPart(folder, "config.json");
    const std::filesystem::path path = folder / "config.json";
    return parseDescription(parseJson(readFile(path, std::uint64_t(16) << 20), path.string()), path.string());
}

std::unique_ptr<SentenceClassifier> loadModel(const std::filesystem::path& folder) {
    ModelDescription description = loadDescription(folder);
    checkPart(folder, "vocab.txt");
    checkPart(folder, "model.safetensors");
    Vocabulary vocabulary = readVocabulary((folder / "vocab.txt").string());
    const std::filesystem::path path = folder / "model.safetensors";
    const SafetensorsFile file = SafetensorsFile::openWithGaps(path);
    std::unique_ptr<SentenceClassifier> model;
    try {
        model = std::make_unique<SentenceClassifier>(std::move(description), std::move(vocabulary), 0,
                                                     Parameters(mostValues(file)));
    } catch (const Error& error) {
        throw Error((folder / "config.json").string() + ": " + error.what());
    }
    std::vector<std::string> expected;
    for (std::size_t i = 0; i < model->parameters().size(); ++i) {
        expected.push_back(model->parameters()[i].name);
        if (!file.contains(expected.back()))
            throw Error(path.string() + ": tensor \"" + expected.back() +
                        "\": missing, although config.json describes it");
    }
    file.refuseGaps();
    for (std::size_t i = 0; i < model->parameters().size(); ++i)
        readParameter(file, path.string(), model->parameters()[i]);
    for (const std::string& name : file.names())
        if (std::find(expected.begin(), expected.end(), name) == expected.end())
            throw Error(path.string() + ": tensor \"" + printable(name, 80) +
                        "\": config.json describes no such tensor." + suggestion(name, expected));
    return model;
}

} // namespace headlight
