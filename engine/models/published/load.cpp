#include "models/published/load.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "models/published/names.h"
#include "models/weights/weights_formats.h"

namespace headlight {

PublishedDescription describedBy(const std::filesystem::path& folder) {
    constexpr std::uint64_t longest = std::uint64_t(16) << 20;
    const std::filesystem::path path = folder / "config.json";
    const nlohmann::ordered_json document = parseJson(readFile(path, longest), path.string());
    const ConfigEntries config(document, path.string());
    const Architecture* architecture = architectureIn(document);
    if (!architecture) {
        config.text("model_type"); // which may be missing
        std::string types;
        for (const Architecture& known : architectures())
            types += (types.empty() ? "" : " | ") + known.type;
        config.refuse("model_type", types);
    }
    PublishedDescription described{architecture, architecture->shape(config)};
    described.shape.ends = config.ids("eos_token_id", described.shape.embeddings.vocabulary);
    return described;
}

std::unique_ptr<PublishedNetwork> loadPublished(const std::filesystem::path& folder, Values values) {
    const PublishedDescription described = describedBy(folder);
    const std::filesystem::path weights = weightsIn(folder);
    const std::shared_ptr<const TensorFile> file = openWeights(weights);
    std::unique_ptr<PublishedNetwork> network;
    try {
        network = std::make_unique<PublishedNetwork>(described.shape, Parameters::toBeRead(mostValues(*file)));
    } catch (const Error& error) {
        throw Error((folder / "config.json").string() + ": " + error.what());
    }
    const auto tensors =
        tensorsOf(*described.architecture, described.shape, network->parameters(), file, weights.string());
    fillParameters(values, tensors, weights.string(), network->parameters());
    return network;
}

void checkVocabulary(const Tokenizer& tokenizer, const EmbeddingShape& embeddings, const std::string& where) {
    if (Index(tokenizer.size()) > embeddings.vocabulary)
        throw Error(where + ": the tokenizer has " + std::to_string(tokenizer.size()) +
                    " entries, the model vectors for " + std::to_string(embeddings.vocabulary) +
                    "; they belong to different models");
}

} // namespace headlight
