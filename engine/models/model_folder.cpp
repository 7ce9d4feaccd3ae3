#include "models/model_folder.h"

#include "core/files.h"
#include "core/hash.h"
#include "core/json_text.h"
#include "core/paths.h"
#include "data/corpus.h"
#include "models/safetensors.h"

#include <algorithm>
#include <limits>
#include <set>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;
constexpr int formatVersion = 1;
constexpr const char* predicatesEntry = "predicates";  ///< of tasks that have some
constexpr const char* countsEntry = "sentence_counts"; ///< of tasks that choose sentences
constexpr const char* wordsEntry = "words";            ///< fingerprint of vocab.txt; the first folders have none

/// A text, or with the labels of its tokens an object.
Json examplesEntry(const std::vector<ExampleText>& examples) {
    Json list = Json::array();
    for (const ExampleText& example : examples)
        if (example.labels.empty())
            list.push_back(example.text);
        else
            list.push_back({{"text", example.text}, {"labels", example.labels}});
    return list;
}

/// Lists, not an object of its words: that takes the square of their number to read.
Json countsObject(const SentenceCounts& counts) {
    Json words = Json::array(), numbers = Json::array();
    for (const auto& [word, count] : counts.words) {
        words.push_back(word);
        numbers.push_back(count);
    }
    return {{"sentences", counts.sentences}, {"words", std::move(words)}, {"counts", std::move(numbers)}};
}

std::string wordsFile(const Vocabulary& vocabulary) {
    std::string words;
    for (const std::string& token : vocabulary.tokens())
        words += token + "\n";
    return words;
}

/// What tells the words of another model: the file is easily exchanged, and as many words in another order fit as well.
std::string fingerprintOfWords(const Vocabulary& vocabulary) {
    Fnv1a hash;
    hash.add(wordsFile(vocabulary));
    return std::to_string(hash.value());
}

Json describe(const ModelDescription& description, const Vocabulary& vocabulary) {
    ConfigOf<ClassifierOptions> classifier(classifierFields(), description.classifier);
    ConfigOf<TokenizerOptions> tokenizer(tokenizerFields(), description.tokenizer);
    Json document = {{"format", "headlight"},
                     {"version", formatVersion},
                     {"program", HEADLIGHT_VERSION},
                     {"task", description.task},
                     {"encoder", description.encoder},
                     {"encoder_options", description.encoderConfig->toJson()},
                     {"classifier", classifier.toJson()},
                     {"labels", description.labels},
                     {"typing", tokenizer.toJson()},
                     {wordsEntry, fingerprintOfWords(vocabulary)},
                     {"examples", examplesEntry(description.examples)}};
    if (!description.predicates.empty())
        document[predicatesEntry] = description.predicates;
    if (description.sentenceCounts.sentences > 0)
        document[countsEntry] = countsObject(description.sentenceCounts);
    return document;
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

std::vector<ExampleText> exampleList(const Json& list, const std::string& where) {
    if (!list.is_array())
        throw Error(where + ": expected a list");
    std::vector<ExampleText> examples;
    for (const Json& item : list) {
        const bool isText = item.is_string(), isObject = item.is_object() && item.size() == 2 &&
                                                         item.contains("text") && item["text"].is_string() &&
                                                         item.contains("labels");
        if (!isText && !isObject)
            throw Error(where + ": expected a text, or an object of \"text\" and \"labels\"");
        ExampleText& example = examples.emplace_back();
        example.text = (isText ? item : item["text"]).get<std::string>();
        if (isObject)
            example.labels = stringList(item, "labels", where);
    }
    return examples;
}

SentenceCounts readCounts(const Json& entry, const std::string& where) {
    const auto isCount = [](const Json& value, std::int64_t most) {
        return value.is_number_unsigned() && value.get<std::uint64_t>() > 0 &&
               value.get<std::uint64_t>() <= std::uint64_t(most);
    };
    if (!entry.is_object() || entry.size() != 3 || !entry.contains("sentences") || !entry.contains("words") ||
        !entry.contains("counts") || !isCount(entry["sentences"], std::numeric_limits<std::int64_t>::max()))
        throw Error(where +
                    ": expected an object of \"sentences\", which is a number above 0, \"words\" and \"counts\"");
    SentenceCounts counts{entry["sentences"].get<std::int64_t>()};
    const std::vector<std::string> words = stringList(entry, "words", where);
    const Json& numbers = entry["counts"];
    if (!numbers.is_array() || numbers.size() != words.size())
        throw Error(where + ": \"counts\": expected a number for each word");
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (!isCount(numbers[k], counts.sentences))
            throw Error(where + ": \"counts\": expected 1 to " + std::to_string(counts.sentences) +
                        ", the number of sentences");
        if (!counts.words.emplace(words[k], numbers[k].get<std::int64_t>()).second)
            throw Error(where + ": \"words\": \"" + printable(words[k], 40) + "\" is there twice");
    }
    return counts;
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
        if (name != predicatesEntry && name != countsEntry && name != wordsEntry &&
            std::find(known.begin(), known.end(), name) == known.end())
            throw Error(where + ": unknown entry \"" + printable(name, 80) + "\"." + suggestion(name, known));
    for (const std::string& name : known)
        if (!document.contains(name))
            throw Error(where + ": \"" + name + "\" is missing");
    if (document.contains(wordsEntry) && !document[wordsEntry].is_string())
        throw Error(where + ": \"" + wordsEntry + "\": expected the fingerprint of vocab.txt");
}

