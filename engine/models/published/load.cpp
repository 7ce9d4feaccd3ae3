#include "models/published/load.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "core/paths.h"
#include "models/published/names.h"
#include "models/weights/weights_formats.h"

namespace headlight {

namespace {

nlohmann::ordered_json documentIn(const std::filesystem::path& path) {
    constexpr std::uint64_t longest = std::uint64_t(16) << 20;
    return parseJson(readFile(path, longest), path.string());
}

/// Where config.json does not say which class its model is of, the tensors do.
void nameClass(nlohmann::ordered_json& document, const Architecture& architecture,
               const std::filesystem::path& folder) {
    const auto named = document.find("architectures");
    if (architecture.toldClasses.empty() || (named != document.end() && !named->is_null()))
        return;
    const auto file = openWeights(weightsIn(folder));
    for (const Architecture::ToldClass& row : architecture.toldClasses)
        if (row.tensor.empty() || file->contains(row.tensor)) {
            document["architectures"] = nlohmann::ordered_json::array({row.name});
            return;
        }
}

/// The tokens that end a text: generation_config.json has the last word, where chat models have the end of a turn, too.
std::vector<int> endsIn(const std::filesystem::path& folder, const ConfigEntries& config, Index words) {
    const std::filesystem::path path = folder / "generation_config.json";
    if (isThere(path)) {
        const nlohmann::ordered_json document = documentIn(path);
        const ConfigEntries entries(document, path.string());
        if (entries.has("eos_token_id"))
            return entries.ids("eos_token_id", words);
    }
    return config.ids("eos_token_id", words);
}

} // namespace

PublishedDescription describedBy(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "config.json";
    nlohmann::ordered_json document = documentIn(path);
    const ConfigEntries config(document, path.string());
    const Architecture* architecture = architectureIn(document);
    if (!architecture) {
        config.text("model_type"); // which may be missing
        std::string types;
        for (const Architecture& known : architectures())
            types += (types.empty() ? "" : " | ") + known.type;
        config.refuse("model_type", types);
    }
    nameClass(document, *architecture, folder);
    PublishedDescription described{architecture, architecture->shape(config)};
    described.shape.ends = endsIn(folder, config, described.shape.embeddings.vocabulary);
    return described;
}

std::unique_ptr<PublishedNetwork> networkOf(const Architecture& architecture, NetworkShape shape,
                                            std::shared_ptr<const TensorFile> file, const std::string& where,
                                            const std::string& described, Values values) {
    std::unique_ptr<PublishedNetwork> network;
    try {
        network = std::make_unique<PublishedNetwork>(std::move(shape), Parameters::toBeRead(mostValues(*file)));
    } catch (const Error& error) {
        throw Error(described + ": " + error.what());
    }
    const auto tensors = tensorsOf(architecture, network->shape(), network->parameters(), std::move(file), where);
    fillParameters(values, tensors, where, network->parameters());
    return network;
}

std::unique_ptr<PublishedNetwork> loadPublished(const std::filesystem::path& folder, Values values) {
    const PublishedDescription described = describedBy(folder);
    const std::filesystem::path weights = weightsIn(folder);
    return networkOf(*described.architecture, described.shape, openWeights(weights), weights.string(),
                     (folder / "config.json").string(), values);
}

void checkVocabulary(const Tokenizer& tokenizer, const EmbeddingShape& embeddings, const std::string& where) {
    if (Index(tokenizer.size()) > embeddings.vocabulary)
        throw Error(where + ": the tokenizer has " + std::to_string(tokenizer.size()) +
                    " entries, the model vectors for " + std::to_string(embeddings.vocabulary) +
                    "; they belong to different models");
}

} // namespace headlight
