#pragma once

#include "core/files.h"
#include "core/json_text.h"
#include "models/published/load.h"
#include "models/safetensors.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>

/// Small published models with random weights as their programs save them, and what PyTorch made of some texts
/// (tests/golden/README.md).
namespace headlight::publishedgolden {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Numbers = Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What PyTorch computed is stored as float, so the engine in double can't come nearer than that.
constexpr double tolerance = sizeof(Real) == sizeof(double) ? 5e-7 : 1e-5;

inline fs::path folderOf(const std::string& name) {
    return fs::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / name;
}

inline Json jsonOf(const fs::path& path) {
    return parseJson(readFile(path), path.string());
}

struct Text {
    std::vector<int> ids, types;
    Layout layout() const { return Layout({Index(ids.size())}); }
};

/// Types may be missing: of models that have none.
inline Text textFrom(const Json& entry, const char* ids, const char* types) {
    Text text{entry.at(ids).get<std::vector<int>>(), {}};
    text.types.resize(text.ids.size());
    if (entry.contains(types))
        text.types = entry.at(types).get<std::vector<int>>();
    return text;
}

/// "text" or "pair" of a folder's expected.json.
inline Text textOf(const fs::path& folder, const std::string& example) {
    return textFrom(jsonOf(folder / "expected.json").at(example), "ids", "token_types");
}

/// A row-major list of rows of that width, as columns: [width × rows].
inline Numbers columnsOf(const std::vector<float>& values, Index width) {
    return Eigen::Map<const RowMajor>(values.data(), Index(values.size()) / width, width).cast<double>().transpose();
}

/// A tensor with its last axis as columns.
inline Numbers columnsOf(const TensorFile& file, const std::string& tensor) {
    const std::vector<std::int64_t>& shape = file.info(tensor).shape;
    return columnsOf(file.readFloat(tensor), shape.empty() ? 1 : Index(shape.back()));
}

/// Checks the largest difference, relative to the largest number.
inline void compare(const std::string& what, const Numbers& ours, const Numbers& theirs, double allowed = tolerance) {
    QVERIFY2(ours.rows() == theirs.rows() && ours.cols() == theirs.cols(), (what + ": shapes differ").c_str());
    const double error = (ours - theirs).cwiseAbs().maxCoeff() / theirs.cwiseAbs().maxCoeff();
    if (qEnvironmentVariableIsSet("HEADLIGHT_SHOW"))
        qInfo("%s: %.1e", what.c_str(), error);
    QVERIFY2(error <= allowed, qPrintable(QString("%1: %2").arg(QString::fromStdString(what)).arg(error)));
}

/// The weights of a layer's heads as a trace has recorded them, side by side: [keys × heads·queries].
inline Numbers weightsOf(const Trace& trace, int layer, MapPart part = MapPart::Self) {
    Numbers all;
    for (const auto& source : trace.sources()) {
        if (source->address.layer != layer || source->address.part != part)
            continue;
        const AttentionMap map = mapOf(*source, MapStage::Weight, meanOfFeatures);
        all.conservativeResize(map.keys, all.cols() + map.queries);
        all.rightCols(map.queries) =
            Eigen::Map<const RowMajor>(map.values.data(), map.queries, map.keys).cast<double>().transpose();
    }
    return all;
}

/// What a model that sees images is given of an example: all patches of the grid.
inline PatchInput patchesOf(const TensorFile& expected, const std::string& example, const PatchShape& shape) {
    const std::string tensor = example + ".pixels"; // [channels, height, width]
    const Index height = expected.info(tensor).shape[1], width = expected.info(tensor).shape[2];
    PatchInput input{{}, {}, height / shape.side, width / shape.side};
    std::vector<Index> patches(std::size_t(input.rows * input.columns));
    std::iota(patches.begin(), patches.end(), 0);
    input.pixels = patchColumns(expected.readFloat(tensor), height, width, shape.side, patches);
    input.places.resize(patches.size() + std::size_t(shape.markTokens()));
    std::iota(input.places.begin(), input.places.end(), 0);
    return input;
}

/// Whether an entry of expected.json is what the model makes of a text.
inline bool isOfText(const Json& value) {
    return value.is_object() && value.contains("ids");
}

/// The same of a text or an image.
inline bool isExample(const Json& value) {
    return isOfText(value) || (value.is_object() && value.contains("image"));
}

/// Whether the folder is of a model that reads ids or images and that this program opens.
inline bool isRead(const fs::path& folder) {
    if (!fs::exists(folder / "expected.json") || !fs::exists(folder / "config.json") ||
        !architectureIn(jsonOf(folder / "config.json")))
        return false;
    const Json examples = jsonOf(folder / "expected.json");
    return std::any_of(examples.begin(), examples.end(), isExample);
}

/// Rows of all examples of the folders in this one, "published" or "bert": of those folders and examples that are
/// wanted.
inline void addRows(
    const char* folder, bool (*isWanted)(const Json&) = isExample,
    bool (*takes)(const fs::path&) = [](const fs::path&) { return true; }) {
    for (const auto& entry : fs::directory_iterator(folderOf(folder))) {
        if (!isRead(entry.path()) || !takes(entry.path()))
            continue;
        const std::string name = std::string(folder) + "/" + entry.path().filename().string();
        const Json examples = jsonOf(entry.path() / "expected.json");
        for (const auto& [example, value] : examples.items())
            if (isWanted(value))
                QTest::addRow("%s, %s", name.c_str(), example.c_str())
                    << QString::fromStdString(name) << QString::fromStdString(example);
    }
}

inline void addColumns() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("example");
}

