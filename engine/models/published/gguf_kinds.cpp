#include "models/published/gguf_kinds.h"

#include <algorithm>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// Llama's, and of all that followed it.
std::vector<GgufEntry> ggufEntries(std::vector<GgufEntry> more = {}) {
    std::vector<GgufEntry> entries = {{"hidden_size", "embedding_length", true},
                                      {"num_hidden_layers", "block_count", true},
                                      {"intermediate_size", "feed_forward_length", true},
                                      {"num_attention_heads", "attention.head_count", true},
                                      {"num_key_value_heads", "attention.head_count_kv"},
                                      {"head_dim", "attention.key_length"},
                                      {"max_position_embeddings", "context_length"},
                                      {"rms_norm_eps", "attention.layer_norm_rms_epsilon"},
                                      {"rope_theta", "rope.freq_base"}};
    entries.insert(entries.end(), more.begin(), more.end());
    return entries;
}

std::vector<TensorName> ggufNames(const std::vector<TensorName>& more = {}) {
    std::vector<TensorName> names = {{"embeddings.words", "token_embd.weight"},
                                     {"layers.#.self_norm", "blk.#.attn_norm"},
                                     {"layers.#.self.query", "blk.#.attn_q"},
                                     {"layers.#.self.key", "blk.#.attn_k"},
                                     {"layers.#.self.value", "blk.#.attn_v"},
                                     {"layers.#.self.output", "blk.#.attn_output"},
                                     {"layers.#.self.query_norm", "blk.#.attn_q_norm"},
                                     {"layers.#.self.key_norm", "blk.#.attn_k_norm"},
                                     {"layers.#.feed_norm", "blk.#.ffn_norm"},
                                     {"layers.#.feed.gate", "blk.#.ffn_gate"},
                                     {"layers.#.feed.in", "blk.#.ffn_up"},
                                     {"layers.#.feed.out", "blk.#.ffn_down"},
                                     {"layers.final_norm", "output_norm"},
                                     {"top.scores", "output"}};
    names.insert(names.begin(), more.begin(), more.end());
    return names;
}

/// Queries, keys and values as one matrix.
std::vector<TensorName> ggufFusedNames() {
    std::vector<TensorName> names = {{"embeddings.positions", "position_embd.weight"}};
    for (const std::string& own : queryKeyValue())
        names.push_back({.own = own, .theirs = "blk.#.attn_qkv", .together = queryKeyValue()});
    return ggufNames(names);
}

/// One norm is before both parts of a layer.
std::vector<TensorName> ggufPhiNames() {
    std::vector<TensorName> names = ggufFusedNames();
    names.insert(names.begin(), {"layers.#.feed_norm", "blk.#.attn_norm"});
    return names;
}

std::vector<TensorName> ggufGemmaNames() {
    return ggufNames(
        {{"layers.#.self_after", "blk.#.post_attention_norm"}, {"layers.#.feed_after", "blk.#.post_ffw_norm"}});
}

std::vector<TensorName> ggufBertNames() {
    return ggufNames({{"embeddings.positions", "position_embd.weight"},
                      {"embeddings.types", "token_types.weight"},
                      {"embeddings.norm", "token_embd_norm"},
                      {"layers.#.self_norm", "blk.#.attn_output_norm"},
                      {"layers.#.feed_norm", "blk.#.layer_output_norm"}});
}

