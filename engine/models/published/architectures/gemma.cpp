#include "models/published/architectures/llama_like.h"
#include "models/published/architectures/rotary_config.h"
#include "models/published/architectures/rows.h"

#include <cmath>

namespace headlight {

namespace {

bool noLayer(Index, Index) {
    return false;
}

bool isEven(Index layer, Index) {
    return layer % 2 == 0;
}

bool isNoMultiple(Index layer, Index pattern) {
    return (layer + 1) % pattern != 0;
}

/// What all versions have: scaled vectors of words, which are the scores' too, and gains that files have less 1.
NetworkShape gemmaLikeShape(const ConfigEntries& config, const std::string& name) {
    NetworkShape shape = llamaLikeShape(config);
    StackShape& stack = shape.stack;
    stack.norm.offset = 1;
    if (!config.has("head_dim"))
        stack.headWidth = 256;
    // The first files say "gelu" and mean the one by tanh, as the program that wrote them took it.
    stack.activation = Activation::GeluTanh;
    if (config.has("hidden_activation"))
        stack.activation = config.activation("hidden_activation", "gelu_pytorch_tanh");
    stack.queryBias = stack.keyBias = stack.valueBias = stack.outputBias = config.flag("attention_bias", false);
    shape.embeddings.scale = std::sqrt(double(stack.width));
    config.mustBe("use_bidirectional_attention", false);
    readNextWord(config, shape, name, true);
    return shape;
}

/// Mesnard et al. 2024.
NetworkShape gemmaShape(const ConfigEntries& config) {
    NetworkShape shape = gemmaLikeShape(config, "Gemma");
    shape.stack.rotaries = {rotaryOf(config, shape.stack.headWidth)};
    readSights(config, shape.stack, 0, noLayer, 0);
    return shape;
}

/// 0 where there is none.
double softCapOf(const ConfigEntries& config, const char* entry, double otherwise) {
    return config.isNull(entry) ? 0 : config.number(entry, otherwise, 1e-6, 1e9);
}

/// Norms around each part, a factor of its own, caps.
void readLaterGemma(const ConfigEntries& config, NetworkShape& shape, double cap, double finalCap) {
    StackShape& stack = shape.stack;
    stack.order = StackShape::Order::Around;
    stack.factor = 1 / std::sqrt(config.number("query_pre_attn_scalar", 256, 1e-6, 1e9));
    stack.softCap = softCapOf(config, "attn_logit_softcapping", cap);
    shape.top.softCap = softCapOf(config, "final_logit_softcapping", finalCap);
}

/// Rivière et al. 2024: every other layer sees a window.
NetworkShape gemma2Shape(const ConfigEntries& config) {
    NetworkShape shape = gemmaLikeShape(config, "Gemma2");
    readLaterGemma(config, shape, 50, 30);
    shape.stack.rotaries = {rotaryOf(config, shape.stack.headWidth)};
    readSights(config, shape.stack, config.size("sliding_window", most::positions, 4096), isEven, 0);
    return shape;
}

/// Kamath et al. 2025: most layers see a window and have rotations of their own; queries and keys are normalised.
NetworkShape gemma3Shape(const ConfigEntries& config) {
    NetworkShape shape = gemmaLikeShape(config, "Gemma3");
    readLaterGemma(config, shape, 0, 0);
    StackShape& stack = shape.stack;
    stack.headNorm = stack.norm;
    const double near = config.number("rope_local_base_freq", 10000, 1e-3, 1e15);
    if (config.has("rope_parameters")) {
        const ConfigEntries both(config.at("rope_parameters"), config.where() + ": \"rope_parameters\"");
        const auto own = [&](const char* kind, double theta) {
            return rotaryBy(ConfigEntries(both.at(kind), both.where() + ": \"" + kind + '"'), stack.headWidth, theta);
        };
        stack.rotaries = {own("full_attention", 1e6), own("sliding_attention", near)};
    } else {
        stack.rotaries = {rotaryOf(config, stack.headWidth, 1e6), {rotaryFrequencies(near, stack.headWidth)}};
    }
    const char* const pattern =
        config.has("sliding_window_pattern") ? "sliding_window_pattern" : "_sliding_window_pattern";
    readSights(config, stack, config.size("sliding_window", most::positions, 4096), isNoMultiple,
               config.size(pattern, most::layers, 6));
    return shape;
}

Architecture laterGemma(const std::string& type, const std::string& title,
                        NetworkShape (*shape)(const ConfigEntries&)) {
    Architecture row{type, title, shape, llamaLikeNames(), {"model."}, llamaLikeIgnored()};
    for (const TensorName& name :
         std::vector<TensorName>{{"layers.#.self_after", "layers.#.post_attention_layernorm"},
                                 {"layers.#.feed_norm", "layers.#.pre_feedforward_layernorm"},
                                 {"layers.#.feed_after", "layers.#.post_feedforward_layernorm"}})
        row.names.push_back(name);
    return row;
}

} // namespace

Architecture gemmaArchitecture() {
    Architecture row{"gemma", "Gemma", gemmaShape, llamaLikeNames(), {"model."}, llamaLikeIgnored()};
    row.names.push_back({"layers.#.feed_norm", "layers.#.post_attention_layernorm"});
    return row;
}

Architecture gemma2Architecture() {
    return laterGemma("gemma2", "Gemma 2", gemma2Shape);
}

Architecture gemma3Architecture() {
    return laterGemma("gemma3_text", "Gemma 3", gemma3Shape);
}

} // namespace headlight