Json readConfig(const std::filesystem::path& folder) {
    checkModelPart(folder, "config.json");
    const std::filesystem::path path = folder / "config.json";
    return parseJson(readFile(path, std::uint64_t(16) << 20), path.string());
}

/// Those of vocab.txt. Error where the configuration says that the model was trained with others.
Vocabulary readOwnWords(const std::filesystem::path& folder, const Json& config) {
    checkModelPart(folder, "vocab.txt");
    const std::string path = (folder / "vocab.txt").string();
    Vocabulary vocabulary = readVocabulary(path);
    if (config.contains(wordsEntry) && config[wordsEntry] != fingerprintOfWords(vocabulary))
        throw Error(path + ": these are not the words that the model was trained with: put its own file back");
    return vocabulary;
}

ModelDescription parseDescription(const Json& document, const std::string& where) {
    checkHeader(document, where);
    ModelDescription description;
    try {
        description.task = headTaskRow(stringOf(document, "task", where)).id;
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
    ConfigOf<TokenizerOptions> tokenizer(tokenizerFields());
    tokenizer.fromJson(document["typing"], where + ": \"typing\"");
    description.tokenizer = tokenizer.value;
    description.labels = stringList(document, "labels", where);
    description.examples = exampleList(document["examples"], where + ": \"examples\"");
    if (document.contains(predicatesEntry))
        description.predicates = stringList(document, predicatesEntry, where);
    if (!std::is_sorted(description.predicates.begin(), description.predicates.end()))
        throw Error(where + ": \"" + predicatesEntry + "\": expected words in alphabetical order");
    if (document.contains(countsEntry))
        description.sentenceCounts = readCounts(document[countsEntry], where + ": \"" + countsEntry + '"');
    if (description.labels.empty() || description.labels.size() > mostLabels)
        throw Error(where + ": \"labels\": expected 1 to " + std::to_string(mostLabels) + " labels, got " +
                    std::to_string(description.labels.size()));
    if (std::set<std::string>(description.labels.begin(), description.labels.end()).size() != description.labels.size())
        throw Error(where + ": \"labels\": a label is there twice");
    return description;
}

/// "; this one has tiny.gguf, README.md and 3 more", and nothing where there is none, or no folder.
std::string whatIsIn(const std::filesystem::path& folder) {
    constexpr std::size_t most = 4, looked = 1000, longest = 60;
    std::set<std::string> names;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(folder, failed), end;
         !failed && entry != end && names.size() < looked; entry.increment(failed))
        names.insert(entry->path().filename().string() + (entry->is_directory(failed) ? "/" : ""));
    std::string text;
    std::size_t told = 0;
    for (const std::string& name : names)
        if (told < most) {
            text += (told > 0 ? ", " : "") + printable(name, longest);
            ++told;
        }
    if (names.size() > told)
        text += " and " + std::to_string(names.size() - told) + " more";
    return text.empty() ? text : "; this one has " + text;
}

} // namespace

