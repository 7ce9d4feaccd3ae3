#include "models/translator_folder.h"

#include "core/files.h"
#include "core/hash.h"
#include "core/json_text.h"
#include "encoders/registry.h"
#include "models/model_folder.h"
#include "models/safetensors.h"

#include <algorithm>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;
constexpr int translatorVersion = 1;
constexpr std::uint64_t mostConfigBytes = std::uint64_t(16) << 20, mostVocabularyBytes = std::uint64_t(256) << 20;

/// The two files of a language.
struct WordFiles {
    const char *merges, *vocabulary;
};
constexpr WordFiles sourceFiles{"merges.txt", "vocab.txt"}, targetFiles{"target.merges.txt", "target.vocab.txt"};

constexpr const char* translatorParts =
    "the folder of a translation model has config.json, model.safetensors, merges.txt and vocab.txt, and, unless both "
    "languages share these, target.merges.txt and target.vocab.txt";

/// What tells merges and words of another model: config.json has it, and the files are as easily exchanged as any.
std::string fingerprintOf(const std::string& file) {
    Fnv1a hash;
    hash.add(file);
    return std::to_string(hash.value());
}

std::string vocabularyFile(const TokenTable& tokens) {
    std::string content;
    for (const std::string& token : tokens.tokens())
        content += token + "\n";
    return content;
}

/// The options of both stacks, as the encoder's row has them.
std::unique_ptr<Config> stackConfig(const TransformerOptions& stack) {
    auto config = encoderRow("transformer").makeConfig();
    dynamic_cast<ConfigOf<TransformerOptions>&>(*config).value = stack;
    return config;
}

Json describeTranslator(const TranslatorDescription& description) {
    Json examples = Json::array();
    for (const ExampleText& example : description.examples)
        examples.push_back(example.text);
    return {{"format", translatorFormat},
            {"version", translatorVersion},
            {"program", HEADLIGHT_VERSION},
            {"stack", stackConfig(description.stack)->toJson()},
            {"keep", description.keep},
            {"translation", ConfigOf<TranslationSetup>(translationFields(), description.setup).toJson()},
            {"typing", ConfigOf<TokenizerOptions>(tokenizerFields(), description.typing).toJson()},
            {"merges",
             {fingerprintOf(bytePairsFile(description.source.pairs)),
              fingerprintOf(bytePairsFile(description.target.pairs))}},
            {"words",
             {fingerprintOf(vocabularyFile(description.source.tokens)),
              fingerprintOf(vocabularyFile(description.target.tokens))}},
            {"languages", {description.from, description.to}},
            {"examples", std::move(examples)}};
}

TokenTable readVocabularyFile(const std::filesystem::path& path) {
    const std::string content = readFile(path, mostVocabularyBytes);
    TokenTable tokens;
    int number = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string token = content.substr(begin, end - begin);
        begin = end + 1;
        if (token.ends_with('\r'))
            token.pop_back();
        if (const std::string problem = tokens.add(token, number++); !problem.empty())
            throw Error(path.string() + ", line " + std::to_string(number) + ": " + problem);
    }
    const TokenTable marks = TranslationWords().tokens;
    for (int id = 0; id < marks.size(); ++id)
        if (id >= tokens.size() || tokens.token(id) != marks.token(id))
            throw Error(path.string() + ", line " + std::to_string(id + 1) + ": expected the mark " + marks.token(id));
    return tokens;
}

/// `language`: 0 the source's, 1 the translation's.
TranslationWords readWords(const std::filesystem::path& folder, const WordFiles& files, const Json& document,
                           std::size_t language) {
    checkModelPart(folder, files.merges, translatorParts);
    checkModelPart(folder, files.vocabulary, translatorParts);
    TranslationWords words;
    words.pairs = readBytePairs(folder / files.merges);
    if (document["merges"][language] != fingerprintOf(bytePairsFile(words.pairs)))
        throw Error((folder / files.merges).string() +
                    ": these are not the merges that the model was trained with: put its own file back");
    words.tokens = readVocabularyFile(folder / files.vocabulary);
    if (document.contains("words") && document["words"][language] != fingerprintOf(vocabularyFile(words.tokens)))
        throw Error((folder / files.vocabulary).string() +
                    ": these are not the words that the model was trained with: put its own file back");
    return words;
}

