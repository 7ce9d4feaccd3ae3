#pragma once

#include "published_golden.h"

/// Golden folders of published models as GGUF files, made as llama.cpp's converter makes them.
namespace headlight::ggufcases {

using publishedgolden::Json;
using publishedgolden::jsonOf;
using publishedgolden::RowMajor;
namespace fs = std::filesystem;

/// Writes what the reader of GGUF is given.
class GgufBytes {
public:
    template <class Number>
    void add(Number number) {
        m_bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    void add(const std::string& text) {
        add(std::uint64_t(text.size()));
        m_bytes += text;
    }
    template <class Value>
    void key(const std::string& name, std::uint32_t type, const Value& value) {
        add(name);
        add(type);
        add(value);
        ++m_keys;
    }
    void key(const std::string& name, const std::string& text) { key(name, 8, text); }
    void key(const std::string& name, std::uint32_t number) { key(name, 4, number); }
    void key(const std::string& name, float number) { key(name, 6, number); }
    template <class Value>
    void key(const std::string& name, std::uint32_t type, const std::vector<Value>& values) {
        add(name);
        add(std::uint32_t(9));
        add(type);
        add(std::uint64_t(values.size()));
        for (const Value& value : values)
            add(value);
        ++m_keys;
    }
    std::uint64_t keys() const { return m_keys; }
    void pad() { m_bytes.resize((m_bytes.size() + 31) / 32 * 32); }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
    std::uint64_t m_keys = 0;
};

struct Tensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

/// A golden folder as llama.cpp's converter makes a file of it.
struct GgufCase {
    std::string folder, architecture;
    std::vector<std::pair<std::string, std::string>> names; ///< of modules, theirs and the file's; others are left out
    std::vector<std::pair<std::string, std::string>> sizes; ///< config.json's whole numbers and the file's keys
    std::vector<std::pair<std::string, std::string>> numbers = {};
    void (*convert)(Tensor&, const Json& config) = nullptr;
};

/// Rows of `width` numbers in another order: the i'th of the result is the one that `from` says.
inline void reorderRows(Tensor& tensor, const std::function<std::int64_t(std::int64_t)>& from) {
    const std::int64_t rows = tensor.shape[0], width = std::int64_t(tensor.values.size()) / rows;
    const std::vector<float> before = tensor.values;
    for (std::int64_t row = 0; row < rows; ++row)
        std::copy_n(before.begin() + from(row) * width, width, tensor.values.begin() + row * width);
}

/// Of each head's rows the halves take turns.
inline void convertLlama(Tensor& tensor, const Json& config) {
    const bool isQuery = tensor.name.find("attn_q.") != std::string::npos;
    if (!isQuery && tensor.name.find("attn_k.") == std::string::npos)
        return;
    const std::int64_t heads = config.at(isQuery ? "num_attention_heads" : "num_key_value_heads").get<std::int64_t>(),
                       width = tensor.shape[0] / heads;
    reorderRows(tensor, [=](std::int64_t row) {
        const std::int64_t within = row % width;
        return row - within + within % 2 * (width / 2) + within / 2;
    });
}

/// Gains are whole.
inline void convertGemma(Tensor& tensor, const Json&) {
    if (tensor.name.ends_with("norm.weight"))
        for (float& gain : tensor.values)
            gain += 1;
}

/// Matrices have their outputs first.
inline void convertGpt2(Tensor& tensor, const Json&) {
    if (tensor.shape.size() != 2 || !tensor.name.starts_with("blk."))
        return;
    const RowMajor turned =
        Eigen::Map<const RowMajor>(tensor.values.data(), tensor.shape[0], tensor.shape[1]).transpose();
    std::copy_n(turned.data(), turned.size(), tensor.values.begin());
    std::swap(tensor.shape[0], tensor.shape[1]);
}

/// All queries, all keys, all values, which each head has together.
inline void convertNeox(Tensor& tensor, const Json& config) {
    if (tensor.name.find("attn_qkv") == std::string::npos)
        return;
    const std::int64_t heads = config.at("num_attention_heads").get<std::int64_t>(),
                       width = tensor.shape[0] / (3 * heads);
    reorderRows(tensor, [=](std::int64_t row) {
        const std::int64_t part = row / (heads * width), head = row / width % heads;
        return (head * 3 + part) * width + row % width;
    });
}

inline std::vector<std::pair<std::string, std::string>> llamaModules(bool isLaterGemma = false) {
    const std::string theirs = "model.layers.#.", own = "blk.#.";
    std::vector<std::pair<std::string, std::string>> names = {
        {"model.embed_tokens", "token_embd"},
        {"model.norm", "output_norm"},
        {"lm_head", "output"},
        {theirs + "input_layernorm", own + "attn_norm"},
        {theirs + "pre_feedforward_layernorm", own + "ffn_norm"},
        {theirs + "post_feedforward_layernorm", own + "post_ffw_norm"}};
    names.emplace_back(theirs + "post_attention_layernorm", own + (isLaterGemma ? "post_attention_norm" : "ffn_norm"));
    for (const auto& [from, to] :
         {std::pair("self_attn.q_proj", "attn_q"), std::pair("self_attn.k_proj", "attn_k"),
          std::pair("self_attn.v_proj", "attn_v"), std::pair("self_attn.o_proj", "attn_output"),
          std::pair("self_attn.q_norm", "attn_q_norm"), std::pair("self_attn.k_norm", "attn_k_norm"),
          std::pair("mlp.gate_proj", "ffn_gate"), std::pair("mlp.up_proj", "ffn_up"),
          std::pair("mlp.down_proj", "ffn_down")})
        names.emplace_back(theirs + from, own + to);
    return names;
}

inline const std::vector<GgufCase>& ggufCases() {
    using Pairs = std::vector<std::pair<std::string, std::string>>;
    static const Pairs sizes = {{"hidden_size", "embedding_length"},
                                {"num_hidden_layers", "block_count"},
                                {"intermediate_size", "feed_forward_length"},
                                {"num_attention_heads", "attention.head_count"},
                                {"num_key_value_heads", "attention.head_count_kv"},
                                {"head_dim", "attention.key_length"},
                                {"max_position_embeddings", "context_length"},
                                {"sliding_window", "attention.sliding_window"},
                                {"n_embd", "embedding_length"},
                                {"n_layer", "block_count"},
                                {"n_head", "attention.head_count"},
                                {"n_positions", "context_length"}};
    static const Pairs numbers = {
        {"rms_norm_eps", "attention.layer_norm_rms_epsilon"},   {"layer_norm_eps", "attention.layer_norm_epsilon"},
        {"layer_norm_epsilon", "attention.layer_norm_epsilon"}, {"rope_theta", "rope.freq_base"},
        {"attn_logit_softcapping", "attn_logit_softcapping"},   {"final_logit_softcapping", "final_logit_softcapping"}};
    const std::string bert = "bert.encoder.layer.#.";
    static const std::vector<GgufCase> rows = {
        {"published/llama", "llama", llamaModules(), sizes, numbers, convertLlama},
        {"published/qwen2", "qwen2", llamaModules(), sizes, numbers},
        {"published/qwen3", "qwen3", llamaModules(), sizes, numbers},
        {"published/gemma", "gemma", llamaModules(), sizes, numbers, convertGemma},
        {"published/gemma2", "gemma2", llamaModules(true), sizes, numbers, convertGemma},
        {"published/gemma3", "gemma3", llamaModules(true), sizes, numbers, convertGemma},
        {"published/gpt2",
         "gpt2",
         {{"transformer.wte", "token_embd"},
          {"transformer.wpe", "position_embd"},
          {"transformer.h.#.ln_1", "blk.#.attn_norm"},
          {"transformer.h.#.attn.c_attn", "blk.#.attn_qkv"},
          {"transformer.h.#.attn.c_proj", "blk.#.attn_output"},
          {"transformer.h.#.ln_2", "blk.#.ffn_norm"},
          {"transformer.h.#.mlp.c_fc", "blk.#.ffn_up"},
          {"transformer.h.#.mlp.c_proj", "blk.#.ffn_down"},
          {"transformer.ln_f", "output_norm"}},
         sizes,
         numbers,
         convertGpt2},
        {"published/gpt_neox-pythia",
         "gptneox",
         {{"gpt_neox.embed_in", "token_embd"},
          {"embed_out", "output"},
          {"gpt_neox.layers.#.input_layernorm", "blk.#.attn_norm"},
          {"gpt_neox.layers.#.attention.query_key_value", "blk.#.attn_qkv"},
          {"gpt_neox.layers.#.attention.dense", "blk.#.attn_output"},
          {"gpt_neox.layers.#.post_attention_layernorm", "blk.#.ffn_norm"},
          {"gpt_neox.layers.#.mlp.dense_h_to_4h", "blk.#.ffn_up"},
          {"gpt_neox.layers.#.mlp.dense_4h_to_h", "blk.#.ffn_down"},
          {"gpt_neox.final_layer_norm", "output_norm"}},
         sizes,
         numbers,
         convertNeox},
        {"published/phi",
         "phi2",
         {{"model.embed_tokens", "token_embd"},
          {"lm_head", "output"},
          {"model.layers.#.input_layernorm", "blk.#.attn_norm"},
          {"model.layers.#.self_attn.q_proj", "blk.#.attn_q"},
          {"model.layers.#.self_attn.k_proj", "blk.#.attn_k"},
          {"model.layers.#.self_attn.v_proj", "blk.#.attn_v"},
          {"model.layers.#.self_attn.dense", "blk.#.attn_output"},
          {"model.layers.#.mlp.fc1", "blk.#.ffn_up"},
          {"model.layers.#.mlp.fc2", "blk.#.ffn_down"},
          {"model.final_layernorm", "output_norm"}},
         sizes,
         numbers},
        {"bert/masked",
         "bert",
         {{"bert.embeddings.word_embeddings", "token_embd"},
          {"bert.embeddings.position_embeddings", "position_embd"},
          {"bert.embeddings.token_type_embeddings", "token_types"},
          {"bert.embeddings.LayerNorm", "token_embd_norm"},
          {bert + "attention.self.query", "blk.#.attn_q"},
          {bert + "attention.self.key", "blk.#.attn_k"},
          {bert + "attention.self.value", "blk.#.attn_v"},
          {bert + "attention.output.dense", "blk.#.attn_output"},
          {bert + "attention.output.LayerNorm", "blk.#.attn_output_norm"},
          {bert + "intermediate.dense", "blk.#.ffn_up"},
          {bert + "output.dense", "blk.#.ffn_down"},
          {bert + "output.LayerNorm", "blk.#.layer_output_norm"}},
         sizes,
         numbers}};
    return rows;
}

/// "h.12.attn" as "h.#.attn", and the number.
inline std::pair<std::string, std::string> withoutNumber(const std::string& name) {
    const std::size_t begin = name.find_first_of("0123456789");
    if (begin == std::string::npos || name[begin - 1] != '.')
        return {name, ""};
    const std::size_t end = name.find('.', begin);
    return {name.substr(0, begin) + '#' + name.substr(end), name.substr(begin, end - begin)};
}

inline std::vector<Tensor> tensorsFor(const GgufCase& from, const fs::path& folder, const Json& config) {
    const SafetensorsFile file = SafetensorsFile::open(folder / "model.safetensors");
    std::vector<Tensor> tensors;
    for (const std::string& name : file.names()) {
        const std::size_t point = name.rfind('.');
        const auto [module, number] = withoutNumber(name.substr(0, point));
        for (const auto& [theirs, own] : from.names)
            if (theirs == module) {
                std::string renamed = own + name.substr(point);
                if (const std::size_t place = renamed.find('#'); place != std::string::npos)
                    renamed.replace(place, 1, number);
                Tensor& tensor = tensors.emplace_back(Tensor{renamed, file.info(name).shape, file.readFloat(name)});
                if (from.convert)
                    from.convert(tensor, config);
            }
    }
    return tensors;
}

inline void addVocabulary(GgufBytes& keys, std::size_t size) {
    keys.key("tokenizer.ggml.model", std::string("llama"));
    std::vector<std::string> tokens = {"<unk>", "<s>", "</s>", "\u2581"};
    for (int letter = 'a'; tokens.size() < size; ++letter)
        tokens.push_back(letter <= 'z' ? std::string(1, char(letter)) : "\u2581" + std::string(1, char(letter - 26)));
    std::vector<std::int32_t> types(size, 1);
    types[0] = 2;
    types[1] = types[2] = 3;
    keys.key("tokenizer.ggml.tokens", 8, tokens);
    keys.key("tokenizer.ggml.scores", 6, std::vector<float>(size, 0));
    keys.key("tokenizer.ggml.token_type", 5, types);
    keys.key("tokenizer.ggml.bos_token_id", 1u);
}

inline std::string asGguf(const GgufCase& from, const fs::path& folder, const std::string& architecture) {
    const Json config = jsonOf(folder / "config.json");
    const std::vector<Tensor> tensors = tensorsFor(from, folder, config);
    GgufBytes keys;
    keys.key("general.architecture", architecture);
    const auto isThere = [&](const std::string& entry) { return config.contains(entry) && config[entry].is_number(); };
    for (const auto& [entry, key] : from.sizes)
        if (isThere(entry))
            keys.key(architecture + "." + key, config[entry].get<std::uint32_t>());
    for (const auto& [entry, key] : from.numbers)
        if (isThere(entry))
            keys.key(architecture + "." + key, config[entry].get<float>());
    if (isThere("rotary_pct") || isThere("partial_rotary_factor")) {
        keys.key(architecture + ".rope.dimension_count", 4u); // half of 8, and 0.4 of 10
        keys.key(architecture + ".use_parallel_residual", 7, std::uint8_t(1));
    }
    if (config.contains("rope_scaling") && config["rope_scaling"].is_object()) {
        keys.key(architecture + ".rope.scaling.type", std::string("linear"));
        keys.key(architecture + ".rope.scaling.factor", config["rope_scaling"]["factor"].get<float>());
    }
    addVocabulary(keys, config.at("vocab_size").get<std::size_t>());
    GgufBytes out;
    out.add(std::uint32_t(0x46554747)); // "GGUF"
    out.add(std::uint32_t(3));
    out.add(std::uint64_t(tensors.size()));
    out.add(keys.keys());
    std::uint64_t offset = 0;
    GgufBytes list, numbers;
    for (const Tensor& tensor : tensors) {
        list.add(tensor.name);
        list.add(std::uint32_t(tensor.shape.size()));
        for (std::size_t axis = tensor.shape.size(); axis-- > 0;)
            list.add(std::uint64_t(tensor.shape[axis]));
        list.add(std::uint32_t(0));
        list.add(offset);
        for (const float value : tensor.values)
            numbers.add(value);
        numbers.pad();
        offset = numbers.bytes().size();
    }
    std::string bytes = out.bytes() + keys.bytes() + list.bytes();
    bytes.resize((bytes.size() + 31) / 32 * 32);
    return bytes + numbers.bytes();
}

} // namespace headlight::ggufcases
