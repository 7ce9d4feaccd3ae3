#pragma once

#include "core/files.h"
#include "core/json_text.h"
#include "models/bert/bert_model.h"
#include "models/safetensors.h"

#include <QtTest>

#include <filesystem>

namespace headlight::bertgolden {

/// What PyTorch computed; stored as float, so the engine in double can't come nearer than that.
constexpr double tolerance = sizeof(Real) == sizeof(double) ? 5e-7 : 1e-5;

inline std::filesystem::path folderOf(const std::string& name) {
    return std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "bert" / name;
}

struct Text {
    std::vector<int> ids, types;
    Layout layout() const { return Layout({Index(ids.size())}); }
};

inline Text textFrom(const nlohmann::ordered_json& entry, const char* ids, const char* types) {
    return {entry.at(ids).get<std::vector<int>>(), entry.at(types).get<std::vector<int>>()};
}

/// "text" or "pair" of a folder's expected.json.
inline Text textOf(const std::filesystem::path& folder, const std::string& example) {
    const std::string path = (folder / "expected.json").string();
    return textFrom(parseJson(readFile(path), path).at(example), "ids", "token_types");
}

using Numbers = Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A row-major list of rows of that width, as columns: [width × rows].
inline Numbers columnsOf(const std::vector<float>& values, Index width) {
    return Eigen::Map<const RowMajor>(values.data(), Index(values.size()) / width, width).cast<double>().transpose();
}

/// Checks the largest difference, relative to the largest number.
inline void compare(const std::string& what, const Numbers& ours, const Numbers& theirs, double allowed = tolerance) {
    QVERIFY2(ours.rows() == theirs.rows() && ours.cols() == theirs.cols(), (what + ": shapes differ").c_str());
    const double error = (ours - theirs).cwiseAbs().maxCoeff() / theirs.cwiseAbs().maxCoeff();
    if (qEnvironmentVariableIsSet("HEADLIGHT_SHOW"))
        qInfo("%s: %.1e", what.c_str(), error);
    QVERIFY2(error <= allowed, qPrintable(QString("%1: %2").arg(QString::fromStdString(what)).arg(error)));
}

/// The weights of one head as a trace has recorded them, [queries × keys].
inline Numbers weightsOf(const Trace& trace, int layer, int head) {
    for (const auto& source : trace.sources())
        if (source->address == MapAddress{Stack::Encoder, layer, MapPart::Self, head}) {
            const AttentionMap map = mapOf(*source, MapStage::Weight, meanOfFeatures);
            return Eigen::Map<const RowMajor>(map.values.data(), map.queries, map.keys).cast<double>();
        }
    return {};
}

/// The same from the queries and keys that a pass gives.
inline Numbers weightsOf(const BertLayer::Result& layer, Index heads, Index head) {
    const Index width = layer.query.rows() / heads;
    const Numbers query = layer.query.value().middleRows(head * width, width).cast<double>();
    const Numbers key = layer.key.value().middleRows(head * width, width).cast<double>();
    Numbers weights = (query.transpose() * key / std::sqrt(double(width))).array().exp();
    for (Index q = 0; q < weights.rows(); ++q)
        weights.row(q) /= weights.row(q).sum();
    return weights;
}

inline void addRows() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("example");
    for (const char* folder : {"masked", "classifier"})
        for (const char* example : {"text", "pair"})
            QTest::addRow("%s %s", folder, example) << QString(folder) << QString(example);
}

/// Every hidden state, every head's attention, and what the model has on top.
inline void compareAll(const std::filesystem::path& folder, const std::string& example) {
    const auto model = loadBert(folder);
    const BertConfig& config = model->config();
    const SafetensorsFile expected = SafetensorsFile::open(folder / "expected.safetensors");
    const auto theirs = [&](const std::string& name, Index width) {
        return columnsOf(expected.readFloat(example + "." + name), width);
    };
    const Text text = textOf(folder, example);
    const Layout layout = text.layout();
    Tape tape;
    Context context(tape, layout);
    Trace trace;
    context.setTrace(&trace);
    const BertResult result = model->forward(context, text.ids, text.types);
    compare("hidden.0", result.embedded.value().cast<double>(), theirs("hidden.0", config.hidden));
    QCOMPARE(Index(result.layers.size()), config.layers);
    for (int l = 0; l < int(config.layers); ++l) {
        const BertLayer::Result& layer = result.layers[std::size_t(l)];
        const std::string hidden = "hidden." + std::to_string(l + 1), attention = "attention." + std::to_string(l);
        compare(hidden, layer.hidden.value().cast<double>(), theirs(hidden, config.hidden));
        const Numbers weights = theirs(attention, layout.tokens()).transpose(); // the heads' one below the other
        for (int head = 0; head < int(config.heads); ++head) {
            const Numbers own = weights.middleRows(head * layout.tokens(), layout.tokens());
            compare(attention + " recorded", weightsOf(trace, l, head), own);
            compare(attention + " from queries and keys", weightsOf(layer, config.heads, head), own);
        }
    }
    QCOMPARE(bool(result.maskedScores), config.architecture.predictsMasked);
    QCOMPARE(bool(result.labelScores), config.architecture.classifies);
    if (result.maskedScores)
        compare("logits", result.maskedScores.value().cast<double>(), theirs("logits", config.vocabulary));
    if (result.pooled)
        compare("pooled", result.pooled.value().cast<double>(), theirs("pooled", config.hidden));
    if (result.labelScores)
        compare("logits", result.labelScores.value().cast<double>(), theirs("logits", Index(config.labels.size())));
}

} // namespace headlight::bertgolden
