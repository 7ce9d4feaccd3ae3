#pragma once

#include "golden_model.h"

#include "engine/traced_maps.h"
#include "models/task_network.h"

#include <QtTest>

namespace headlight::golden {

constexpr bool inDouble = sizeof(Real) == sizeof(double);
/// Relative to the norm of what is compared; maps are stored as float also by the engine in double.
constexpr double tolerance = inDouble ? 1e-9 : 1e-4;
constexpr double mapTolerance = inDouble ? 1e-6 : 1e-4;

inline void addRows() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("form");
    for (const std::string& name : caseNames()) {
        const auto config = encoderRow(readCase(name).encoder()).makeConfig();
        for (const char* form : {"fused", "reference"})
            if (form == std::string("fused") || Model::hasForms(*config))
                QTest::newRow((name + " " + form).c_str()) << QString::fromStdString(name) << QString(form);
    }
}

/// Checks |a − b| ≤ tolerance · scale, and that both have the same shape and no NaN.
inline void compare(const std::string& what, const Eigen::MatrixXd& ours, const Eigen::MatrixXd& theirs, double scale,
                    double allowed) {
    QVERIFY2(ours.rows() == theirs.rows() && ours.cols() == theirs.cols(),
             qPrintable(QString::fromStdString(what) + ": shapes differ"));
    const double error = (ours - theirs).norm();
    QVERIFY2(error <= allowed * scale,
             qPrintable(QString("%1: %2 of %3").arg(QString::fromStdString(what)).arg(error).arg(scale)));
}

inline void compareOutputs(const Case& c, const std::string& form) {
    const Model model(c, form);
    const Layout layout(c.lengths);
    Tape tape;
    Context context(tape, layout);
    const Model::Values values = model.run(context, c.ids);
    const auto check = [&](const char* name, const Var& value) {
        const Eigen::MatrixXd theirs = c.tensor(name).matrix().transpose();
        compare(name, value.value().cast<double>(), theirs, theirs.norm(), tolerance);
    };
    check("output.encoder", values.encoder);
    check("output.pooled", values.pooled);
    check("output.logits", values.logits);
}

/// The classifier that is trained and opened is the same model; it has one activation where the case may have two.
inline void compareSentenceClassifier(const Case& c, const std::string& form) {
    if (c.info["model"]["pooling_activation"] != "relu")
        return;
    ModelDescription description;
    description.encoder = c.encoder();
    description.encoderConfig = encoderRow(c.encoder()).makeConfig();
    description.encoderConfig->fromJson(c.info["options"], "options");
    if (Model::hasForms(*description.encoderConfig))
        description.encoderConfig->set("form", form);
    description.classifier.embeddingFeatures = c.size("embedding");
    description.classifier.hidden = c.size("hidden");
    description.labels.assign(std::size_t(c.size("classes")), "label");
    Vocabulary vocabulary;
    while (vocabulary.size() < c.size("vocabulary"))
        vocabulary.add(std::string("w") + std::to_string(vocabulary.size()));
    TaskNetwork model(description, vocabulary, 1);
    Model::fill(model.parameters(), c);
    const Layout layout(c.lengths);
    Tape tape;
    Context context(tape, layout);
    const Eigen::MatrixXd theirs = c.tensor("output.logits").matrix().transpose();
    compare("logits", model.scores(context, {c.ids}).value().cast<double>(), theirs, theirs.norm(), tolerance);
    QCOMPARE(int(model.counts().encoder), c.info["parameters"]["count"]["encoder"].get<int>());
    QCOMPARE(int(model.counts().pooling), c.info["parameters"]["count"]["pooling"].get<int>());
    QCOMPARE(int(model.counts().classifier), c.info["parameters"]["count"]["classifier"].get<int>());
}

