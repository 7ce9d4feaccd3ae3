#include "models/published/architectures/vit_like.h"

namespace headlight {

NetworkShape vitLikeShape(const ConfigEntries& config, Index patch, double epsilon) {
    constexpr Index longestSide = 16384;
    NetworkShape shape;
    shape.readsPairs = false;
    PatchShape& patches = shape.patches.emplace();
    patches.imageSide = config.size("image_size", longestSide, 224);
    patches.side = config.size("patch_size", longestSide, patch);
    if (patches.side > patches.imageSide)
        config.refuse("patch_size", "at most \"image_size\", " + std::to_string(patches.imageSide));
    patches.marks = {{"class", "[CLS]"}};
    config.mustBe("num_channels", 3);
    StackShape& stack = shape.stack;
    stack.order = StackShape::Order::Pre;
    stack.norm.epsilon = config.number("layer_norm_eps", epsilon, 1e-20, 1);
    stack.finalNorm = true;
    stack.layers = config.size("num_hidden_layers", most::layers);
    readHeads(config, stack);
    stack.queryBias = stack.keyBias = stack.valueBias = config.flag("qkv_bias", true);
    stack.activation = config.activation("hidden_act", "gelu");
    stack.sights.resize(std::size_t(stack.layers));
    config.mustBe("pruned_heads", ConfigEntries::Json::object());
    return shape;
}

std::vector<TensorName> vitLikeNames() {
    return {{"embeddings.class", "embeddings.cls_token"},
            {"embeddings.positions", "embeddings.position_embeddings"},
            {"embeddings.patches", "embeddings.patch_embeddings.projection"},
            {"layers.#.self.query", "encoder.layer.#.attention.attention.query"},
            {"layers.#.self.key", "encoder.layer.#.attention.attention.key"},
            {"layers.#.self.value", "encoder.layer.#.attention.attention.value"},
            {"layers.#.self.output", "encoder.layer.#.attention.output.dense"},
            {"layers.final_norm", "layernorm"}};
}

std::vector<std::string> vitLikeIgnored() {
    return {"embeddings.mask_token", "pooler.dense.weight", "pooler.dense.bias"};
}

} // namespace headlight