void checkModelPart(const std::filesystem::path& folder, const char* part, const char* parts) {
    using std::filesystem::file_type;
    const auto fail = [&](const std::string& what) {
        throw Error(folder.string() + (folder.empty() ? "" : ": ") + what + "; " + parts +
                    " (of a run, best/ and last/ are such folders)" + whatIsIn(folder));
    };
    std::error_code ignored;
    if (folder.empty())
        fail("no model folder is given");
    const file_type type = std::filesystem::status(folder, ignored).type();
    if (type == file_type::not_found && std::filesystem::is_symlink(folder, ignored))
        fail("it links to " + shownPath(std::filesystem::read_symlink(folder, ignored)) + ", which is not there");
    if (type == file_type::not_found)
        fail("there is no such folder");
    if (type == file_type::regular) {
        constexpr std::uint64_t longestPointer = 1024;
        if (std::filesystem::file_size(folder, ignored) < longestPointer)
            readFile(folder); // which tells a pointer of Git LFS
        fail("this is a file, not a folder");
    }
    const auto isNoFile = [](file_type its) {
        return its == file_type::fifo || its == file_type::socket || its == file_type::block ||
               its == file_type::character;
    };
    if (isNoFile(type))
        fail("this is a pipe or a device, not a folder");
    const file_type found = typeAt(folder / part);
    if (found == file_type::not_found && std::filesystem::is_symlink(folder / part, ignored))
        fail(std::string(part) + " links to " + shownPath(std::filesystem::read_symlink(folder / part, ignored)) +
             ", which is not there");
    if (found == file_type::not_found)
        fail(std::string("there is no ") + part);
    if (found == file_type::directory)
        fail(std::string(part) + " is a folder, not a file");
    if (isNoFile(found))
        fail(std::string(part) + " is a pipe or a device, not a file");
}

void saveModel(const TaskNetwork& model, const std::filesystem::path& folder, StoredType type) {
    writeFolder(folder, {{"config.json", jsonText(describe(model.description(), model.vocabulary()), 2) + "\n"},
                         {"model.safetensors", parametersFile(model.parameters(), type)},
                         {"vocab.txt", wordsFile(model.vocabulary())}});
}

ModelDescription loadDescription(const std::filesystem::path& folder) {
    return parseDescription(readConfig(folder), (folder / "config.json").string());
}

std::unique_ptr<TaskNetwork> loadModel(const std::filesystem::path& folder, Values values) {
    const Json config = readConfig(folder);
    ModelDescription description = parseDescription(config, (folder / "config.json").string());
    Vocabulary vocabulary = readOwnWords(folder, config);
    checkModelPart(folder, "model.safetensors");
    const std::filesystem::path path = folder / "model.safetensors";
    const auto file = std::make_shared<const SafetensorsFile>(SafetensorsFile::openWithGaps(path));
    std::unique_ptr<TaskNetwork> model;
    try {
        model = std::make_unique<TaskNetwork>(std::move(description), std::move(vocabulary), 0,
                                              Parameters::toBeRead(mostValues(*file)));
    } catch (const Error& error) {
        throw Error((folder / "config.json").string() + ": " + error.what());
    }
    fillParameters(values, file, path.string(), model->parameters());
    return model;
}

} // namespace headlight