void checkEntries(const Json& document, const std::string& where) {
    const std::vector<std::string> known = {"format", "version", "program", "stack",     "keep",    "translation",
                                            "typing", "merges",  "words",   "languages", "examples"};
    if (!document.is_object() || !document.contains("format") || document["format"] != translatorFormat)
        throw Error(where + ": expected a translation model (\"format\": \"" + translatorFormat + "\")");
    if (!document.contains("version") || document["version"] != translatorVersion)
        throw Error(where + ": \"version\": this program reads version " + std::to_string(translatorVersion));
    for (const auto& [name, value] : document.items())
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Error(where + ": unknown entry \"" + printable(name, 80) + "\"." + suggestion(name, known));
    for (const std::string& name : known)
        if (!document.contains(name) && name != "words" && name != "languages") // which the first folders did not have
            throw Error(where + ": \"" + name + "\" is missing");
    for (const char* name : {"merges", "words"})
        if (document.contains(name) && (!document[name].is_array() || document[name].size() != 2))
            throw Error(where + ": \"" + name + "\": expected the fingerprints of two files");
    const auto isString = [](const Json& item) { return item.is_string(); };
    if (const auto languages = document.find("languages");
        languages != document.end() && (!languages->is_array() || languages->size() != 2 ||
                                        !std::all_of(languages->begin(), languages->end(), isString)))
        throw Error(where + ": \"languages\": expected two codes of languages");
    const Json& keep = document["keep"];
    if (!keep.is_number() || keep.get<double>() <= 0 || keep.get<double>() > 1)
        throw Error(where + ": \"keep\": expected a number above 0, at most 1");
    const Json& examples = document["examples"];
    if (!examples.is_array() || !std::all_of(examples.begin(), examples.end(), isString))
        throw Error(where + ": \"examples\": expected a list of strings");
}

TranslatorDescription readDescription(const std::filesystem::path& folder) {
    checkModelPart(folder, "config.json");
    const std::string where = (folder / "config.json").string();
    const Json document = parseJson(readFile(where, mostConfigBytes), where);
    checkEntries(document, where);
    TranslatorDescription description;
    const auto stack = encoderRow("transformer").makeConfig();
    stack->fromJson(document["stack"], where + ": \"stack\"");
    description.stack = dynamic_cast<const ConfigOf<TransformerOptions>&>(*stack).value;
    description.keep = document["keep"].get<double>();
    ConfigOf<TranslationSetup> setup(translationFields());
    setup.fromJson(document["translation"], where + ": \"translation\"");
    description.setup = setup.value;
    ConfigOf<TokenizerOptions> typing(tokenizerFields());
    typing.fromJson(document["typing"], where + ": \"typing\"");
    description.typing = typing.value;
    for (const Json& example : document["examples"])
        description.examples.push_back({example.get<std::string>()});
    if (document.contains("languages")) {
        description.from = document["languages"][0].get<std::string>();
        description.to = document["languages"][1].get<std::string>();
    }
    description.source = readWords(folder, sourceFiles, document, 0);
    description.target =
        description.setup.jointMerges ? description.source : readWords(folder, targetFiles, document, 1);
    return description;
}

} // namespace

void saveTranslator(const Translator& translator, const std::filesystem::path& folder, StoredType type) {
    const TranslatorDescription& description = translator.description();
    std::vector<FolderFile> files = {{"config.json", jsonText(describeTranslator(description), 2) + "\n"},
                                     {"model.safetensors", parametersFile(translator.network().parameters(), type)},
                                     {sourceFiles.merges, bytePairsFile(description.source.pairs)},
                                     {sourceFiles.vocabulary, vocabularyFile(description.source.tokens)}};
    if (!description.setup.jointMerges) {
        files.push_back({targetFiles.merges, bytePairsFile(description.target.pairs)});
        files.push_back({targetFiles.vocabulary, vocabularyFile(description.target.tokens)});
    }
    writeFolder(folder, files);
}

std::unique_ptr<Translator> loadTranslator(const std::filesystem::path& folder, Values values) {
    TranslatorDescription description = readDescription(folder);
    checkModelPart(folder, "model.safetensors", translatorParts);
    const std::filesystem::path path = folder / "model.safetensors";
    const auto file = std::make_shared<const SafetensorsFile>(SafetensorsFile::openWithGaps(path));
    std::unique_ptr<Translator> translator;
    try {
        translator = std::make_unique<Translator>(std::move(description), 0, Parameters::toBeRead(mostValues(*file)));
    } catch (const Error& error) {
        throw Error((folder / "config.json").string() + ": " + error.what());
    }
    fillParameters(values, file, path.string(), translator->network().parameters());
    return translator;
}

bool isTranslatorFolder(const std::filesystem::path& folder) {
    try {
        checkModelPart(folder, "config.json");
        const std::filesystem::path path = folder / "config.json";
        const Json document = parseJson(readFile(path, mostConfigBytes), path.string());
        return document.is_object() && document.contains("format") && document["format"] == translatorFormat;
    } catch (const Error&) {
        return false;
    }
}

} // namespace headlight