using Expected = std::function<Numbers(const std::string& tensor)>;

/// Copies of what each layer makes, which the pass lets go of.
using Layers = std::vector<Matrix>;
inline PublishedNetwork::TellLayer copyTo(Layers& layers) {
    return [&layers](int, Var result) { layers.push_back(result.value()); };
}

/// Hidden states and attentions of one side of an encoder and a decoder; the last state is behind its final norm.
inline void compareSide(const std::string& side, const PublishedNetwork::Pass& pass, const Layers& layers,
                        const Trace& trace, const Expected& theirs) {
    const std::string states = side + "_hidden_states.";
    compare(states + "0", pass.embedded.value().cast<double>(), theirs(states + "0"));
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const std::string number = std::to_string(l), attention = side + "_attentions." + number;
        compare(attention, weightsOf(trace, int(l)), theirs(attention));
        if (side == "decoder")
            compare("cross " + number, weightsOf(trace, int(l), MapPart::Cross), theirs("cross_attentions." + number));
        const bool isLast = l + 1 == layers.size();
        const std::string state = states + std::to_string(l + 1);
        compare(state, isLast ? pass.stack.last.value().cast<double>() : Numbers(layers[l].cast<double>()),
                theirs(state));
    }
}

/// Both sides of a network with a decoder, and its scores.
inline void compareBothSides(const PublishedNetwork& network, const Text& text, const std::vector<int>& written,
                             const Expected& theirs) {
    const Layout sources = text.layout(), targets({Index(written.size())});
    Tape tape;
    Context context(tape, sources);
    Trace ofSource(0), ofTarget(1, 0);
    context.setTrace(&ofSource);
    Layers layers;
    const PublishedNetwork::Pass read = network.read(context, text.ids, text.types, copyTo(layers));
    compareSide("encoder", read, layers, ofSource, theirs);
    const LayoutScope scope(context, targets);
    context.setTrace(&ofTarget);
    Layers decoderLayers;
    const PublishedNetwork::Pass pass =
        network.decode(context, read.stack.last, sources, written, copyTo(decoderLayers));
    compareSide("decoder", pass, decoderLayers, ofTarget, theirs);
    compare("logits",
            (network.shape().writes() ? network.tokenScores(context, pass.stack.last)
                                      : network.classScores(context, pass.stack.last))
                .value()
                .cast<double>(),
            theirs("logits"));
}

/// What the decoder of a folder's example reads: what is written, or the text once more.
inline std::vector<int> decoderIdsOf(const NetworkShape& shape, const Json& example, const Text& text) {
    if (shape.writes())
        return example.at("decoder_ids");
    std::vector<int> ids = {shape.decoder->begin};
    ids.insert(ids.end(), text.ids.begin(), text.ids.end() - 1);
    return ids;
}

/// Every hidden state, every head's attention, and what the model has on top.
inline void compareAll(const fs::path& folder, const std::string& example, Values values = Values::Own,
                       const fs::path& goldens = {}) {
    const auto network = loadPublished(folder, values);
    const fs::path golden = goldens.empty() ? folder : goldens;
    const SafetensorsFile expected = SafetensorsFile::open(golden / "expected.safetensors");
    const Expected theirs = [&](const std::string& name) { return columnsOf(expected, example + "." + name); };
    const auto& patches = network->shape().patches;
    const PatchInput image = patches ? patchesOf(expected, example, *patches) : PatchInput();
    const Text text = patches ? Text() : textOf(golden, example);
    if (network->shape().decoder)
        return compareBothSides(
            *network, text, decoderIdsOf(network->shape(), jsonOf(golden / "expected.json").at(example), text), theirs);
    const Layout layout({Index(patches ? image.places.size() : text.ids.size())});
    Tape tape;
    Context context(tape, layout);
    Trace trace;
    context.setTrace(&trace);
    Layers layers;
    const PublishedNetwork::Pass pass = patches ? network->read(context, image, copyTo(layers))
                                                : network->read(context, text.ids, text.types, copyTo(layers));
    compare("hidden.0", pass.embedded.value().cast<double>(), theirs("hidden.0"));
    for (std::size_t l = 0; l < layers.size(); ++l) {
        compare("attention." + std::to_string(l), weightsOf(trace, int(l)), theirs("attention." + std::to_string(l)));
        const std::string hidden = "hidden." + std::to_string(l + 1);
        compare(hidden, layers[l].cast<double>(), theirs(hidden));
    }
    if (expected.contains(example + ".last"))
        compare("last", pass.stack.last.value().cast<double>(), theirs("last"));
    const TopShape::Kind kind = network->shape().top.kind;
    QCOMPARE(expected.contains(example + ".logits"), kind != TopShape::Kind::None);
    if (kind == TopShape::Kind::Classes)
        compare("logits", network->classScores(context, pass.stack.last).value().cast<double>(), theirs("logits"));
    else if (kind == TopShape::Kind::Words)
        compare("logits", network->tokenScores(context, pass.stack.last).value().cast<double>(), theirs("logits"));
    else if (kind == TopShape::Kind::TokenClasses)
        compare("logits", // a row of one label alone
                network->shape().top.labels.size() == 1
                    ? Numbers(network->tokenScores(context, pass.stack.last).value().transpose().cast<double>())
                    : Numbers(network->tokenScores(context, pass.stack.last).value().cast<double>()),
                theirs("logits"));
}

} // namespace headlight::publishedgolden
