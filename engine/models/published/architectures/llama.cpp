#include "models/published/architectures/llama_like.h"
#include "models/published/architectures/rotary_config.h"
#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

bool never(Index, Index) {
    return false;
}

bool always(Index, Index) {
    return true;
}

bool fromLayer(Index layer, Index first) {
    return layer >= first;
}

void readBiases(const ConfigEntries& config, StackShape& stack) {
    stack.queryBias = stack.keyBias = stack.valueBias = stack.outputBias = config.flag("attention_bias", false);
}

/// Touvron et al. 2023.
NetworkShape llamaShape(const ConfigEntries& config) {
    NetworkShape shape = llamaLikeShape(config);
    readBiases(config, shape.stack);
    shape.stack.innerBias = shape.stack.feedOutputBias = config.flag("mlp_bias", false);
    shape.stack.rotaries = {rotaryOf(config, shape.stack.headWidth)};
    readSights(config, shape.stack, 0, never, 0);
    readNextWord(config, shape, "Llama", false);
    return shape;
}

/// Jiang et al. 2023: every layer sees a window, where there is one.
NetworkShape mistralShape(const ConfigEntries& config) {
    NetworkShape shape = llamaLikeShape(config);
    shape.stack.rotaries = {rotaryOf(config, shape.stack.headWidth)};
    const Index window = config.isNull("sliding_window") ? 0 : config.count("sliding_window", most::positions, 4096);
    readSights(config, shape.stack, window, always, 0);
    readNextWord(config, shape, "Mistral", false);
    return shape;
}

/// Of Qwen's layers the upper ones may see a window.
void readQwenSights(const ConfigEntries& config, StackShape& stack) {
    stack.rotaries = {rotaryOf(config, stack.headWidth)};
    const bool windows = config.flag("use_sliding_window", false);
    const Index window = windows ? config.size("sliding_window", most::positions, 4096) : 0;
    const Index first = windows ? config.count("max_window_layers", most::layers, 28) : stack.layers;
    readSights(config, stack, window, fromLayer, first);
}

/// Yang et al. 2024: biases of queries, keys and values.
NetworkShape qwen2Shape(const ConfigEntries& config) {
    NetworkShape shape = llamaLikeShape(config);
    shape.stack.queryBias = shape.stack.keyBias = shape.stack.valueBias = true;
    readQwenSights(config, shape.stack);
    readNextWord(config, shape, "Qwen2", false);
    return shape;
}

/// Yang et al. 2025: each head's queries and keys are normalised.
NetworkShape qwen3Shape(const ConfigEntries& config) {
    NetworkShape shape = llamaLikeShape(config);
    if (!config.has("head_dim"))
        shape.stack.headWidth = 128; // whatever the width
    readBiases(config, shape.stack);
    shape.stack.headNorm = shape.stack.norm;
    readQwenSights(config, shape.stack);
    readNextWord(config, shape, "Qwen3", false);
    return shape;
}

Architecture llamaLike(const std::string& type, const std::string& title, NetworkShape (*shape)(const ConfigEntries&)) {
    Architecture row{type, title, shape, llamaLikeNames(), {"model."}, llamaLikeIgnored()};
    row.names.push_back({"layers.#.feed_norm", "layers.#.post_attention_layernorm"});
    return row;
}

} // namespace

Architecture llamaArchitecture() {
    return llamaLike("llama", "Llama", llamaShape);
}

Architecture mistralArchitecture() {
    return llamaLike("mistral", "Mistral", mistralShape);
}

Architecture qwen2Architecture() {
    return llamaLike("qwen2", "Qwen2", qwen2Shape);
}

Architecture qwen3Architecture() {
    return llamaLike("qwen3", "Qwen3", qwen3Shape);
}

} // namespace headlight