/// 0 where it is none.
std::int64_t ggufWhole(const Json& config, const char* entry) {
    const auto found = config.find(entry);
    return found != config.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

/// What scores are divided by the root of: the width of a head, but in the largest model, which is told by its layers.
void ggufGemmaScale(Json& config, std::int64_t layersOfLargest) {
    const std::int64_t heads = ggufWhole(config, "num_attention_heads"), width = ggufWhole(config, "head_dim");
    if (ggufWhole(config, "num_hidden_layers") == layersOfLargest && heads > 0)
        config["query_pre_attn_scalar"] = double(ggufWhole(config, "hidden_size")) / double(heads);
    else if (width > 0)
        config["query_pre_attn_scalar"] = width;
}

void completeGemma2(Json& config) {
    ggufGemmaScale(config, 46);
}

void completeGemma3(Json& config) {
    ggufGemmaScale(config, 62);
}

/// The share of a head's features that are turned, of their number.
void ggufShare(Json& config, const char* entry) {
    const std::int64_t width = ggufWhole(config, "hidden_size"), heads = ggufWhole(config, "num_attention_heads");
    if (config.contains(entry) && width > 0 && heads > 0)
        config[entry] = // rounded down again to that number
            std::min(1.0, (double(ggufWhole(config, entry)) + 0.5) * double(heads) / double(width));
}

void completeNeox(Json& config) {
    ggufShare(config, "rotary_pct");
}

void completePhi(Json& config) {
    ggufShare(config, "partial_rotary_factor");
}

} // namespace

const std::vector<GgufKind>& ggufKinds() {
    static const std::vector<GgufKind> rows = {
        {.architecture = "llama",
         .type = "llama",
         .top = "LlamaForCausalLM",
         .entries = ggufEntries(),
         .names = ggufNames(),
         .pairs = Rotary::Pairs::Neighbours},
        {"qwen2", "qwen2", "Qwen2ForCausalLM", ggufEntries(), ggufNames()},
        {"qwen3", "qwen3", "Qwen3ForCausalLM", ggufEntries(), ggufNames()},
        {"gemma", "gemma", "GemmaForCausalLM", ggufEntries(), ggufNames()},
        {.architecture = "gemma2",
         .type = "gemma2",
         .top = "Gemma2ForCausalLM",
         .entries = ggufEntries({{"sliding_window", "attention.sliding_window"},
                                 {"attn_logit_softcapping", "attn_logit_softcapping"},
                                 {"final_logit_softcapping", "final_logit_softcapping"}}),
         .names = ggufGemmaNames(),
         .complete = completeGemma2},
        {.architecture = "gemma3",
         .type = "gemma3_text",
         .top = "Gemma3ForCausalLM",
         .entries = ggufEntries(
             {{"sliding_window", "attention.sliding_window"}, {"final_logit_softcapping", "final_logit_softcapping"}}),
         .names = ggufGemmaNames(),
         .complete = completeGemma3},
        {"gpt2",
         "gpt2",
         "GPT2LMHeadModel",
         {{"n_embd", "embedding_length", true},
          {"n_layer", "block_count", true},
          {"n_inner", "feed_forward_length"},
          {"n_head", "attention.head_count", true},
          {"n_positions", "context_length", true},
          {"layer_norm_epsilon", "attention.layer_norm_epsilon"}},
         ggufFusedNames()},
        {.architecture = "gptneox",
         .type = "gpt_neox",
         .top = "GPTNeoXForCausalLM",
         .entries = ggufEntries({{"layer_norm_eps", "attention.layer_norm_epsilon"},
                                 {"rotary_pct", "rope.dimension_count"},
                                 {"use_parallel_residual", "use_parallel_residual"}}),
         .names = ggufFusedNames(),
         .complete = completeNeox},
        {.architecture = "phi2",
         .type = "phi",
         .top = "PhiForCausalLM",
         .entries = ggufEntries(
             {{"layer_norm_eps", "attention.layer_norm_epsilon"}, {"partial_rotary_factor", "rope.dimension_count"}}),
         .names = ggufPhiNames(),
         .complete = completePhi},
        {"bert",
         "bert",
         "BertModel",
         {{"hidden_size", "embedding_length", true},
          {"num_hidden_layers", "block_count", true},
          {"intermediate_size", "feed_forward_length", true},
          {"num_attention_heads", "attention.head_count", true},
          {"max_position_embeddings", "context_length", true},
          {"layer_norm_eps", "attention.layer_norm_epsilon"}},
         ggufBertNames()}};
    return rows;
}

} // namespace headlight
