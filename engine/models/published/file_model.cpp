#include "models/published/file_model.h"

#include "core/error.h"
#include "core/json_text.h"
#include "models/published/gguf_kinds.h"
#include "models/published/load.h"
#include "models/weights/gguf_vocabulary.h"
#include "models/weights/llama2c_file.h"
#include "models/weights/weights_formats.h"
#include "text/pipeline/llama2c_tokenizer.h"

#include <optional>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// Meta's own names.
std::vector<TensorName> llama2cNames() {
    return {{"embeddings.words", "tok_embeddings.weight"},
            {"layers.#.self_norm", "layers.#.attention_norm"},
            {"layers.#.self.query", "layers.#.attention.wq"},
            {"layers.#.self.key", "layers.#.attention.wk"},
            {"layers.#.self.value", "layers.#.attention.wv"},
            {"layers.#.self.output", "layers.#.attention.wo"},
            {"layers.#.feed_norm", "layers.#.ffn_norm"},
            {"layers.#.feed.gate", "layers.#.feed_forward.w1"},
            {"layers.#.feed.in", "layers.#.feed_forward.w3"},
            {"layers.#.feed.out", "layers.#.feed_forward.w2"},
            {"layers.final_norm", "norm"},
            {"top.scores", "output"}};
}

/// The values of a GGUF file as the entries of a config.json.
class GgufConfig {
public:
    GgufConfig(const GgufFile& file, const std::string& where, const GgufKind& kind) : m_file(file), m_where(where) {
        m_config["model_type"] = kind.type;
        m_config["architectures"] = {kind.top};
        m_prefix = kind.architecture + ".";
        for (const GgufEntry& entry : kind.entries)
            take(entry);
        takeRopeScaling();
        if (const GgufValue* const end = m_file.find("tokenizer.ggml.eos_token_id"); end && end->integer())
            m_config["eos_token_id"] = *end->integer();
        m_config["vocab_size"] = rowsOf("token_embd.weight");
        if (m_file.contains("token_types.weight"))
            m_config["type_vocab_size"] = rowsOf("token_types.weight");
        m_config["tie_word_embeddings"] = !m_file.contains("output.weight");
        if (kind.complete)
            kind.complete(m_config);
    }
    const Json& config() const { return m_config; }

private:
    std::optional<double> number(const std::string& key) const {
        const GgufValue* const value = m_file.find(m_prefix + key);
        return value ? value->number() : std::nullopt;
    }
    std::int64_t rowsOf(const std::string& tensor) const {
        const std::vector<std::int64_t>& shape = m_file.info(tensor).shape;
        if (shape.empty())
            throw Error(m_where + ": tensor \"" + tensor + "\": expected a matrix, got a number");
        return shape.front();
    }
    /// As llama.cpp reads them: a factor without a type is linear, and its older name is "rope.scale_linear".
    void takeRopeScaling() {
        const GgufValue* const type = m_file.find(m_prefix + "rope.scaling.type");
        const std::string scaling = type ? std::string(type->text().value_or("none")) : "linear";
        if (scaling != "none" && scaling != "linear")
            throw Error(m_where + ": \"" + m_prefix + "rope.scaling.type\": expected none or linear, got " +
                        printable(scaling, 40));
        std::optional<double> factor = number("rope.scaling.factor");
        if (!factor)
            factor = number("rope.scale_linear");
        if (scaling == "linear" && factor && *factor != 0) // which stands for none
            m_config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", *factor}};
    }
    void take(const GgufEntry& entry) {
        const std::string key = m_prefix + entry.key;
        const GgufValue* const value = m_file.find(key);
        if (!value && entry.isNeeded)
            throw Error(m_where + ": \"" + key + "\" is missing, so the model's sizes are not known");
        if (!value)
            return;
        if (const auto flag = value->boolean())
            m_config[entry.entry] = *flag;
        else if (const auto whole = value->integer())
            m_config[entry.entry] = *whole;
        else if (const auto number = value->number())
            m_config[entry.entry] = *number;
        else
            throw Error(m_where + ": \"" + key + "\": expected a number, got " + value->description());
    }

    const GgufFile& m_file;
    std::string m_where, m_prefix;
    Json m_config;
};

/// `published` is the row that the model is of, `own` has the file's names.
std::unique_ptr<PublishedModel> modelOf(const Architecture& published, const Architecture& own, NetworkShape shape,
                                        std::unique_ptr<Tokenizer> tokenizer, std::shared_ptr<const TensorFile> file,
                                        const std::string& where, Values values) {
    std::unique_ptr<PublishedNetwork> network = networkOf(own, std::move(shape), std::move(file), where, where, values);
    checkVocabulary(*tokenizer, network->shape().embeddings, where);
    return std::make_unique<PublishedModel>(published, std::move(network), std::move(tokenizer));
}

