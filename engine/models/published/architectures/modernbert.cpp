#include "models/published/architectures/rows.h"

namespace headlight {

namespace {

/// Layers that see everything and layers that see their neighbourhood, each kind with rotations of its own.
void readSights(const ConfigEntries& config, StackShape& stack) {
    const Index every = config.size("global_attn_every_n_layers", most::layers, 3);
    const Index window = config.size("local_attention", most::positions, 128);
    double all = config.number("global_rope_theta", 160000, 1e-3, 1e12);
    double near = config.isNull("local_rope_theta") ? all : config.number("local_rope_theta", 10000, 1e-3, 1e12);
    if (config.has("rope_parameters")) { // as later versions write it
        const auto thetaOf = [&](const char* kind, double otherwise) {
            const ConfigEntries::Json& both = config.at("rope_parameters");
            if (!both.is_object() || !both.contains(kind))
                return otherwise;
            const ConfigEntries own(both[kind], config.where() + ": \"rope_parameters\"");
            own.mustBe("rope_type", "default");
            return own.number("rope_theta", otherwise, 1e-3, 1e12);
        };
        all = thetaOf("full_attention", all);
        near = thetaOf("sliding_attention", near);
    }
    config.mustBe("rope_scaling", nullptr);
    stack.rotaries = {{rotaryFrequencies(all, stack.headWidth)}, {rotaryFrequencies(near, stack.headWidth)}};
    const auto listed = listedWindows(config, stack.layers);
    for (Index layer = 0; layer < stack.layers; ++layer) {
        const bool isNear = listed ? (*listed)[std::size_t(layer)] : layer % every != 0;
        LayerSight& sight = stack.sights.emplace_back();
        sight.rotary = isNear ? 1 : 0;
        if (isNear)
            sight.mask = "window(" + std::to_string(window / 2) + ")";
    }
}

/// Warner et al. 2024.
NetworkShape modernbertShape(const ConfigEntries& config) {
    NetworkShape shape;
    StackShape& stack = shape.stack;
    stack.order = StackShape::Order::Pre;
    stack.norm.epsilon = config.number("norm_eps", 1e-5, 1e-20, 1);
    stack.norm.bias = config.flag("norm_bias", false);
    stack.firstNorm = false;
    stack.finalNorm = true;
    stack.layers = config.size("num_hidden_layers", most::layers);
    stack.width = config.size("hidden_size", most::width);
    stack.heads = stack.keyHeads = config.size("num_attention_heads", most::heads);
    if (stack.width % (2 * stack.heads) != 0)
        config.refuse("num_attention_heads", "half of a divisor of \"hidden_size\", " + std::to_string(stack.width));
    stack.headWidth = stack.width / stack.heads;
    stack.queryBias = stack.keyBias = stack.valueBias = stack.outputBias = config.flag("attention_bias", false);
    stack.inner = config.size("intermediate_size", most::inner);
    stack.activation = config.activation("hidden_activation", "gelu");
    stack.gated = true;
    stack.innerBias = stack.feedOutputBias = config.flag("mlp_bias", false);
    readSights(config, stack);
    shape.embeddings.vocabulary = config.size("vocab_size", most::words);
    shape.embeddings.width = stack.width;
    shape.embeddings.norm = stack.norm;
    const std::string top =
        topClass(config, {"ModernBertModel", "ModernBertForMaskedLM", "ModernBertForTokenClassification",
                          "ModernBertForSequenceClassification"});
    shape.top.denseWidth = stack.width;
    shape.top.denseBias = config.flag("classifier_bias", false);
    shape.top.activation = config.activation("classifier_activation", "gelu");
    shape.top.norm = stack.norm;
    if (top == "ModernBertForMaskedLM") {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.tied = config.flag("tie_word_embeddings", true);
        shape.top.bias = config.flag("decoder_bias", true);
    } else if (top == "ModernBertForSequenceClassification") {
        shape.top.kind = TopShape::Kind::Classes;
        const std::string pooling = config.text("classifier_pooling", "cls");
        if (pooling != "cls" && pooling != "mean")
            config.refuse("classifier_pooling", "cls | mean");
        shape.top.pool = pooling == "mean" ? TopShape::Pool::Mean : TopShape::Pool::First;
        readLabels(config, shape.top);
    } else if (top == "ModernBertForTokenClassification") {
        shape.top.kind = TopShape::Kind::TokenClasses;
        readLabels(config, shape.top);
    }
    return shape;
}

} // namespace

Architecture modernbertArchitecture() {
    const auto together = [](const std::string& name) {
        return TensorName{.own = "layers.#.self." + name, .theirs = "layers.#.attn.Wqkv", .together = queryKeyValue()};
    };
    const auto halfOf = [](const std::string& name) {
        return TensorName{.own = "layers.#.feed." + name,
                          .theirs = "layers.#.mlp.Wi",
                          .together = {"layers.#.feed.gate", "layers.#.feed.in"}};
    };
    return {"modernbert",
            "ModernBERT",
            modernbertShape,
            {{"embeddings.words", "embeddings.tok_embeddings.weight"},
             {"embeddings.norm", "embeddings.norm"},
             {"layers.#.self_norm", "layers.#.attn_norm"},
             together("query"),
             together("key"),
             together("value"),
             {"layers.#.self.output", "layers.#.attn.Wo"},
             {"layers.#.feed_norm", "layers.#.mlp_norm"},
             halfOf("gate"),
             halfOf("in"),
             {"layers.#.feed.out", "layers.#.mlp.Wo"},
             {"layers.final_norm", "final_norm"},
             {"top.dense", "head.dense"},
             {"top.norm", "head.norm"},
             {"top.scores", "decoder"},
             {"top.scores", "classifier"}},
            {"model."},
            {"decoder.weight"}};
}

} // namespace headlight
