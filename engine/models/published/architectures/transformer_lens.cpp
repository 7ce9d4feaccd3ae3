#include "models/published/architectures/rows.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

NormOptions normOf(const ConfigEntries& config) {
    NormOptions norm;
    norm.epsilon = config.number("eps", 1e-5, 1e-20, 1);
    const std::string kind = config.has("normalization_type") ? config.text("normalization_type") : "";
    if (kind != "" && kind != "LN" && kind != "LNPre" && kind != "RMS" && kind != "RMSPre")
        config.refuse("normalization_type", "LN | LNPre | RMS | RMSPre | null");
    if (kind.empty())
        norm.kind = NormOptions::Kind::None;
    else if (kind.starts_with("RMS"))
        norm.kind = NormOptions::Kind::RootMeanSquare;
    norm.gain = norm.bias = !kind.ends_with("Pre"); // which are in the matrices behind it
    return norm;
}

/// Not above 0 where there is none, usually -1.
double capOf(const ConfigEntries& config, const char* entry) {
    return std::max(0.0, config.number(entry, -1, -1e9, 1e9));
}

/// Nanda and Bloom 2022: HookedTransformer, of which other models are made, too. Its files don't say what it computes;
/// config.json has to.
NetworkShape lensShape(const ConfigEntries& config) {
    NetworkShape shape;
    shape.readsPairs = false;
    StackShape& stack = shape.stack;
    stack.order = config.flag("parallel_attn_mlp", false) ? StackShape::Order::Parallel : StackShape::Order::Pre;
    stack.norm = normOf(config);
    stack.finalNorm = true;
    stack.layers = config.size("n_layers", most::layers);
    stack.width = config.size("d_model", most::width);
    stack.heads = stack.keyHeads = config.size("n_heads", most::heads);
    stack.headWidth = config.size("d_head", most::width);
    if (!config.flag("attn_only", false)) {
        stack.inner = config.size("d_mlp", most::inner);
        stack.activation = config.activation("act_fn", "gelu");
    }
    const double root = std::sqrt(double(stack.headWidth)), scale = config.number("attn_scale", -1, -1, 1e6);
    if (scale <= 0 && scale != -1)
        config.refuse("attn_scale", "a number above 0, or -1 for the root of \"d_head\"");
    stack.factor = !config.flag("use_attn_scale", true) ? 1 : 1 / (scale == -1 ? root : scale);
    stack.softCap = capOf(config, "attn_scores_soft_cap");
    const bool byLayer = config.flag("scale_attn_by_inverse_layer_idx", false);
    for (Index layer = 0; layer < stack.layers; ++layer)
        stack.sights.push_back({"all", -1, byLayer ? stack.factor / double(layer + 1) : stack.factor});
    const std::string direction = config.text("attention_dir", "causal");
    if (direction != "causal" && direction != "bidirectional")
        config.refuse("attention_dir", "causal | bidirectional");
    stack.causal = direction == "causal";
    config.mustBe("positional_embedding_type", "standard");
    for (const char* option : {"gated_mlp", "final_rms", "use_local_attn", "post_embedding_ln",
                               "relative_attention_bias", "use_normalization_before_and_after", "use_qk_norm"})
        config.mustBe(option, false);
    config.mustBe("num_experts", nullptr);
    config.mustBe("n_key_value_heads", stack.heads);
    shape.embeddings.vocabulary = config.size("d_vocab", most::words);
    shape.embeddings.width = stack.width;
    shape.embeddings.positions = config.size("n_ctx", most::positions);
    const Index outputs = config.size("d_vocab_out", most::words, shape.embeddings.vocabulary);
    shape.top.tied = false;
    shape.top.softCap = capOf(config, "output_logits_soft_cap");
    if (outputs == shape.embeddings.vocabulary) {
        shape.top.kind = TopShape::Kind::Words;
        return shape;
    }
    shape.top.kind = TopShape::Kind::TokenClasses;
    for (Index label = 0; label < outputs; ++label)
        shape.top.labels.push_back(std::to_string(label));
    return shape;
}

} // namespace

Architecture transformerLensArchitecture() {
    using Axes = TensorName::Axes;
    Architecture row{"transformer_lens",
                     "TransformerLens",
                     lensShape,
                     {{"embeddings.words", "embed.W_E"}, {"embeddings.positions", "pos_embed.W_pos"}},
                     {}};
    const auto add = [&](const std::string& own, const std::string& theirs, Axes axes = Axes::OutputsFirst) {
        row.names.push_back({.own = own, .theirs = theirs, .axes = axes});
    };
    for (const auto& [map, letter] : {std::pair("query", "Q"), std::pair("key", "K"), std::pair("value", "V")}) {
        const std::string own = std::string("layers.#.self.") + map;
        add(own + ".weight", std::string("blocks.#.attn.W_") + letter, Axes::OutputsLastByHead);
        add(own + ".bias", std::string("blocks.#.attn.b_") + letter);
    }
    add("layers.#.self.output.weight", "blocks.#.attn.W_O", Axes::OutputsLast);
    add("layers.#.self.output.bias", "blocks.#.attn.b_O");
    for (const auto& [map, word] : {std::pair("in", "in"), std::pair("out", "out")}) {
        add(std::string("layers.#.feed.") + map + ".weight", std::string("blocks.#.mlp.W_") + word, Axes::OutputsLast);
        add(std::string("layers.#.feed.") + map + ".bias", std::string("blocks.#.mlp.b_") + word);
    }
    for (const auto& [own, theirs] :
         {std::pair("layers.#.self_norm", "blocks.#.ln1"), std::pair("layers.#.feed_norm", "blocks.#.ln2"),
          std::pair("layers.final_norm", "ln_final")}) {
        add(own + std::string(".gain"), theirs + std::string(".w"));
        add(own + std::string(".bias"), theirs + std::string(".b"));
    }
    add("top.scores.weight", "unembed.W_U", Axes::OutputsLast);
    add("top.scores.bias", "unembed.b_U");
    row.ignored = {"blocks.#.attn.mask", "blocks.#.attn.IGNORE"};
    row.signs = {"d_head", "n_ctx", "d_vocab"};
    return row;
}

} // namespace headlight
