#pragma once

#include "engine/models/read_sentence.h"

#include <QtTest>
#include <cmath>
#include <map>

namespace headlight::tinymodel {

inline const std::vector<std::string> sentence = {"the", "old", "bridge", "near", "the", "river"};
constexpr Index headRows = 3;
inline const std::vector<std::string> encoders = {"multihead", "disa", "mtsa"};

using Options = std::vector<std::pair<std::string, std::string>>;
using Numbers = Eigen::MatrixXd;

/// Two heads of three features; random parameters. `changes` come after the options that make it small.
inline std::unique_ptr<TaskNetwork> tiny(const std::string& encoder, const Options& changes = {}) {
    static const std::map<std::string, Options> small = {
        {"multihead", {{"heads", "2"}, {"head_features", "3"}, {"masks", "fw, bw"}, {"positions", "none"}}},
        {"disa", {{"features", "3"}}},
        {"mtsa", {{"heads", "2"}, {"head_features", "3"}, {"masks", "fw, bw"}, {"combine", "gate"}}}};
    ModelDescription description;
    description.encoder = encoder;
    description.encoderConfig = encoderRow(encoder).makeConfig();
    for (const Options& options : {small.at(encoder), changes})
        for (const auto& [name, value] : options)
            description.encoderConfig->set(name, value);
    description.classifier.embeddingFeatures = 5;
    description.classifier.hidden = 16; // enough that not all are off
    description.labels = {"DESC", "LOC", "NUM"};
    Vocabulary vocabulary;
    for (const char* word : {"the", "old", "bridge", "near", "river", "who", "sees", "it"})
        vocabulary.add(word);
    auto model = std::make_unique<TaskNetwork>(std::move(description), std::move(vocabulary), 1);
    Random random(RandomKey(2));
    for (std::size_t p = 0; p < model->parameters().size(); ++p)
        for (Index k = 0; k < model->parameters()[p].value.size(); ++k)
            model->parameters()[p].value.data()[k] = Real(0.6 * random.normal());
    return model;
}

inline Numbers valueOf(const TaskNetwork& model, const std::string& name) {
    return model.parameters().find(name)->value.cast<double>();
}

inline Numbers embedded(const TaskNetwork& model, const std::vector<std::string>& tokens) {
    const Numbers table = valueOf(model, "embedding.weight");
    Numbers x(table.rows(), Index(tokens.size()));
    for (Index t = 0; t < x.cols(); ++t)
        x.col(t) = table.col(model.vocabulary().id(tokens[std::size_t(t)]));
    return x;
}

/// What the encoder makes of a sentence when nobody changes anything.
inline Numbers encoded(const TaskNetwork& model, const std::vector<std::string>& tokens) {
    const Layout layout({Index(tokens.size())});
    const Matrix x = embedded(model, tokens).cast<Real>();
    Tape tape;
    Context context(tape, layout);
    return model.encoder().forward(context, tape.constant(x)).value().cast<double>();
}

/// The scores of the classes from the encoder's output [features × tokens], written out: pooling and classifier.
inline Numbers answerTo(const TaskNetwork& model, const Numbers& encoder) {
    const auto dense = [&](const std::string& name, const Numbers& x) -> Numbers {
        return (valueOf(model, name + ".weight") * x).colwise() + valueOf(model, name + ".bias").col(0);
    };
    const Numbers score = dense("pooling.outer", dense("pooling.inner", encoder).cwiseMax(0));
    Numbers pooled(encoder.rows(), 1);
    for (Index f = 0; f < encoder.rows(); ++f) {
        const Eigen::RowVectorXd weight = score.row(f).array().exp();
        pooled(f, 0) = weight.dot(encoder.row(f)) / weight.sum();
    }
    return valueOf(model, "classifier.output.weight") * dense("classifier.hidden", pooled).cwiseMax(0);
}

inline bool agree(const std::vector<double>& ours, const Numbers& expected) {
    const Eigen::Map<const Eigen::VectorXd> logits(ours.data(), Index(ours.size()));
    return logits.size() == expected.size() && (logits - expected).norm() <= 1e-4 * (1 + expected.norm());
}

inline const AttentionMap& mapOf(const Analysis& analysis, int head, MapStage stage) {
    for (const AttentionMap& map : analysis.maps)
        if (map.address == MapAddress{Stack::Encoder, 0, MapPart::Self, head} && map.stage == stage)
            return map;
    throw std::runtime_error("no such map");
}

/// A head of the encoder's first layer.
inline MapAddress headOf(int head) {
    return {Stack::Encoder, 0, MapPart::Self, head};
}

inline void addEncoders() {
    QTest::addColumn<QString>("encoder");
    for (const std::string& encoder : encoders)
        QTest::newRow(encoder.c_str()) << QString::fromStdString(encoder);
}

} // namespace headlight::tinymodel
