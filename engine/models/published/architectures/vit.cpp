#include "models/published/architectures/rows.h"
#include "models/published/architectures/vit_like.h"

namespace headlight {

namespace {

NetworkShape withFeedForward(const ConfigEntries& config) {
    NetworkShape shape = vitLikeShape(config, 16, 1e-12);
    shape.stack.inner = config.size("intermediate_size", most::inner);
    return shape;
}

/// Dosovitskiy et al. 2021.
NetworkShape vitShape(const ConfigEntries& config) {
    NetworkShape shape = withFeedForward(config);
    if (topClass(config, {"ViTModel", "ViTForImageClassification"}) == "ViTForImageClassification") {
        shape.top.kind = TopShape::Kind::Classes;
        readLabels(config, shape.top);
    }
    return shape;
}

/// Touvron et al. 2021: a second mark, which in training learnt from another model's answers.
NetworkShape deitShape(const ConfigEntries& config) {
    NetworkShape shape = withFeedForward(config);
    shape.patches->marks.push_back({"distillation", "[DIST]"});
    const std::string top =
        topClass(config, {"DeiTModel", "DeiTForImageClassification", "DeiTForImageClassificationWithTeacher"});
    if (top == "DeiTModel")
        return shape;
    shape.top.kind = TopShape::Kind::Classes;
    readLabels(config, shape.top);
    if (top == "DeiTForImageClassificationWithTeacher")
        shape.top.pool = TopShape::Pool::FirstTwo;
    return shape;
}

std::vector<TensorName> namesWith(const std::vector<TensorName>& own) {
    std::vector<TensorName> names = vitLikeNames();
    for (const TensorName& name : std::vector<TensorName>{{"layers.#.self_norm", "encoder.layer.#.layernorm_before"},
                                                          {"layers.#.feed_norm", "encoder.layer.#.layernorm_after"},
                                                          {"layers.#.feed.in", "encoder.layer.#.intermediate.dense"},
                                                          {"layers.#.feed.out", "encoder.layer.#.output.dense"},
                                                          {"top.scores", "classifier"}})
        names.push_back(name);
    names.insert(names.end(), own.begin(), own.end());
    return names;
}

} // namespace

Architecture vitArchitecture() {
    return {"vit", "ViT", vitShape, namesWith({}), {"vit."}, vitLikeIgnored()};
}

Architecture deitArchitecture() {
    return {"deit",
            "DeiT",
            deitShape,
            namesWith({{"embeddings.distillation", "embeddings.distillation_token"},
                       {"top.scores", "cls_classifier"},
                       {"top.second_scores", "distillation_classifier"}}),
            {"deit."},
            vitLikeIgnored()};
}

} // namespace headlight