/// The rates of rotation that a file has are those that the plain ones are divided by.
void divideRates(Rotary& rotary, const GgufFile& file, const std::string& where) {
    const std::string name = "rope_freqs.weight";
    if (!file.contains(name))
        return;
    const std::vector<float> divisors = file.readFloat(name);
    if (divisors.size() != rotary.frequencies.size())
        throw Error(where + ": tensor \"" + name + "\": expected " + std::to_string(rotary.frequencies.size()) +
                    " numbers, got " + std::to_string(divisors.size()));
    for (std::size_t pair = 0; pair < divisors.size(); ++pair) {
        if (!(divisors[pair] > 0))
            throw Error(where + ": tensor \"" + name + "\": expected numbers above 0");
        rotary.frequencies[pair] /= double(divisors[pair]);
    }
}

std::unique_ptr<PublishedModel> openGguf(const std::filesystem::path& path, Values values) {
    const std::string where = path.string();
    const auto file = std::make_shared<const GgufFile>(GgufFile::open(path));
    const GgufValue* const named = file->find("general.architecture");
    const std::string name(named ? named->text().value_or("") : std::string_view());
    const GgufKind* kind = nullptr;
    std::string known;
    for (const GgufKind& row : ggufKinds()) {
        known += (known.empty() ? "" : ", ") + row.architecture;
        if (row.architecture == name)
            kind = &row;
    }
    if (!kind)
        throw Error(where + ": the architecture \"" + printable(name, 40) + "\" is not read from GGUF; it reads " +
                    known);
    if (!file->contains("token_embd.weight"))
        throw Error(where + ": it has no tensor \"token_embd.weight\"; is it a vocabulary alone?");
    std::unique_ptr<Tokenizer> tokenizer = ggufTokenizer(readGgufVocabulary(*file, where), where);
    const GgufConfig config(*file, where, *kind);
    const Architecture& published = *architectureOf(kind->type);
    const ConfigEntries entries(config.config(), where);
    NetworkShape shape = published.shape(entries);
    shape.ends = entries.ids("eos_token_id", shape.embeddings.vocabulary);
    for (Rotary& rotary : shape.stack.rotaries) {
        rotary.pairs = kind->pairs;
        divideRates(rotary, *file, where);
    }
    shape.stack.norm.offset = 0; // it was added when the file was written
    if (shape.stack.headNorm)
        shape.stack.headNorm->offset = 0;
    Architecture own = published;
    own.names = kind->names;
    own.ignored = {"rope_freqs.weight"};
    return modelOf(published, own, std::move(shape), std::move(tokenizer), file, where, values);
}

std::unique_ptr<Tokenizer> tokenizerBeside(const std::filesystem::path& path, std::int32_t tokens) {
    const std::filesystem::path folder = path.parent_path();
    const std::string numbered = "tok" + std::to_string(tokens) + ".bin";
    for (const std::string& name : {std::string("tokenizer.bin"), numbered})
        if (std::error_code ignored; std::filesystem::exists(folder / name, ignored))
            return readLlama2cTokenizer(folder / name);
    throw Error(path.string() + ": its tokenizer is not beside it; a file tokenizer.bin or " + numbered +
                " of llama2.c is needed there");
}

std::unique_ptr<PublishedModel> openLlama2c(const std::filesystem::path& path, Values values) {
    const std::string where = path.string();
    const auto file = std::make_shared<const Llama2cFile>(Llama2cFile::open(path));
    const Llama2cHeader& header = file->header();
    std::unique_ptr<Tokenizer> tokenizer = tokenizerBeside(path, header.vocabularySize);
    const Json config = {{"architectures", {"LlamaForCausalLM"}},
                         {"hidden_size", header.dim},
                         {"intermediate_size", header.hiddenDim},
                         {"num_hidden_layers", header.layers},
                         {"num_attention_heads", header.heads},
                         {"num_key_value_heads", header.keyValueHeads},
                         {"max_position_embeddings", header.sequenceLength},
                         {"vocab_size", header.vocabularySize},
                         {"rms_norm_eps", 1e-5}, // as its program has it
                         {"tie_word_embeddings", !header.hasClassifier}};
    const Architecture& published = *architectureOf("llama");
    NetworkShape shape = published.shape(ConfigEntries(config, where));
    shape.stack.rotaries.front().pairs = Rotary::Pairs::Neighbours;
    shape.ends = {1}; // its program ends a text where another one begins
    Architecture own = published;
    own.names = llama2cNames();
    own.ignored = {"freq_cis_real", "freq_cis_imag"};
    return modelOf(published, own, std::move(shape), std::move(tokenizer), file, where, values);
}

/// What opens a file of weights that has a model's description, too; null for others.
auto openerOf(const std::filesystem::path& path)
    -> std::unique_ptr<PublishedModel> (*)(const std::filesystem::path&, Values) {
    const std::string title = weightsFormat(path).title;
    return title == "GGUF" ? openGguf : title == "llama2.c" ? openLlama2c : nullptr;
}

} // namespace

bool isPublishedFile(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        return false;
    try {
        return openerOf(file);
    } catch (const Error&) { // of no known format
        return false;
    }
}

std::unique_ptr<PublishedModel> openPublishedFile(const std::filesystem::path& file, Values values) {
    return openerOf(file)(file, values);
}

} // namespace headlight