inline void compareGradients(const Case& c, const std::string& form) {
    const Model model(c, form);
    Gradients gradients(model.parameters);
    const double loss = model.gradients(c, gradients), theirLoss = c.info["loss"];
    QVERIFY2(std::abs(loss - theirLoss) <= tolerance * theirLoss, qPrintable(QString::number(loss, 'g', 17)));
    double all = 0;
    for (std::size_t p = 0; p < model.parameters.size(); ++p)
        all += c.tensor("grad." + model.parameters[p].name).matrix().squaredNorm();
    for (std::size_t p = 0; p < model.parameters.size(); ++p) {
        const Parameter& parameter = model.parameters[p];
        const Gradients::Entry& entry = gradients[p];
        QVERIFY2(entry.touched, parameter.name.c_str());
        Matrix ours = Matrix::Zero(parameter.value.rows(), parameter.value.cols());
        if (parameter.kind == Parameter::Kind::Table)
            for (std::size_t k = 0; k < entry.columns.size(); ++k)
                ours.col(entry.columns[k]) = entry.dense.col(Index(k));
        else
            ours = entry.dense;
        Eigen::MatrixXd theirs = c.tensor("grad." + parameter.name).matrix();
        if (parameter.kind == Parameter::Kind::Table)
            theirs.transposeInPlace();
        compare(parameter.name, ours.cast<double>(), theirs, std::sqrt(all), tolerance);
    }
}

/// One stage of one map. `bias`: what the mask adds to a cell; −∞ hides it.
inline void compareStage(const std::string& what, const AttentionMap& map, const Tensor& theirs,
                         const std::vector<double>& bias, double scale) {
    QVERIFY2(map.values.size() == theirs.values.size(), what.c_str());
    for (std::size_t k = 0; k < map.values.size(); ++k) {
        const std::size_t cell = k / std::size_t(map.features);
        double expected = theirs.values[k];
        if (map.stage == MapStage::Masked)
            expected += bias[cell];
        const double ours = double(map.values[k]);
        const bool same = std::isinf(expected) ? ours == expected : std::abs(ours - expected) <= mapTolerance * scale;
        QVERIFY2(
            same,
            qPrintable(
                QString("%1 at %2: %3, expected %4").arg(QString::fromStdString(what)).arg(k).arg(ours).arg(expected)));
        QVERIFY2(bool(map.visible[cell]) == !std::isinf(bias[cell]), what.c_str());
        if (map.stage == MapStage::Weight && std::isinf(bias[cell]))
            QCOMPARE(ours, 0.0);
    }
}

/// `number`: of the head among all of its layer, gates and blocks behind the others.
inline void compareMap(const Case& c, std::size_t sequence, const AttentionMap& map, int number) {
    const bool pooling = map.label == "pooling";
    std::string name = "map.S" + std::to_string(sequence) + ".";
    name += pooling ? "pooling."
                    : std::string("L") + std::to_string(map.address.layer) + ".H" + std::to_string(number) + ".";
    const Tensor& theirs = c.tensor(name + (map.stage == MapStage::Weight ? "weight" : "score"));
    const bool masked = map.address.part == MapPart::Self || map.address.part == MapPart::Blocks;
    const auto bias =
        masked ? c.tensor(name + "mask").values : std::vector<double>(std::size_t(map.queries * map.keys));
    double largest = 0;
    for (const double value : theirs.values)
        largest = std::max(largest, std::abs(value));
    compareStage(name + nameOf(map.stage), map, theirs, bias, std::max(1.0, largest));
}

inline void compareMaps(const Case& c, const std::string& form) {
    const Model model(c, form);
    auto first = c.ids.begin();
    for (std::size_t s = 0; s < c.lengths.size(); ++s, first += c.lengths[s - 1]) {
        const std::vector<int> ids(first, first + c.lengths[s]);
        const Layout layout({c.lengths[s]});
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        model.run(context, ids);
        std::size_t expected = model.pooling ? 3 : 0;
        for (const auto& head : c.info["heads"])
            expected += head.value("kind", "") == "gate" ? 1 : 3;
        const std::vector<AttentionMap> maps = mapsOf(trace);
        QCOMPARE(maps.size(), expected);
        int number = -1;
        for (std::size_t m = 0; m < maps.size(); ++m) {
            const AttentionMap& map = maps[m];
            if (m == 0 || map.address.layer != maps[m - 1].address.layer)
                number = 0;
            else if (map.address != maps[m - 1].address)
                ++number;
            for (const auto& head : c.info["heads"])
                if (head["layer"] == map.address.layer && head["head"] == number) {
                    const std::string mask =
                        head.contains("masks") ? head["masks"][s] : head["mask"]; // a sentence may have its own
                    QCOMPARE(map.mask, mask.empty() ? mask : Mask::parse(mask).text());
                    if (head.contains("kind"))
                        QCOMPARE(kindName(map.address.part), head["kind"].get<std::string>());
                    else
                        QVERIFY(map.address.part == (mask.empty() ? MapPart::Pooling : MapPart::Self));
                }
            compareMap(c, s, map, number);
        }
    }
}

} // namespace headlight::golden
