#include "models/published/architectures/rows.h"
#include "models/published/architectures/vit_like.h"

namespace headlight {

namespace {

/// Oquab et al. 2024. `name` begins the names of Hugging Face's classes.
NetworkShape dinov2Like(const ConfigEntries& config, const std::string& name) {
    NetworkShape shape = vitLikeShape(config, 14, 1e-6);
    StackShape& stack = shape.stack;
    stack.layerScale = true;
    stack.inner = Index(double(stack.width) * config.number("mlp_ratio", 4, 0.1, 100));
    if (stack.inner < 1)
        config.refuse("mlp_ratio", "so much that \"hidden_size\" times it is at least 1");
    if (config.flag("use_swiglu_ffn", false)) {
        stack.gated = true;
        stack.activation = Activation::Silu;
        stack.inner = (stack.inner * 2 / 3 + 7) / 8 * 8;
    }
    if (topClass(config, {name + "Model", name + "ForImageClassification"}) == name + "ForImageClassification") {
        shape.top.kind = TopShape::Kind::Classes;
        shape.top.pool = TopShape::Pool::FirstAndRest;
        readLabels(config, shape.top);
    }
    return shape;
}

NetworkShape dinov2Shape(const ConfigEntries& config) {
    NetworkShape shape = dinov2Like(config, "Dinov2");
    shape.top.marks = shape.patches->markTokens();
    return shape;
}

/// Darcet et al. 2024: marks for what a model would else keep in patches of the background.
NetworkShape registersShape(const ConfigEntries& config) {
    constexpr Index mostRegisters = 1024;
    NetworkShape shape = dinov2Like(config, "Dinov2WithRegisters");
    if (const Index registers = config.count("num_register_tokens", mostRegisters, 4); registers > 0)
        shape.patches->marks.push_back({"registers", "[REG]", registers, false});
    shape.patches->smoothPositions = true;
    shape.top.marks = shape.patches->markTokens();
    return shape;
}

std::vector<TensorName> dinov2Names() {
    std::vector<TensorName> names = vitLikeNames();
    const auto halfOf = [](const std::string& own) {
        return TensorName{.own = own,
                          .theirs = "encoder.layer.#.mlp.weights_in",
                          .together = {"layers.#.feed.gate", "layers.#.feed.in"}};
    };
    for (const TensorName& name :
         std::vector<TensorName>{{"embeddings.registers", "embeddings.register_tokens"},
                                 {"layers.#.self_norm", "encoder.layer.#.norm1"},
                                 {"layers.#.feed_norm", "encoder.layer.#.norm2"},
                                 {"layers.#.self_scale", "encoder.layer.#.layer_scale1.lambda1"},
                                 {"layers.#.feed_scale", "encoder.layer.#.layer_scale2.lambda1"},
                                 {"layers.#.feed.in", "encoder.layer.#.mlp.fc1"},
                                 {"layers.#.feed.out", "encoder.layer.#.mlp.fc2"},
                                 halfOf("layers.#.feed.gate"),
                                 halfOf("layers.#.feed.in"),
                                 {"layers.#.feed.out", "encoder.layer.#.mlp.weights_out"},
                                 {"top.scores", "classifier"}})
        names.push_back(name);
    return names;
}

} // namespace

Architecture dinov2Architecture() {
    return {"dinov2", "DINOv2", dinov2Shape, dinov2Names(), {"dinov2."}, vitLikeIgnored()};
}

Architecture dinov2WithRegistersArchitecture() {
    return {"dinov2_with_registers", "DINOv2 with registers",    registersShape,
            dinov2Names(),           {"dinov2_with_registers."}, vitLikeIgnored()};
}

} // namespace headlight
